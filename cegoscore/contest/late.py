"""Seats after the draw: the move by which a late-comer gets one by lot, and the one for somebody who is not there.

A late-comer draws among the best chairs only: those without a team-mate and where nobody is met again if that is
possible, where no wish is broken, and where nobody sits at an odd table a second time. Which these are is published in
the move.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cegoscore.contest.balance import odd_tables, times_odd
from cegoscore.contest.draw import Draw, Plan as FieldPlan, Remainder, Wish, table_sizes
from cegoscore.contest.moves import CannotDraw, Join, place_of

Table = Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chairs:
    """The state in which somebody draws a seat: who may be replaced, which tables are closed, which sizes are played.

    `empty` are the numbers of people who are not there, `house` those of house players. At the tables in `closed`
    (from 0) a hand was written already.
    """

    playable: Collection[int]
    usual: int
    empty: Collection[int] = ()
    house: Collection[int] = ()
    closed: Collection[int] = ()
    apart: Sequence[Wish] = ()
    teams: Collection[Sequence[int]] = ()
    only: int | None = None
    """The one table (from 0) at which they always sit; none if it may be any."""


def seat_for(drawn: Draw, number: int, chairs: Chairs) -> Join:
    """The move that seats a number: an empty chair, else a house player's, else a smaller table, else any that grows.

    Raises `CannotDraw` if there is no seat for it.
    """
    for chairs_of_kind in (chairs.empty, chairs.house):
        taken = [other for other in chairs_of_kind if _is_free(_table_of(drawn, other), chairs)]
        if taken:
            costs = {other: _cost(drawn, _replaced(drawn, other, number), number, chairs) for other in taken}
            return Join(number, instead_of=_least(costs))
    growing = {
        row: (max(len(table) + 1 - chairs.usual, 0), *_cost(drawn, _grown(drawn, row, number), number, chairs))
        for row, table in enumerate(drawn.tables)
        if len(table) + 1 in chairs.playable and _is_free(row, chairs)
    }
    if not growing and chairs.only is not None:
        raise CannotDraw("fixed_table_taken", table=chairs.only + 1)
    if not growing:
        raise CannotDraw("no_seat_left")
    return Join(number, at=tuple(row + 1 for row in _least(growing)))


def can_shrink(drawn: Draw, number: int, chairs: Chairs) -> bool:
    """True if the table of a number that is not there can play without it; else a house player has to come."""
    row, _seat = place_of(drawn.tables, number)
    return len(drawn.tables[row]) - 1 in chairs.playable


def _least(costs: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """The keys of the least cost, in order."""
    least = min(costs.values())
    return tuple(sorted(key for key, cost in costs.items() if cost == least))


def _table_of(drawn: Draw, number: int) -> int | None:
    return next((row for row, table in enumerate(drawn.tables) if number in table), None)


def _is_free(row: int | None, chairs: Chairs) -> bool:
    """True if they may sit down at this table."""
    return row is not None and row not in chairs.closed and chairs.only in (None, row)


def _replaced(drawn: Draw, number: int, newcomer: int) -> list[Table]:
    """The tables with somebody else in the chair of a number."""
    return [[newcomer if other == number else other for other in table] for table in drawn.tables]


def _grown(drawn: Draw, row: int, newcomer: int) -> list[Table]:
    """The tables with one more at one of them."""
    return [[*table, newcomer] if place == row else table for place, table in enumerate(drawn.tables)]


def _cost(drawn: Draw, tables: Sequence[Table], number: int, chairs: Chairs) -> tuple[int, ...]:
    """Team-mates and repeated meetings of a number at these tables, wishes it breaks, balance of the odd tables.

    The last is how often those who are there, and sit at an odd table then, sat at one in earlier rounds.
    """
    earlier = drawn.basis.earlier
    company = {other for table in tables if number in table for other in table if other != number}
    mates = sum(len(company.intersection(team)) for team in chairs.teams if number in team)
    met = sum(len(company.intersection(table)) for before in earlier for table in before if number in table)
    pairs = [(wish.weight, {wish.one, wish.other}) for wish in chairs.apart]
    broken = sum(weight for weight, pair in pairs if number in pair and pair - {number} <= company)
    odd = [other for row in odd_tables([len(table) for table in tables]) for other in tables[row]]
    return mates, met, broken, sum(times_odd({*odd} - {*chairs.empty, *chairs.house}, earlier))


def divisions(players: int, playable: Collection[int]) -> list[tuple[int, Remainder, FieldPlan]]:
    """Every setting (players a table, treatment of the rest) with a plan for a field, fewest house players first.

    Of settings that give the same tables only the first is named.
    """
    plans: dict[FieldPlan, tuple[int, Remainder, FieldPlan]] = {}
    for size in sorted(playable, key=lambda size: (size != USUAL, size)):
        for remainder in (Remainder.SMALLER, Remainder.LARGER, Remainder.HOUSE):
            try:
                plan = table_sizes(players, size, remainder, playable=playable)
            except CannotDraw:
                continue
            plans.setdefault(plan, (size, remainder, plan))
    return sorted(plans.values(), key=lambda one: (one[2].house, one[0] != USUAL))


USUAL = 4
"""Players a table where nothing else is said."""
