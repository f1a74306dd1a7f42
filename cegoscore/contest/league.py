"""Who is where in a season: events with points by player in, rows of a league table out. Nothing is looked up.

An event is worth its points, only its plus, or points by rank; all of a player's events count, or the best of them.
Equal totals share a rank (1, 2, 2, 4) until a tie-break in the organiser's order, or a drawing that somebody made and
recorded, separates them. `docs/league.md` says the same for those who count along.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, takewhile


class Worth(StrEnum):
    """What an event counts for a player."""

    POINTS = "points"
    PLUS = "plus"
    """As many points as were won there; a loss counts nothing."""
    RANKS = "ranks"
    """What a table gives for the rank there; equal points have the same rank, ranks beyond the table get nothing."""


class TieBreak(StrEnum):
    """What separates equal totals. Card and lot are drawn by people, and count once they are recorded."""

    WINS = "wins"
    """More events won, alone or with others."""
    BEST = "best"
    """The most points at one event."""
    CARD = "card"
    LOT = "lot"


DRAWN = (TieBreak.CARD, TieBreak.LOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One evening or tournament of a season: what every player brought home from there."""

    key: int
    points: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The way of counting of a season.

    `best` is how many events of a player count, all if there is none; the others are shown, but struck. Who played
    fewer than `least` events is not ranked.
    """

    worth: Worth = Worth.POINTS
    best: int | None = None
    rank_points: tuple[int, ...] = ()
    least: int = 1
    tie_breaks: tuple[TieBreak, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An order among equals, the best first, as drawn by card or lot in somebody's presence.

    It counts for those whom it all names, while they have the total that it was drawn at; where several do, the last
    one recorded.
    """

    by: TieBreak
    players: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a player has from one event: the points there, what they are worth, and whether that counts."""

    points: int
    value: int
    rank: int
    struck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the league table.

    `results` has one entry for each event, `None` where the player was missing; `rank` is `None` for who has played too
    few events. `before` is the rank before the last event, `decided_by` names the tie-breaks that separated this player
    from others with the same total, `tied_with` those who still share the rank, and `undecided` whether the organiser's
    rules would have them draw for it.
    """

    player: int
    results: tuple[Result | None, ...]
    total: int
    events: int
    wins: int
    best: int
    rank: int | None = None
    before: int | None = None
    decided_by: tuple[TieBreak, ...] = ()
    tied_with: tuple[int, ...] = ()
    undecided: bool = False

    @property
    def change(self) -> int | None:
        """How many ranks up since the last event, down if negative; `None` if there is nothing to compare."""
        return None if self.rank is None or self.before is None else self.before - self.rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A player whose rank would be another one."""

    player: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class _Group:
    """Rows that share a rank, and the tie-breaks that singled them out."""

    rows: tuple[Row, ...]
    decided_by: tuple[TieBreak, ...] = ()


def league_table(
    events: Sequence[Event],
    counting: Counting,
    drawings: Sequence[Drawing] = (),
    *,
    only: Collection[int] | None = None,
) -> tuple[Row, ...]:
    """The table after all events, given in the order of their days; of a category, if `only` names its players.

    Those who are not ranked come last, in the same order. What an event is worth does not depend on `only`.
    """
    results = _results(events, counting, only)
    rows = _ranked(_rows(results, counting, len(events)), counting, drawings)
    last = max((place for place, event in enumerate(events) if event.points), default=None)
    if last is None:
        return rows
    earlier = {player: {place: own[place] for place in own if place != last} for player, own in results.items()}
    before = _ranked(_rows(earlier, counting, len(events)), counting, drawings)
    ranks = {row.player: row.rank for row in before}
    return tuple(replace(row, before=ranks.get(row.player)) for row in rows)


def moves(before: Iterable[Row], after: Iterable[Row]) -> tuple[Move, ...]:
    """Whose rank differs between two tables, in the order of the second; who is in one of them only has no rank."""
    old = {row.player: row.rank for row in before}
    new = {row.player: row.rank for row in after}
    return tuple(
        Move(player=player, before=old.get(player), after=new.get(player))
        for player in (new | old)
        if old.get(player) != new.get(player)
    )


def _results(events: Sequence[Event], counting: Counting, only: Collection[int] | None) -> dict[int, dict[int, Result]]:
    """What every player has from each event, by player and the event's place; nothing is struck yet."""
    wanted = None if only is None else set(only)
    found: dict[int, dict[int, Result]] = {}
    for place, event in enumerate(events):
        ranks = _ranks(event.points.values())
        for player, points in event.points.items():
            if wanted is None or player in wanted:
                rank = ranks[points]
                result = Result(points=points, value=_value(points, rank, counting), rank=rank)
                found.setdefault(player, {})[place] = result
    return found


