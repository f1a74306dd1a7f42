"""Moves after the lot: seats swapped, somebody seated afterwards, somebody who is not there.

All of them are published, and `apply` gives everybody the same tables. A seat afterwards is drawn by lot among the
chairs or tables that the move names; people are start numbers, tables in moves count from 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cegoscore.contest.lots import Lots

TEXTS = {
    "too_few_players": "needs at least {least} players",
    "size_not_played": "tables of {size} are not played here",
    "field_does_not_divide": "{players} players cannot be divided into tables of {size} and {other}",
    "no_seed": "needs a seed of letters, digits and signs, at most {most}",
    "number_twice": "number {number} stands here twice",
    "seats_do_not_fit": "{players} players do not fill {seats} seats",
    "table_too_small": "a table needs at least two seats",
    "unknown_number": "number {number} does not take part",
    "unknown_seat": "table {table} has no seat {seat}",
    "table_full": "more numbers are fixed at table {table} than it has seats",
    "no_seat_left": "every seat is taken",
    "fixed_table_taken": "no seat can be had at table {table}, where the number always sits",
}


class CannotDraw(ValueError):
    """Raised for what cannot be drawn: a code, its parameters, and the English text as the message."""

    def __init__(self, code: str, **params: int) -> None:
        self.code, self.params = code, params
        super().__init__(TEXTS[code].format(**params))


Swap = tuple[int, int]
"""Two numbers that exchange their seats."""


class Join(NamedTuple):
    """A number that draws a seat after the lot: one of the chairs of `instead_of`, or a new one `at` a table.

    Whoever had the chair leaves. A new chair is the last one of its table.
    """

    number: int
    instead_of: tuple[int, ...] = ()
    at: tuple[int, ...] = ()


class Leave(NamedTuple):
    """A number that is not there: the table plays with one less, and the seats behind it move up."""

    number: int


Move = Swap | Join | Leave


@dataclass(frozen=True, slots=True)
class SeatedTables:
    """Start numbers at their tables in seat order, and the seat of each table that deals first."""

    tables: tuple[tuple[int, ...], ...]
    dealers: tuple[int, ...]


def apply(seated: SeatedTables, moves: Iterable[Move], *, seed: str, round_number: int) -> SeatedTables:
    """The tables after the moves, one after the other. Raises `CannotDraw` for a move that cannot be made."""
    tables, dealers = [list(table) for table in seated.tables], list(seated.dealers)
    for move in moves:
        if isinstance(move, Join):
            _join(tables, move, Lots(seed.strip(), round_number, f"join {move.number}"))
        elif isinstance(move, Leave):
            _leave(tables, dealers, move.number)
        else:
            _swap(tables, *move)
    return SeatedTables(tuple(map(tuple, tables)), tuple(dealers))


def seated_after(
    numbers: Iterable[int], tables: int, moves: Iterable[Move], *, seed: str, round_number: int
) -> set[int]:
    """The numbers with a seat after the moves, wherever they sat before. Raises `CannotDraw`."""
    nobody = (0,) * MOST_EMPTY
    everywhere = ((*nobody, *numbers), *((nobody,) * (tables - 1)))
    seated = apply(SeatedTables(everywhere, (0,) * tables), moves, seed=seed, round_number=round_number)
    return {number for table in seated.tables for number in table if number}


def place_of(tables: Sequence[Sequence[int]], number: int) -> tuple[int, int]:
    """Table and seat of a number, from 0. Raises `CannotDraw` if it has none."""
    for row, table in enumerate(tables):
        if number in table:
            return row, table.index(number)
    raise CannotDraw("unknown_number", number=number)


def _swap(tables: list[list[int]], one: int, other: int) -> None:
    first, second = place_of(tables, one), place_of(tables, other)
    tables[first[0]][first[1]], tables[second[0]][second[1]] = other, one


def _join(tables: list[list[int]], move: Join, lots: Lots) -> None:
    if any(move.number in table for table in tables):
        raise CannotDraw("number_twice", number=move.number)
    if move.instead_of:
        places = [place_of(tables, number) for number in sorted(set(move.instead_of))]
        row, seat = lots.one_of(places)
        tables[row][seat] = move.number
        return
    rows = sorted({place - 1 for place in move.at})
    if not rows:
        raise CannotDraw("no_seat_left")
    if rows[0] < 0 or rows[-1] >= len(tables):
        raise CannotDraw("unknown_seat", table=rows[-1] + 1, seat=1)
    tables[lots.one_of(rows)].append(move.number)


def _leave(tables: list[list[int]], dealers: list[int], number: int) -> None:
    row, seat = place_of(tables, number)
    if len(tables[row]) <= MOST_EMPTY:
        raise CannotDraw("table_too_small")
    del tables[row][seat]
    if seat < dealers[row]:
        dealers[row] -= 1
    dealers[row] %= len(tables[row])


MOST_EMPTY = 2
"""Tables of two do not become smaller."""
