"""The draw's page: the division of the field before the draw, repeated meetings after it."""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from django.db.models import Q, QuerySet

from cegoscore.contest.draw import Wish, repeated_meetings
from cegoscore.contest.late import divisions
from cegoscore.contest.moves import CannotDraw
from tournaments.course.access import shown_to_all
from tournaments.course.entrants import (
    Person,
    coming_of,
    guest_rows,
    people_of,
    registered,
)
from tournaments.course.fees import balance, prices_of
from tournaments.course.locks import Refused
from tournaments.course.queries import uneven
from tournaments.course.team_names import questions_of, teams_in
from tournaments.course.wording import refusal_sentence
from tournaments.desk.tiles import tiles_of
from tournaments.drawing import services
from tournaments.models import Apart, DecisionKind, Entrant, EntrantStatus, Round, Tournament

BY_HAND = (DecisionKind.SWAP, DecisionKind.REDRAW, DecisionKind.SEATED, DecisionKind.UNSEATED)
"""Decisions that changed a draw."""


def proposed_seed() -> str:
    """Eight digits, as somebody in the hall might call them."""
    digits = f"{secrets.randbelow(10**8):08d}"
    return f"{digits[:4]} {digits[4:]}"


def apart_rows(tournament: Tournament) -> QuerySet[Apart]:
    """Wishes to sit apart, the heavier first; none of somebody who left the number to a substitute."""
    rows = tournament.wishes.select_related("one__player__merged_into", "other__player__merged_into")
    return rows.exclude(Q(one__number=None) | Q(other__number=None)).order_by("-weight", "one__number", "other__number")


def fixed_seats_of(tournament: Tournament) -> QuerySet[Entrant]:
    """Entrants with a fixed table, unless they left the number to a substitute."""
    return registered(tournament).exclude(Q(fixed_table=None) | Q(number=None))


def field_of(tournament: Tournament) -> dict[str, Any]:
    """The people present as they are now, and what a draw would make of them.

    `sizes` are the tables, as pairs of count and size, the usual size first; `problem` says why there are none.
    `offers` are size, what remains, house players and tables of a division with fewer of these players; `uneven`
    compares tables of different sizes; `beyond` are entrants whose fixed table there is not; `teams` are not full.
    """
    coming = coming_of(guest_rows(tournament.pk))
    present = [row for row in coming if row.status == EntrantStatus.PRESENT]
    playing, prices = sum(not row.practises for row in present), prices_of(tournament)
    field: dict[str, Any] = {
        "present": playing,
        "practising": len(present) - playing,
        "announced": len(coming) - len(present),
        "unpaid": sum(not row.has_paid and balance(prices, row.fee, row.due, 0).owed > 0 for row in present),
    } | _incomplete(tournament)
    try:
        plan = services.field_plan(tournament, playing)
    except CannotDraw as error:
        return field | {"problem": refusal_sentence(Refused(error.code, **error.params))}
    beyond = fixed_seats_of(tournament).filter(fixed_table__gt=len(plan.sizes), status=EntrantStatus.PRESENT)
    return field | {
        "house": plan.house,
        "sizes": _counted(plan.sizes),
        "beyond": list(beyond),
        "uneven": uneven(tournament, plan.sizes),
        "offers": [
            (size, remainder, other.house, _counted(other.sizes))
            for size, remainder, other in divisions(playing, services.sizes_played(tournament))
            if other.house < plan.house
        ][:1],
    }


def _incomplete(tournament: Tournament) -> dict[str, Any]:
    """Teams of which not everybody is `here`, and names that may be one team's."""
    teams = teams_in(tournament)
    return {"teams": [team for team in teams if team.here < team.size], "which_teams": questions_of(teams)}


def _counted(sizes: Iterable[int]) -> list[tuple[int, int]]:
    return [(count, size) for size, count in Counter(sizes).items()]


def report_on(round_: Round) -> dict[str, Any]:
    """The report on a draw; it is only replayed if somebody meets who should not.

    `again` are pairs at one table that met in earlier rounds, `broken` those that wished to sit apart; `by_hand` are
    swaps and earlier draws of this round. `unseated` are present and came after the draw, `gone` have a seat and went
    home. `is_least`: no draw could have fewer repeated meetings, where who meets for the third time counts twice.

    `mates` are pairs of one team at one table; `mates_least`: no draw could have fewer; `mates_later`: how many of them
    the lot did not seat together, but moves after it, or they came into the team later.
    """
    shown = shown_to_all(round_.tournament)
    people = people_of(round_.tournament, shown)
    tables = [tuple(table) for table in round_.draw["tables"]]
    where = {number: place for place, table in enumerate(tables, 1) for number in table}
    met = repeated_meetings(tables, round_.draw["earlier"])
    mates = list(_mates(people, tables))
    drawn = services.drawn_of(round_) if met or mates else None
    proven = drawn.proven if drawn else True
    seated = set(round_.results.values_list("entrant__number", flat=True))
    present = set(round_.tournament.entrants.filter(status=EntrantStatus.PRESENT).values_list("number", flat=True))
    return {
        "people": people,
        "tables": tiles_of(round_, shown, people=people),
        "again": [(where[pair.one], people[pair.one], people[pair.other], pair.before) for pair in met],
        "mates": mates,
        "mates_least": not drawn or len(mates) <= drawn.fewest_mates,
        "mates_later": len(mates) - drawn.mates_by_lot if drawn else 0,
        "proven": proven,
        "is_least": proven and sum(pair.before for pair in met) <= (drawn.fewest if drawn else 0),
        "broken": list(_broken(services.wishes_of(round_.tournament), where, people)),
        "by_hand": round_.decisions.filter(kind__in=BY_HAND).order_by("number"),
        "unseated": [people[number] for number in sorted(filter(None, present - seated))],
        "gone": [people[number] for number in sorted(filter(None, seated - present))],
    }


def _mates(people: Mapping[int, Person], tables: Iterable[Sequence[int]]) -> Iterable[tuple[int, Person, Person]]:
    """Table and people of each pair of one team."""
    for place, table in enumerate(tables, 1):
        for one, other in combinations([people[number] for number in table if number in people], 2):
            if one.team and one.team == other.team:
                yield place, one, other


def _broken(
    wishes: Iterable[Wish], where: Mapping[int, int], people: Mapping[int, Person]
) -> Iterable[tuple[int, Person, Person]]:
    heaviest_first = sorted(wishes, key=lambda wish: (-wish.weight, wish.one, wish.other))
    for wish in heaviest_first:
        if wish.one in where and where[wish.one] == where.get(wish.other):
            yield where[wish.one], people[wish.one], people[wish.other]