def _ranks(points: Iterable[int]) -> dict[int, int]:
    """The rank that each amount of points has: one more than the number of those who have more."""
    ranks: dict[int, int] = {}
    for place, amount in enumerate(sorted(points, reverse=True), 1):
        ranks.setdefault(amount, place)
    return ranks


def _value(points: int, rank: int, counting: Counting) -> int:
    if counting.worth is Worth.RANKS:
        return counting.rank_points[rank - 1] if rank <= len(counting.rank_points) else 0
    return max(0, points) if counting.worth is Worth.PLUS else points


def _rows(results: Mapping[int, Mapping[int, Result]], counting: Counting, events: int) -> list[Row]:
    """Sums of everybody who played, not ranked yet."""
    return [_row(player, own, counting, events) for player, own in results.items() if own]


def _row(player: int, own: Mapping[int, Result], counting: Counting, events: int) -> Row:
    struck = _struck(own, counting.best)
    shown = {place: replace(result, struck=True) if place in struck else result for place, result in own.items()}
    return Row(
        player=player,
        results=tuple(shown.get(place) for place in range(events)),
        total=sum(result.value for result in shown.values() if not result.struck),
        events=len(own),
        wins=sum(result.rank == 1 for result in own.values()),
        best=max(result.points for result in own.values()),
    )


def _struck(own: Mapping[int, Result], best: int | None) -> set[int]:
    """Where the events stand that are one too many; of equal ones the later."""
    if best is None or len(own) <= best:
        return set()
    order = sorted(own, key=lambda place: (-own[place].value, -own[place].points, place))
    return set(order[best:])


def _ranked(rows: Iterable[Row], counting: Counting, drawings: Sequence[Drawing]) -> tuple[Row, ...]:
    in_order = sorted(rows, key=lambda row: (row.events < counting.least, -row.total, row.player))
    tie_breaks = _in_force(counting.tie_breaks)
    groups: list[_Group] = []
    for _, group in groupby(in_order, key=lambda row: (row.events < counting.least, row.total)):
        groups += _separate(_Group(tuple(group)), tie_breaks, drawings)
    return _with_ranks(groups, counting, draws=any(one in DRAWN for one in tie_breaks))


def _in_force(tie_breaks: Sequence[TieBreak]) -> list[TieBreak]:
    """What is counted up to the first drawing, and the drawings: these separate everybody."""
    return [*takewhile(lambda one: one not in DRAWN, tie_breaks), *(one for one in tie_breaks if one in DRAWN)]


def _separate(group: _Group, tie_breaks: Sequence[TieBreak], drawings: Sequence[Drawing]) -> list[_Group]:
    """Split a group by the first tie-break that tells its rows apart, and its parts by those that follow."""
    if len(group.rows) == 1 or not tie_breaks:
        return [group]
    values = _values(group.rows, tie_breaks[0], drawings)
    if len(set(values.values())) <= 1:
        return _separate(group, tie_breaks[1:], drawings)
    parts = []
    for value in sorted(set(values.values()), reverse=True):
        rows = tuple(row for row in group.rows if values[row.player] == value)
        parts += _separate(_Group(rows, (*group.decided_by, tie_breaks[0])), tie_breaks[1:], drawings)
    return parts


def _values(rows: Sequence[Row], tie_break: TieBreak, drawings: Sequence[Drawing]) -> dict[int, int]:
    """What the tie-break says about each player, more is better; nothing if it is a drawing that was not held."""
    if tie_break is TieBreak.WINS:
        return {row.player: row.wins for row in rows}
    if tie_break is TieBreak.BEST:
        return {row.player: row.best for row in rows}
    players = {row.player for row in rows}
    for drawing in reversed(drawings):
        if drawing.by is tie_break and drawing.total == rows[0].total and players <= set(drawing.players):
            return {player: -drawing.players.index(player) for player in players}
    return {}


def _with_ranks(groups: Iterable[_Group], counting: Counting, *, draws: bool) -> tuple[Row, ...]:
    """Ranks by position: one more than the number of those who are ahead."""
    rows: list[Row] = []
    for group in groups:
        players = [row.player for row in group.rows]
        is_ranked = group.rows[0].events >= counting.least
        rank = len(rows) + 1 if is_ranked else None
        rows += [
            replace(
                row,
                rank=rank,
                decided_by=group.decided_by if is_ranked else (),
                tied_with=tuple(player for player in players if player != row.player) if is_ranked else (),
                undecided=draws and is_ranked and len(players) > 1,
            )
            for row in group.rows
        ]
    return tuple(rows)
