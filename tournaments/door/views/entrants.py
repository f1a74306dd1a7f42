"""Entrants before and beside the door: on their own page, announced by link, and in lists that are read in."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.devices import granted_device, known_device, remember
from cegoscore.clubs.rights.link_pages import qr_svg
from cegoscore.front.limits import form_page, takes_files
from cegoscore.reached import public_address
from tournaments.course import fees
from tournaments.course.access import HELPER, ORGANISER, get_entrant, get_tournament
from tournaments.course.forms import WhyForm
from tournaments.course.lists.page import ListForm, preview_of, remember_columns, remembered
from tournaments.course.locks import entrant_seen
from tournaments.course.queries import categories_of, is_past
from tournaments.course.team_names import names_of_teams, teams_in
from tournaments.course.views import act_on, answered, why_form
from tournaments.course.wording import refused
from tournaments.door import announcing, corrections, services
from tournaments.door.corrections import WAIVED
from tournaments.door.forms import AnnounceForm, EntrantForm, SubstituteForm, TakesForm, fee_choices, initial_of
from tournaments.door.page import (
    announcement_of,
    announcing_ended,
    entrant_called,
    has_seat,
    room_of,
    seat_now,
    takes_announcements,
)
from tournaments.door.people_list import category_labels, newcomer_of, read_list, wanted_of, with_teams
from tournaments.door.services import Newcomer
from tournaments.models import Entrant, Tournament


def _find(
    right: Right, request: HttpRequest, tournament_id: UUID, entrant_id: int
) -> tuple[Entrant, Callable[..., HttpResponse]]:
    """The entrant, if this device has the right here, and their page as it stands when it is asked for."""
    tournament, _right = get_tournament(request, tournament_id, right)

    def page(**more: Any) -> HttpResponse:
        return _page(request, get_entrant(tournament, str(entrant_id)), **more)

    return get_entrant(tournament, str(entrant_id)), page


def _page(request: HttpRequest, entrant: Entrant, *, status: int = 200, **more: Any) -> HttpResponse:
    """`more` holds a `problem` for which nothing was changed, and forms as they were typed."""
    tournament = entrant.tournament
    categories = categories_of(tournament)
    initial = initial_of(entrant, entrant_seen(entrant))
    decides = get_tournament(request, tournament.pk)[1].covers(ORGANISER)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "form": _entrant_form(entrant, initial=initial),
        "fee": fees.balance_of(entrant),
        "payments": list(fees.bookings_of(entrant)),
        "withdraw_form": WhyForm(auto_id="withdraw-%s"),
        "takes_form": TakesForm(initial={"takes": entrant.takes}) if decides else None,
        "substitute_form": SubstituteForm(categories=categories, club=tournament.club_id),
        "has_categories": bool(categories),
        "teams": names_of_teams(tournament),
        "has_seat": has_seat(entrant),
        "seat": seat_now(entrant),
    }
    return render(request, "tournaments/door/entrant.html", context | more, status=status)


@form_page
def entrant(request: HttpRequest, tournament_id: UUID, entrant_id: int) -> HttpResponse:
    """An entrant's data and its corrections; what was typed stays after a conflict, for a person to decide."""
    this, page = _find(HELPER, request, tournament_id, entrant_id)
    if request.method != "POST":
        return _page(request, this)
    form = _entrant_form(this, request.POST)
    if not form.is_valid():
        return page(form=form, status=422)
    typed = request.POST.copy()
    typed["seen"] = entrant_seen(this)
    everywhere = get_tournament(request, tournament_id)[1].covers(ORGANISER)
    changes = form.changes() | {"everywhere": everywhere, "by": granted_device(request)}
    with refused() as refusal:
        corrections.change_entrant(this, fixed_table=this.fixed_table, **changes)
        return redirect("door", tournament_id)
    return page(form=_entrant_form(this, typed), **refusal)


def _entrant_form(entrant: Entrant, data: QueryDict | None = None, **more: Any) -> EntrantForm:
    tournament = entrant.tournament
    teams = names_of_teams(tournament, besides=[entrant.pk])
    return EntrantForm(data, categories=categories_of(tournament), prices=_prices(tournament), teams=teams, **more)


def _prices(tournament: Tournament) -> list[tuple[str, str]]:
    """The fees to choose from, and none at all, where money is taken."""
    prices = fee_choices(tournament)
    return [*prices, (WAIVED, _("waived"))] if prices else []


_changed = partial(act_on, partial(_find, HELPER), "door", 1)

withdraw_entrant = _changed(withdraw_form=why_form("withdraw"))(services.withdraw_entrant)
decide_takes = act_on(
    partial(_find, ORGANISER), "door", 1, takes_form=lambda request, _entrant: TakesForm(request.POST)
)(services.decide_takes)


def _substitute_form(request: HttpRequest, entrant: Entrant) -> SubstituteForm:
    tournament = entrant.tournament
    return SubstituteForm(request.POST, categories=categories_of(tournament), club=tournament.club_id)


@_changed(substitute_form=_substitute_form)
def substitute_entrant(entrant: Entrant, *, newcomer: Newcomer, why: str, device: Device, **_typed: Any) -> None:
    """Put a substitute under the number, with its seat and its points."""
    services.substitute(entrant, newcomer, why=why, device=device)


