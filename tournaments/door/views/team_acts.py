"""Views of whole teams: who is in them, and what is done with all of a team in one act."""

from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4, uuid5

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cegoscore.addresses import number_of, uuid_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import Request, granted_device
from tournaments.course.access import HELPER, get_tournament
from tournaments.course.steps import DOOR
from tournaments.course.team_names import WhichTeamForm, names_of_teams
from tournaments.course.views import desk_context
from tournaments.course.wording import refused
from tournaments.door import whole_teams
from tournaments.door.team_page import done_to, members_by_team, who_is_meant
from tournaments.models import Tournament

ACTS = ("came", "came_paid", "left", "called", "came_not", "is_back")
"""Names of the buttons; the last two take back."""


@require_safe
def door_teams(request: Request, tournament_id: UUID) -> HttpResponse:
    """The teams with their people; above them the act that was just done, with the way back."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    done = done_to(tournament, request.GET.get("done", ""), _keys(request.GET.getlist("member")))
    return _page(request, tournament, right, done=done and done | {"before": request.GET.get("before", "")[:60]})


def _page(
    request: Request, tournament: Tournament, right: Right, *, problem: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    """`more` are questions who is meant (`asked`), and the form of a name with a question, of `asked_team`."""
    context = desk_context(tournament, right, DOOR) | {
        "teams": members_by_team(tournament, more.get("asked", {})),
        "list_uuid": uuid4(),
        "problem": problem,
    }
    return render(request, "tournaments/door/door_teams.html", context | more, status=status)


@require_POST
def act_on_team(request: Request, tournament_id: UUID) -> HttpResponse:
    """Do what a button says with everybody who is ticked; where somebody may be known, or a name is alike, ask."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    act = next((act for act in ACTS if act in request.POST), "")
    keys, page = _keys(request.POST.getlist("member")), partial(_page, request, tournament, right)
    form = _name_form(request, tournament, keys)
    if act == "called" and not form.is_valid():
        return page(name_form=form, asked_team=keys, status=422)
    meant: dict[int, int] = {}
    if act in ("came", "came_paid"):
        asked, meant = who_is_meant(tournament, keys, request.POST)
        if asked:
            return page(asked=asked, status=422)
    with refused() as refusal:
        _do(request, tournament, act, keys, meant, form)
        if act in ("came_not", "is_back", ""):
            return redirect("door_teams", tournament.pk)
        done = "came" if act == "came_paid" else act
        told = {"done": done, "member": keys, "before": request.POST.get("before", "")[:60]}
        return redirect(f"{reverse('door_teams', args=[tournament.pk])}?{urlencode(told, doseq=True)}")
    return page(**refusal)


def _name_form(request: Request, tournament: Tournament, keys: list[int]) -> WhichTeamForm:
    """The form of a team's name; it has to be one."""
    others = names_of_teams(tournament, besides=keys)
    form = WhichTeamForm(request.POST, teams=others, auto_id=f"called-{keys[0] if keys else 0}-%s")
    form.fields["team"].required = True
    return form


def _do(
    request: Request, tournament: Tournament, act: str, keys: list[int], meant: dict[int, int], form: WhichTeamForm
) -> None:
    """Do one act of `ACTS`."""
    device, page = granted_device(request), uuid_of(request.POST.get("list")) or uuid4()
    if act in ("came", "came_paid"):
        paid = act == "came_paid"
        whole_teams.team_comes(
            tournament, keys, meant, has_paid=paid, payment=uuid5(page, f"{act} {keys}"), device=device
        )
    elif act == "left":
        whole_teams.team_leaves(tournament, keys, why=request.POST.get("why", "")[:300], device=device)
    elif act == "called":
        whole_teams.team_is_called(tournament, keys, form.cleaned_data["team"], device=device)
    elif act == "came_not":
        whole_teams.team_comes_not(tournament, keys, device=device)
    elif act == "is_back":
        whole_teams.team_is_back(tournament, keys, device=device)


def _keys(values: list[str]) -> list[int]:
    """Keys of rows, those that are none left out."""
    return [key for value in values if (key := number_of(value))]
