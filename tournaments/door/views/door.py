"""Views of the door: registration at the speed of a queue."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cegoscore.addresses import number_of, uuid_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import Request, device_id, granted_device
from cegoscore.clubs.rights.managers import hangs_on
from tournaments.course.access import HELPER, get_entrant, get_entrant_still, get_tournament
from tournaments.course.forms import MOST_NUMBER
from tournaments.course.queries import categories_of
from tournaments.course.steps import DOOR, here_in_words
from tournaments.course.team_names import names_of_teams
from tournaments.course.views import desk_context
from tournaments.course.wording import refused
from tournaments.door import services
from tournaments.door.announcing import said_to_be
from tournaments.door.forms import EntryForm, fee_choices
from tournaments.door.page import (
    Found,
    find_people,
    list_and_version,
    meant,
    money_of,
    present_with,
    proposed,
    seat_now,
    seats_from,
    who_it_may_be,
)
from tournaments.door.which_one import NEW
from tournaments.models import Entrant, Tournament

PAYING = {"came", "came_paid", "paid", "unpaid"}
"""Names of the buttons in the list."""


def _people(tournament: Tournament) -> dict[str, Any]:
    """The list as it stands, and with it the note of the step at the door."""
    rows, live = list_and_version(tournament)
    return {
        "tournament": tournament,
        "list": rows,
        "here_in_words": here_in_words(rows["playing"]),
        "version": tournament.version,
        "live_version": live,
        "list_uuid": uuid4(),
    }


def _suggestions(tournament: Tournament, text: str) -> dict[str, Any]:
    matches = find_people(tournament, text)
    return {"text": text, "found": matches, "proposed": proposed(text, matches), "tournament": tournament}


def _page(tournament: Tournament, right: Right) -> dict[str, Any]:
    """Context of the page around the list."""
    return desk_context(tournament, right, DOOR) | {
        "categories": list(categories_of(tournament)),
        "usual": money_of(tournament, 1) if tournament.entry_fee else "",
        "prices": fee_choices(tournament),
        "seats_from": seats_from(tournament),
        "uuid": uuid4(),
        "ticked": [],
        "paid": True,
    }


@require_safe
def door(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The page of the door: a field that finds and adds people, and the list."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    context = _page(tournament, right) | _people(tournament)
    context["lacks_spare"] = context["seats_from"] == 1 and hangs_on(tournament.club, device_id(request))
    if number := number_of(request.GET.get("number", ""), most=MOST_NUMBER):
        registered = present_with(tournament, number)
        context |= {"registered": registered, "seat": seat_now(registered) if registered else None}
    return render(request, "tournaments/door/door.html", context)


@require_safe
def door_changes(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The list if it is newer than `v`."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    if request.GET.get("v") == str(tournament.version):
        return HttpResponse(status=204)
    return render(request, "tournaments/door/door.html#people", _people(tournament))


@require_safe
def find_entrants(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Known people of the club that match the typed letters."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    text = request.GET.get("who", "")[:200]
    return render(request, "tournaments/door/door.html#suggestions", _suggestions(tournament, text))


@require_POST
def register_entrant(request: Request, tournament_id: UUID) -> HttpResponse:
    """Register a person under the next number. If it is not clear who is meant, ask."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    prices, teams = fee_choices(tournament), names_of_teams(tournament)
    form = EntryForm(request.POST, categories=categories_of(tournament), prices=prices, teams=teams)
    asks = partial(_ask_again, request, tournament, right, form)
    if not form.is_valid():
        return asks(_sentences(form))
    player = form.cleaned_data["player"]
    if player is None and not form.cleaned_data["new"]:
        text = request.POST.get("who", "")
        matches = find_people(tournament, text)
        this = meant(matches)
        if matches and this is None:
            return asks("")
        player = this.player if this else None
    with refused() as refusal:
        entrant = services.register(
            tournament, form.newcomer(player, granted_device(request)), uuid=form.cleaned_data["uuid"]
        )
        return _registered(request, tournament, entrant)
    return asks(**refusal)


def _registered(request: Request, tournament: Tournament, entrant: Entrant | None = None) -> HttpResponse:
    """The list with somebody more on it, or fewer, and the field ready for the next."""
    if not request.htmx:
        number = f"?number={entrant.number}" if entrant else ""
        return redirect(f"{reverse('door', args=[tournament.pk])}{number}")
    context = _people(tournament) | {
        "registered": entrant,
        "seat": seat_now(entrant) if entrant else None,
        "uuid": uuid4(),
        "oob": True,
    }
    return render(request, "tournaments/door/door.html#answer", context)