@form_page
def announce(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Name and village of somebody who will come. The answer is the same for who is known and who is not."""
    tournament, _right = get_tournament(request, tournament_id)
    form = _announce_form(tournament, request.POST or None)
    return _noted(request, tournament, form, is_taken_back="back" in request.GET)


def _announce_form(
    tournament: Tournament, data: QueryDict | None = None, *, own: Entrant | None = None, **more: Any
) -> AnnounceForm:
    """The form of an announcement; of one's `own`, which is corrected, nobody else's is asked."""
    size = tournament.team_size
    teams = names_of_teams(tournament, besides=[own.pk] if own else [])
    return AnnounceForm(data, team_size=size, teams=teams, **{"mates": (size or 1) - 1} | more)


@form_page
def my_announcement(request: HttpRequest, tournament_id: UUID, secret: str) -> HttpResponse:
    """One's own announcement, to be shown at the door, corrected or taken back.

    Who was known before reads the same as all others. Whoever works at the desk checks the person in here.
    """
    tournament, right = get_tournament(request, tournament_id)
    try:
        key, name, village, *team = signing.loads(secret, salt=str(tournament.pk))
    except signing.BadSignature:
        raise Http404 from None
    noted = announcement_of(tournament, UUID(key), _sent_at(secret)) | {
        "own": name,
        "qr_svg": qr_svg(public_address(request, request.path)),
        "is_desk": right.covers(HELPER),
        "team": next(
            (there for there in teams_in(tournament) if [there.name.casefold()] == [*map(str.casefold, team)]), None
        ),
    }
    typed = {"name": name, "village": village, "team": "".join(team)}
    form = _announce_form(tournament, request.POST or None, own=noted["noted"], mates=0, initial=typed)
    if noted["is_desk"]:
        noted["entrant"] = noted["noted"] or entrant_called(tournament, name, village)
    if "back" in request.POST:
        page = partial(_announcement, request, tournament, form, **noted)
        act = partial(announcing.take_back_announcement, tournament, UUID(key))
        return answered(page, act, f"{reverse('announce', args=[tournament.pk])}?back")
    return _noted(request, tournament, form, instead=UUID(key), **noted)


def _sent_at(secret: str) -> datetime:
    """The second after a link was signed."""
    return datetime.fromtimestamp(signing.b62_decode(secret.split(":")[-2]) + 1, UTC)


def _noted(
    request: HttpRequest, tournament: Tournament, form: AnnounceForm, *, instead: UUID | None = None, **more: Any
) -> HttpResponse:
    """Note what was sent; the answer has the link of each to change it."""
    if request.method != "POST" or not form.is_valid():
        return _announcement(request, tournament, form, status=422 if form.errors else 200, **more)
    device, newcomers, key = known_device(request, gets_right=False), form.newcomers(), form.cleaned_data["uuid"]
    with refused() as refusal:
        announcing.announce_team(tournament, newcomers, uuid=key, device=device, instead=instead)
    if refusal:
        return _announcement(request, tournament, form, **refusal, **more)
    first = newcomers[0]
    announced = [_told(tournament, one, announcing.uuid_of_mate(key, place)) for place, one in enumerate(newcomers)]
    another = _announce_form(tournament, mates=0, initial={"village": first.village, "team": first.team})
    response = _announcement(request, tournament, another, announced=announced, newcomer=first)
    remember(response, device)
    return response


def _told(tournament: Tournament, newcomer: Newcomer, key: UUID) -> dict[str, Any]:
    """Somebody who was announced: name, village, the place on the waiting list, and the secret of their page."""
    # A host of 0.2 reads just three.
    signed = [str(key), newcomer.name, newcomer.village, *([newcomer.team] if newcomer.team else [])]
    waits_at = announcement_of(tournament, key, timezone.now())["waits_at"]
    secret = signing.dumps(signed, salt=str(tournament.pk))
    return {"name": newcomer.name, "village": newcomer.village, "waits_at": waits_at, "secret": secret}


def _announcement(
    request: HttpRequest, tournament: Tournament, form: AnnounceForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "form": form,
        "is_open": takes_announcements(tournament),
        "has_ended": announcing_ended(tournament),
        "is_past": is_past(tournament),
        "room": room_of(tournament),
    }
    page = "my_announcement" if "own" in more else "announce"
    return render(request, f"tournaments/door/{page}.html", context | more, status=status)


WAYS = {"here": services.register_all, "announced": announcing.announce_all}


@form_page
@takes_files
def import_entrants(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Read a list, show what was understood, and register those people once that is agreed to."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    if request.method != "POST":
        return _list_page(request, tournament, form=ListForm())
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _list_page(request, tournament, form=form, status=422)
    everywhere, text = right.covers(ORGANISER), form.cleaned_data["list"]
    people = read_list(tournament, text, request.POST, remembered(request), everywhere=everywhere)
    people, teams = with_teams(tournament, people, request.POST)
    register = WAYS.get(request.POST.get("as", ""))
    preview = preview_of(people, form, wanted_of(tournament), tournament.club_id, agreed=register is not None)
    preview["teams"] = teams
    if register and not preview["problem"] and any(team.is_open for team in teams):
        preview |= {"problem": _("Teams have nearly the same names. Say below which one is meant."), "status": 422}
    if preview["problem"] or register is None:
        return _list_page(request, tournament, preview=preview, status=preview["status"])
    with refused() as refusal:
        by = granted_device(request)
        register(tournament, [replace(newcomer_of(line), by=by) for line in people.good])
        return remember_columns(redirect("door", tournament.pk), request, people)
    return _list_page(request, tournament, preview=preview, **refusal)


def _list_page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any) -> HttpResponse:
    context |= {"tournament": tournament, "categories": category_labels(tournament)}
    return render(request, "tournaments/door/import_entrants.html", context, status=status)
