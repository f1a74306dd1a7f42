"""Prints: seat lists, table cards, blank sheets, the standings, certificates."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from cegoscore.addresses import number_of
from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.link_pages import row_of
from cegoscore.contest.prizes import PrizeFor
from cegoscore.front.limits import one_at_a_time
from cegoscore.reached import public_address
from tournaments.chaining import mark_of_chain
from tournaments.course.access import (
    HELPER,
    Shown,
    get_round,
    get_shown,
    hall_address,
    qr_of_hall,
    shown_to_all,
    tables_shown_to,
)
from tournaments.course.entrants import registered
from tournaments.course.fees import takes_fees
from tournaments.course.forms import MOST_NUMBER
from tournaments.desk.tiles import Tile
from tournaments.door.page import takes_announcements
from tournaments.drawing.services import links_of
from tournaments.hall.page import about_of
from tournaments.hall.seats import Hall, at_round, hall_of, leaves
from tournaments.models import Tournament
from tournaments.standings.awards import Awarded, awarded
from tournaments.standings.page import choice_of, standings_context
from tournaments.standings.queries import StandingsLine, standings_of

CARDS_A_PAGE = 4
CERTIFIED = 3
"""Number of certificates where no prizes are planned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate: the person, the reason, the prize."""

    line: StandingsLine
    reason: str
    prize: str = ""


@require_safe
@one_at_a_time("GET", "HEAD")
def paper(request: HttpRequest, tournament_id: uuid.UUID, what: str = "") -> HttpResponse:
    """A print, or the list of all. `?round=` chooses an earlier round. Cards open sheets: desk only."""
    tournament, right, shown = get_shown(request, tournament_id)
    kinds = {key: kind for key, kind in PAPERS.items() if right.covers(kind.right)}
    context: dict[str, Any] = {
        "tournament": tournament,
        "kinds": [(key, kind.label) for key, kind in kinds.items()],
        "is_desk": right.covers(HELPER),
    }
    if not what:
        return render(request, "tournaments/hall/paper/index.html", context)
    if what not in PAPERS:
        raise Http404
    if what not in kinds:
        raise PermissionDenied
    context |= {"what": what, "label": kinds[what].label, "chain_head": mark_of_chain(tournament)}
    context |= kinds[what].context(request, tournament, shown)
    return render(request, f"tournaments/hall/paper/{what}.html", context)


def _hall(request: HttpRequest, tournament: Tournament, shown: Shown) -> Hall:
    """The round asked for, otherwise the newest, as everybody may see it."""
    asked, to_all = request.GET.get("round"), shown_to_all(tournament, to_strangers=shown.to_strangers)
    if not asked:
        return hall_of(tournament, to_all)
    return at_round(get_round(tournament, number_of(asked, most=MOST_NUMBER) or 0), to_all)


def _seats(request: HttpRequest, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    return {"hall": _hall(request, tournament, shown), "hall_qr": qr_of_hall(request, tournament)}


def _poster(request: HttpRequest, tournament: Tournament, _shown: Shown) -> dict[str, Any]:
    return {
        "hall_qr": qr_of_hall(request, tournament),
        "hall_address": hall_address(request, tournament),
        "about": about_of(tournament),
        "is_open": takes_announcements(tournament),
    }


def _cards(request: HttpRequest, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    hall = _hall(request, tournament, shown)
    links = {link.target: link for link in links_of(hall.round)} if hall.round else {}
    cards = [
        _card(request, tile, links.get(tile.table.sheet_id) if tile.table.sheet_id else None) for tile in hall.tiles
    ]
    return {
        "hall": hall,
        "pages": leaves(cards, CARDS_A_PAGE),
        "hall_qr": qr_of_hall(request, tournament),
        "code_address": public_address(request, reverse("enter_code")),
    }


def _card(request: HttpRequest, tile: Tile, link: Link | None) -> dict[str, Any]:
    """A table's card: its people, and the code that opens its sheet; none if somebody took the link back."""
    row = row_of(request, link) if link else None
    return {"tile": tile, "has_link": row is not None, "qr_svg": row and row.qr_svg, "code": row and row.code}


def _everything(request: HttpRequest, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    """All that is needed to go on without computers; the desk prints its tables with what stands on them."""
    hall = hall_of(tournament, tables_shown_to(tournament, HELPER))
    return (
        _sheets(request, tournament, shown)
        | standings_context(tournament, shown, on_paper=True)
        | {
            "hall": hall,
            "blanks": _blanks(tournament, hall),
            "everybody": list(registered(tournament)),
            "shows_fee": takes_fees(tournament),
            "made_at": timezone.now(),
        }
    )


def _sheets(request: HttpRequest, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    hall = _hall(request, tournament, shown)
    return {"hall": hall, "blanks": _blanks(tournament, hall), "hall_qr": qr_of_hall(request, tournament)}


def _blanks(tournament: Tournament, hall: Hall) -> list[tuple[Tile, range]]:
    """Each table with a line for each of its hands."""
    return [(tile, range(1, tournament.hands_at(len(tile.places)) + 1)) for tile in hall.tiles]


def _standings(request: HttpRequest, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    return standings_context(tournament, shown, choice_of(request.GET), on_paper=True)


def _of_award(one: Awarded) -> list[Certificate]:
    """Certificates of an award: each who divides prizes has one for the place that they share; none names a prize.

    Plus points alone are no reason for one.
    """
    if one.award.prize.given_for is PrizeFor.PLUS:
        return []
    if one.winner:
        return [Certificate(line=one.winner, reason=one.reason, prize=one.award.prize.label)]
    is_rank = one.award.prize.given_for is PrizeFor.RANK
    return [
        Certificate(line=line, reason=_("Place %(place)s") % {"place": line.row.rank} if is_rank else one.reason)
        for line in one.settled
    ]


def _certificates(request: HttpRequest, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    table = standings_of(tournament, shown)
    awards = awarded(tournament, table)
    certificates = [certificate for one in reversed(awards) for certificate in _of_award(one)]
    certificates = list(dict.fromkeys(certificates))
    if not awards and shown.is_everything:
        first = [line for line in table.lines if line.row.rank <= CERTIFIED]
        certificates = [
            Certificate(line=line, reason=_("Place %(place)s") % {"place": line.row.rank}) for line in first
        ]
    return {"certificates": certificates, "table": table}


@dataclass(frozen=True, slots=True)
class Paper:
    """A print: its label, the function for its context, and the right that it needs."""

    label: Any
    context: Callable[[HttpRequest, Tournament, Shown], dict[str, Any]]
    right: Right = Right.LOOK


PAPERS = {
    "poster": Paper(gettext_lazy("Poster for the door"), _poster),
    "names": Paper(gettext_lazy("Seats by name"), _seats),
    "tables": Paper(gettext_lazy("Seats by table"), _seats),
    "cards": Paper(gettext_lazy("Table cards"), _cards, HELPER),
    "sheets": Paper(gettext_lazy("Blank score sheets"), _sheets),
    "everything": Paper(gettext_lazy("Everything to go on without computers"), _everything, HELPER),
    "standings": Paper(gettext_lazy("Standings"), _standings),
    "certificates": Paper(gettext_lazy("Certificates"), _certificates),
}