def _sentences(form: EntryForm) -> str:
    """Faults of the form in one text."""
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


def _ask_again(
    request: Request, tournament: Tournament, right: Right, form: EntryForm, problem: str, status: int = 422
) -> HttpResponse:
    """The page with the typed values kept, and a sentence or the question who is meant, or which team."""
    text = request.POST.get("who", "")[:200]
    context = _suggestions(tournament, text) | {"sentence": problem, "unclear": not problem}
    context |= {"which_team": form.choices_of_team, "team_is": request.POST.get("team_is", "")}
    context["uuid"] = request.POST.get("uuid") or uuid4()
    if request.htmx:
        return render(request, "tournaments/door/door.html#question", context | {"oob": True}, status=status)
    typed = {"paid": "paid" in request.POST, "practises": "practises" in request.POST}
    ticked: dict[str, Any] = {"ticked": request.POST.getlist("categories")}
    ticked |= {name: request.POST.get(name, "") for name in ("team", "fee")}
    page = _page(tournament, right) | _people(tournament) | context | typed | ticked
    return render(request, "tournaments/door/door.html", page, status=status)


@require_POST
def check_in_entrant(request: Request, tournament_id: UUID) -> HttpResponse:
    """Check in an announced entrant."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    key, has_paid = request.POST.get("came_paid"), True
    if key is None:
        key, has_paid = request.POST.get("came", ""), False
    entrant, answer = get_entrant(tournament, key), request.POST.get("player", "")
    alike = who_it_may_be(entrant)
    if alike and answer not in (NEW, *(str(person.player) for person in alike)):
        return _which_one(request, tournament, right, entrant, alike)
    with refused() as refusal:
        if alike and answer != NEW:
            said_to_be(entrant, int(answer), device=granted_device(request))
            entrant = get_entrant(tournament, key)
        came = services.check_in(entrant, has_paid=has_paid, **_payment(request, key))
        return _registered(request, tournament, came)
    return _refused(request, tournament, right, **refusal)


def _which_one(
    request: Request, tournament: Tournament, right: Right, entrant: Entrant, found: list[Found]
) -> HttpResponse:
    """The question who is announced, with all that the button was sent with."""
    sent = [(name, value) for name, value in request.POST.items() if name not in ("player", "csrfmiddlewaretoken")]
    context = {"tournament": tournament, "which": entrant, "which_found": found, "sent": sent, "uuid": uuid4()}
    if request.htmx:
        return render(request, "tournaments/door/door.html#said", context | {"oob": True}, status=422)
    page = _page(tournament, right) | _people(tournament) | context
    return render(request, "tournaments/door/door.html", page, status=422)


@require_POST
def pay_entrant(request: Request, tournament_id: UUID) -> HttpResponse:
    """Note an entrant's fee as paid (`paid`) or not (`unpaid`)."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    has_paid = "paid" in request.POST
    key = request.POST.get("paid" if has_paid else "unpaid", "")
    entrant = get_entrant(tournament, key)
    with refused() as refusal:
        services.set_paid(entrant, has_paid=has_paid, **_payment(request, key))
        return _list_again(request, tournament)
    return _refused(request, tournament, right, **refusal)


def _payment(request: Request, key: str) -> dict[str, Any]:
    """The UUID under which the payment of a button is booked: that of its list, for this entrant; and the device."""
    button = f"{sorted(request.POST.keys() & PAYING)} {key}"
    page = uuid_of(request.POST.get("list")) or uuid4()
    return {"payment": uuid5(page, button), "device": granted_device(request)}


@require_POST
def take_back_entrant(request: Request, tournament_id: UUID, entrant_id: int) -> HttpResponse:
    """Take back a mistaken registration."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    with refused() as refusal:
        if entrant := get_entrant_still(tournament, str(entrant_id)):
            services.take_back(entrant, device=granted_device(request))
        return _registered(request, tournament)
    return _refused(request, tournament, right, **refusal)


def _list_again(request: Request, tournament: Tournament) -> HttpResponse:
    if not request.htmx:
        return redirect("door", tournament.pk)
    return render(request, "tournaments/door/door.html#people", _people(tournament) | {"oob": True})


def _refused(request: Request, tournament: Tournament, right: Right, problem: str, status: int) -> HttpResponse:
    """The page as it stands now, with the sentence above it."""
    context = _people(tournament) | {"sentence": problem, "uuid": uuid4()}
    if request.htmx:
        return render(request, "tournaments/door/door.html#answer", context | {"oob": True}, status=status)
    return render(request, "tournaments/door/door.html", _page(tournament, right) | context, status=status)
