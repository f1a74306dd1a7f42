"""The wall: seats by name or table, clock, standings, or the prize giving, one at a time and without navigation.

Whoever looks, it shows what everybody may see. Once the prize giving has begun, every wall shows that.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.course.hall_link import qr_of_hall
from tournaments.course.locks import current_round
from tournaments.course.queries import live_version
from tournaments.course.showing import Shown, get_shown, shown_to_all
from tournaments.hall.leaves import leaves
from tournaments.hall.page import state_sentence
from tournaments.hall.seats import Hall, at_round
from tournaments.models import Round, RoundState, Tournament
from tournaments.standings.page import standings_context
from tournaments.standings.unveiling import may_be_unveiled, stage_of

NAME_COLUMNS, NAME_ROWS = 3, 14
TABLE_TILES = 12
"""Limits for a wall of 1920 by 1080 in letters for the back row."""
ROOMY = 60
"""More people than this stand in two columns, so that nobody waits for longer than two minutes to see a name."""


@require_safe
@never_cache
def beamer(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The wall. `?show=names,clock` goes round through what is named; without it what matters now is shown.

    `?v=` asks whether anything changed: 204 if not.
    """
    tournament, _right, for_reader = get_shown(request, tournament_id)
    shown = shown_to_all(tournament, to_strangers=for_reader.to_strangers)
    live = live_version(tournament)  # first: what is written meanwhile is news again
    round_ = current_round(tournament)
    asked = [name for name in request.GET.get("show", "").split(",") if name in SCREENS]
    names = ["ceremony"] if tournament.unveiled_from else asked or _what_matters(tournament, round_)
    at = _at(request, len(names))
    version = f"{at}.{live}.{','.join(names)}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "state": state_sentence(tournament, round_),
        "kind": names[at],
        "screen": f"tournaments/hall/beamer/{names[at]}.html",
        "version": version,
        "live_version": live,
        "here": _query(asked, at),
        "qr_svg": qr_of_hall(request, tournament),
        "next": _query(asked, (at + 1) % len(names)) if len(names) > 1 else "",
    }
    return render(request, "tournaments/hall/beamer.html", context | SCREENS[names[at]](round_, tournament, shown))


def _at(request: HttpRequest, count: int) -> int:
    text = request.GET.get("at", "")
    return int(text) % count if text.isdecimal() and len(text) < 4 else 0


def _query(asked: Sequence[str], at: int) -> str:
    return "?" + urlencode(({"show": ",".join(asked)} if asked else {}) | {"at": at}, safe=",")


def _what_matters(tournament: Tournament, round_: Round | None) -> list[str]:
    """Seats while people look for them, standings and clock while they play; what was held back, at the end."""
    if may_be_unveiled(tournament):
        return ["ceremony"]
    if tournament.finished_at:
        return ["standings"]
    if round_ is None or tournament.cancelled_at:
        return ["clock"]
    if round_.state == RoundState.DRAWN:
        return ["names", "tables"]
    return ["clock", "standings"] if Hall(round=round_).ends_at else ["standings"]


def _names(round_: Round | None, _tournament: Tournament, shown: Shown) -> dict[str, Any]:
    pages = [leaves(page, NAME_ROWS) for page in leaves(at_round(round_, shown).by_name, NAME_COLUMNS * NAME_ROWS)]
    return {"leaves": [(page, page[0][0].person.surname[:3], page[-1][-1].person.surname[:3]) for page in pages]}


def _tables(round_: Round | None, _tournament: Tournament, shown: Shown) -> dict[str, Any]:
    return {"leaves": leaves(at_round(round_, shown).tiles, TABLE_TILES)}


def _clock(round_: Round | None, _tournament: Tournament, shown: Shown) -> dict[str, Any]:
    return {"hall": at_round(round_, shown)}


def _standings(round_: Round | None, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    context = standings_context(tournament, shown) or {}
    if context.get("seats"):
        return _names(round_, tournament, shown) | {"screen": "tournaments/hall/beamer/names.html", "kind": "names"}
    return context | {"is_dense": len(context.get("lines", ())) > ROOMY}


def _ceremony(_round: Round | None, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    return {"stage": stage_of(tournament, to_strangers=shown.to_strangers)}


SCREENS: dict[str, Callable[[Round | None, Tournament, Shown], dict[str, Any]]] = {
    "names": _names,
    "tables": _tables,
    "clock": _clock,
    "standings": _standings,
    "ceremony": _ceremony,
}
