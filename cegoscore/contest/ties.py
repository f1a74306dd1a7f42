"""Ranks and tie-breaks of explicit rows: one implementation for the standings of a tournament and for a league table.

Equal totals share a rank (1, 2, 2, 4) until a tie-break in the organiser's order separates them: a value that is known
of all of them, or a drawing that somebody made and recorded. `docs/contest.md` says the same for those who count along.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, takewhile
from typing import Generic, NamedTuple, Protocol, Self, TypeVar


class TieBreak(StrEnum):
    """A criterion that separates equal totals. Card and lot are drawn by people, and count once they are recorded."""

    LAST_ROUND = "last_round"
    """More points in the tournament's last round."""
    GAMES_WON = "games_won"
    """More games won as declarer."""
    WINS = "wins"
    """More events of the season won, alone or with others."""
    BEST = "best"
    """More points at the best single event of the season."""
    CARD = "card"
    LOT = "lot"


DRAWN = (TieBreak.CARD, TieBreak.LOT)
"""Tie-breaks that separate everybody; what is counted never comes after one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An order among equals, the best first, as drawn by card or lot in somebody's presence.

    `order` holds keys of rows. The drawing counts for those of equal rank whom it all names, with a `total` only while
    that is theirs; where several do, the last one recorded.
    """

    by: TieBreak
    order: tuple[int, ...]
    total: int | None = None


class Placing(NamedTuple):
    """A row's place: its rank, the tie-breaks that separated it, and the keys of those who still share the rank.

    `undecided` if the organiser's tie-breaks would have them draw for it.
    """

    rank: int
    decided_by: tuple[TieBreak, ...]
    tied_with: tuple[int, ...]
    undecided: bool


class Rankable(Protocol):
    """A row that can be ranked by its total and separated by tie-breaks."""

    @property
    def key(self) -> int:
        """The start number or player that drawings name; no two rows have the same."""

    @property
    def total(self) -> int:
        """The points that decide first, more is better."""

    def value(self, tie_break: TieBreak) -> int | None:
        """The row's value for a tie-break that is counted, more is better; `None` if it is not known."""

    def placed(self, placing: Placing) -> Self:
        """Put the row at this place."""


R = TypeVar("R", bound=Rankable)


class TieGroup(NamedTuple, Generic[R]):
    """Rows that share a rank, and the tie-breaks that separated them from others with the same total."""

    rows: tuple[R, ...]
    decided_by: tuple[TieBreak, ...] = ()


def in_force(tie_breaks: Iterable[TieBreak]) -> tuple[TieBreak, ...]:
    """The tie-breaks that can decide: those counted up to the first drawing, and all drawings."""
    chosen = tuple(tie_breaks)
    counted = takewhile(lambda tie_break: tie_break not in DRAWN, chosen)
    return (*counted, *(tie_break for tie_break in chosen if tie_break in DRAWN))


def ranks_of(field: Iterable[int]) -> dict[int, int]:
    """The rank of each total in a field by points alone: one more than the number of those ahead."""
    ranks: dict[int, int] = {}
    for place, total in enumerate(sorted(field, reverse=True), 1):
        ranks.setdefault(total, place)
    return ranks


def ranked(rows: Iterable[R], tie_breaks: Sequence[TieBreak] = (), drawings: Sequence[Drawing] = ()) -> tuple[R, ...]:
    """Rank rows by total and tie-breaks; who shares a rank stands there by key. `drawings` come oldest first."""
    return placed(by_total(rows, tie_breaks, drawings), tie_breaks)


def by_total(rows: Iterable[R], tie_breaks: Sequence[TieBreak], drawings: Sequence[Drawing]) -> list[TieGroup[R]]:
    """The groups of rows that share a rank, the best first."""
    groups: list[TieGroup[R]] = []
    in_order = sorted(rows, key=lambda row: (-row.total, row.key))
    for _, equal in groupby(in_order, key=lambda row: row.total):
        groups += separated(TieGroup(tuple(equal)), tie_breaks, drawings)
    return groups


def separated(group: TieGroup[R], tie_breaks: Sequence[TieBreak], drawings: Sequence[Drawing]) -> list[TieGroup[R]]:
    """Split a group by the first tie-break that tells its rows apart, and its parts by those that follow."""
    if len(group.rows) == 1 or not tie_breaks:
        return [group]
    first, *others = tie_breaks
    values = _values(group.rows, first, drawings)
    if len(set(values.values())) <= 1:
        return separated(group, others, drawings)
    parts: list[TieGroup[R]] = []
    for value in sorted(set(values.values()), reverse=True):
        rows = tuple(row for row in group.rows if values[row.key] == value)
        parts += separated(TieGroup(rows, (*group.decided_by, first)), others, drawings)
    return parts


def placed(groups: Iterable[TieGroup[R]], tie_breaks: Sequence[TieBreak]) -> tuple[R, ...]:
    """Ranks by position: one more than the number of rows ahead."""
    draws = any(tie_break in DRAWN for tie_break in tie_breaks)
    rows: list[R] = []
    for group in groups:
        rank = len(rows) + 1
        keys = [row.key for row in group.rows]
        undecided = draws and len(keys) > 1
        for row in group.rows:
            shared = tuple([key for key in keys if key != row.key]) if len(keys) > 1 else ()
            rows.append(row.placed(Placing(rank, group.decided_by, shared, undecided)))
    return tuple(rows)


def _values(rows: Sequence[R], tie_break: TieBreak, drawings: Sequence[Drawing]) -> dict[int, int]:
    """The value of each key, more is better; nothing if it is not known of all rows, or was not drawn."""
    if tie_break in DRAWN:
        return _drawn({row.key for row in rows}, rows[0].total, tie_break, drawings)
    values = {row.key: value for row in rows if (value := row.value(tie_break)) is not None}
    return values if len(values) == len(rows) else {}


def _drawn(keys: set[int], total: int, by: TieBreak, drawings: Sequence[Drawing]) -> dict[int, int]:
    """The places in the last drawing that counts for these keys, as values."""
    for drawing in reversed(drawings):
        if drawing.by is by and drawing.total in (None, total) and keys <= set(drawing.order):
            return {key: -drawing.order.index(key) for key in keys}
    return {}
