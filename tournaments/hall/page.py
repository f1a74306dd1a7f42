"""The tournament's page for phones: its state, one's seat and rank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from cegoscore.contest.chain import short
from tournaments.course.decisions import role_of
from tournaments.course.entrants import as_strangers_read, found, people_of
from tournaments.course.fixed import uneven
from tournaments.course.queries import decisions_of
from tournaments.course.showing import Shown, shown_to_all
from tournaments.hall.about import about_of
from tournaments.hall.mine import mine
from tournaments.hall.seats import hall_of, met_again
from tournaments.models import COURSE, Decision, DecisionKind, Round, RoundState, Takes, Tournament
from tournaments.standings.page import open_tables
from tournaments.standings.picture import tournament_picture
from tournaments.standings.queries import standings_of

FIRST = 5
"""The number of ranks shown on the page itself."""


def hall_page(tournament: Tournament, version: str, *, to_strangers: bool) -> dict[str, Any]:
    """The parts of everybody's page in one language: all that takes long.

    `version`, for live views, is the one that it shows at least; `uneven` compares tables of different sizes; `results`
    are the ranking, the draw and what was decided, which everybody sees alike.
    """
    shown = shown_to_all(tournament, to_strangers=to_strangers)
    people = people_of(tournament, shown)
    hall, table = hall_of(tournament, shown, people), standings_of(tournament, shown, people=people)
    read = as_strangers_read(tournament.club_id) if to_strangers else str
    decisions: list[dict[str, Any]] = [
        {"decision": row, "about": about(row, table.shown), "why": read(row.why), "by": role_of(row)}
        for row in decisions_of(tournament)
    ]
    context = {
        "tournament": tournament,
        "hall": hall,
        "about": about_of(tournament),
        "table": table,
        "first": [line for line in table.lines if line.row.rank <= FIRST] if table.has_begun else [],
        "open_tables": open_tables(table),
        "met_again": met_again(hall.round, people) if hall.round else [],
        "rounds": list(tournament.played_rounds.order_by("number").values_list("number", flat=True)),
        "decisions": decisions,
        "by_hand": [one for one in decisions if one["decision"].kind not in COURSE],
        "chain_head": short(decisions[0]["decision"].hash) if decisions else "",
    }
    return {
        "tournament": tournament,
        "version": version,
        "hall": hall,
        "table": table,
        "people": people,
        "state": state_sentence(tournament, hall.round),
        "has_small_tables": len({len(tile.places) for tile in hall.counting}) > 1,
        "uneven": uneven(tournament, [len(tile.places) for tile in hall.counting]),
        "preview": tournament_picture(tournament, table, version) if to_strangers else None,
        "results": render_to_string("tournaments/hall/tournament/_results.html", context),
    }


def tournament_context(
    page: Mapping[str, Any], *, typed: str, number: int | None, sees_sheets: bool = False
) -> dict[str, Any]:
    """The page; `typed` is what was searched for, `number` whose page it is.

    Sheets and hands are for devices with a right of their own, not for everybody who sees a public tournament.
    """
    people, hall = page["people"], page["hall"]
    hits = found(people.values(), typed) if typed else []
    person = people.get(number) if number is not None else (hits[0] if len(hits) == 1 else None)
    return {
        **page,
        "typed": typed,
        "hits": [(hit, hall.seat_of(hit.number)) for hit in hits],
        "mine": mine(person, hall, page["table"], sees_sheets=sees_sheets) if person else None,
    }


def state_sentence(tournament: Tournament, round_: Round | None) -> str:
    """The state of the tournament, with its newest round, in a sentence."""
    if tournament.unveiled_from:
        return _("Prize giving")
    if tournament.cancelled_at:
        return _("This tournament was cancelled")
    if tournament.finished_at:
        return _("The tournament is over")
    if round_ is None:
        return _("Not drawn yet")
    if round_.state == RoundState.DRAWN:
        return _("Round %(number)s is drawn: please take your seats") % {"number": round_.number}
    if round_.state == RoundState.PLAYING:
        return _("Round %(number)s is being played") % {"number": round_.number}
    if round_.number < tournament.rounds:
        return _("Round %(number)s is over; the next draw follows") % {"number": round_.number}
    return _("All rounds are played; the prize giving follows")


def about(decision: Decision, shown: Shown) -> str:
    """Tables and start numbers that a decision is about; who drew for a rank only once the ranking is shown."""
    data = decision.data
    if decision.kind == DecisionKind.TIE and not shown.is_everything:
        return ""
    tables = [data["table"]] if "table" in data else data.get("tables", [])
    numbers = [data["number"]] if "number" in data else data.get("numbers", [])
    parts = [_("round %(number)s") % {"number": data["round"]}] if "round" in data else []
    parts += [_("table %(number)s") % {"number": number} for number in tables]
    parts += [_("number %(number)s") % {"number": number} for number in numbers]
    parts += [str(Takes(data["takes"]).label)] if decision.kind == DecisionKind.TAKES else []
    return ", ".join(parts)
