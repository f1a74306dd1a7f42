"""The league table of a season: events with points by player in, ranked rows out. Nothing is looked up.

An event is worth its points, only its plus, or points by rank; all of a player's events count, or the best of them.
Equal totals are separated by `ties`. `docs/contest.md` says the same for those who count along. Results and lines are
tuples, which cost half of what frozen objects cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cegoscore.contest.ties import Drawing, Placing, TieBreak, by_total, in_force, ranked, ranks_of

TIE_BREAKS = (TieBreak.WINS, TieBreak.BEST, TieBreak.CARD, TieBreak.LOT)
"""The tie-breaks that a season can choose from."""

PROPOSED_TIE_BREAKS: tuple[TieBreak, ...] = ()
"""The tie-breaks that a new season is proposed, in their order: equal totals share a rank."""


class Worth(StrEnum):
    """The value of an event for a player."""

    POINTS = "points"
    PLUS = "plus"
    """Points that were won there; a loss counts nothing."""
    RANKS = "ranks"
    """Points from a table by the rank there; equal points share a rank, ranks beyond the table get nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPoints:
    """One evening or tournament of a season: what every player brought home from there."""

    key: int
    points: Mapping[int, int]
    weight: int = 1
    """Factor of its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """The way in which a season counts.

    `best` is how many events of a player count, all if there is none; the others are shown, but struck. Who played
    fewer than `least` events is not ranked.
    """

    worth: Worth = Worth.POINTS
    best: int | None = None
    rank_points: tuple[int, ...] = ()
    least: int = 1
    tie_breaks: tuple[TieBreak, ...] = PROPOSED_TIE_BREAKS


class EventResult(NamedTuple):
    """A player's result of one event: points, their value, rank, and whether the value is struck."""

    points: int
    value: int
    rank: int
    struck: bool = False


class LeagueStanding(NamedTuple):
    """One line of the league table.

    `results` has one entry for each event, `None` where the player was missing; `rank` is `None` for who has played too
    few events. `before` is the rank before the last event, `decided_by` names the tie-breaks that separated this player
    from others with the same total, `tied_with` those who still share the rank, and `undecided` whether the organiser's
    rules would have them draw for it.
    """

    player: int
    results: tuple[EventResult | None, ...]
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
    def key(self) -> int:
        """The player."""
        return self.player

    def value(self, tie_break: TieBreak) -> int:
        """Events won, or the points of the best event. Raises `KeyError` for a tie-break of tournaments."""
        return {TieBreak.WINS: self.wins, TieBreak.BEST: self.best}[tie_break]

    def placed(self, placing: Placing) -> LeagueStanding:
        """Put the row at this place."""
        return self._replace(
            rank=placing.rank,
            decided_by=placing.decided_by,
            tied_with=placing.tied_with,
            undecided=placing.undecided,
        )

    @property
    def change(self) -> int | None:
        """Ranks gained since the last event, lost if negative; `None` if there is nothing to compare."""
        return None if self.rank is None or self.before is None else self.before - self.rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A player whose rank would be another one."""

    player: int
    before: int | None
    after: int | None

    @property
    def by(self) -> int | None:
        """Ranks gained, lost if negative; `None` if there is no rank before or after."""
        return None if self.before is None or self.after is None else self.before - self.after

    @property
    def ranks(self) -> int:
        """Ranks moved, in either direction."""
        return abs(self.by or 0)


def league_table(
    events: Sequence[EventPoints],
    rules: LeagueRules,
    drawings: Sequence[Drawing] = (),
    *,
    only: Collection[int] | None = None,
) -> tuple[LeagueStanding, ...]:
    """The table after all events, given in the order of their days; of a category, if `only` names its players.

    Those who are not ranked come last, in the same order. What an event is worth does not depend on `only`.
    """
    results = _results(events, rules, only)
    rows = _ranked(_rows(results, rules, len(events)), rules, drawings)
    last = max((place for place, event in enumerate(events) if event.points), default=None)
    if last is None:
        return rows
    earlier = {
        player: {place: theirs[place] for place in theirs if place != last} for player, theirs in results.items()
    }
    before = _ranked(_rows(earlier, rules, len(events)), rules, drawings)
    ranks = {row.player: row.rank for row in before}
    if not ranks:
        return rows
    return tuple([row._replace(before=ranks.get(row.player)) for row in rows])


def moves(before: Iterable[LeagueStanding], after: Iterable[LeagueStanding]) -> tuple[Move, ...]:
    """Players whose rank differs between two tables, in the order of the second; `None` for a table that lacks them."""
    old = {row.player: row.rank for row in before}
    new = {row.player: row.rank for row in after}
    return tuple(
        Move(player=player, before=old.get(player), after=new.get(player))
        for player in (new | old)
        if old.get(player) != new.get(player)
    )


def _results(
    events: Sequence[EventPoints], rules: LeagueRules, only: Collection[int] | None
) -> dict[int, dict[int, EventResult]]:
    """Results by player and the event's place; nothing is struck yet."""
    wanted = None if only is None else set(only)
    by_player: dict[int, dict[int, EventResult]] = {}
    for place, event in enumerate(events):
        ranks = ranks_of(event.points.values())
        for player, points in event.points.items():
            if wanted is None or player in wanted:
                rank = ranks[points]
                value = event.weight * _value(points, rank, rules)
                result = EventResult(points=points, value=value, rank=rank)
                by_player.setdefault(player, {})[place] = result
    return by_player


def _value(points: int, rank: int, rules: LeagueRules) -> int:
    if rules.worth is Worth.RANKS:
        return rules.rank_points[rank - 1] if rank <= len(rules.rank_points) else 0
    return max(0, points) if rules.worth is Worth.PLUS else points


def _rows(results: Mapping[int, Mapping[int, EventResult]], rules: LeagueRules, events: int) -> list[LeagueStanding]:
    """Sums of everybody who played, not ranked yet."""
    return [_row(player, theirs, rules, events) for player, theirs in results.items() if theirs]


def _row(player: int, results: Mapping[int, EventResult], rules: LeagueRules, events: int) -> LeagueStanding:
    struck = {place: results[place]._replace(struck=True) for place in _struck(results, rules.best)}
    marked = {**results, **struck} if struck else results
    return LeagueStanding(
        player=player,
        results=tuple([marked.get(place) for place in range(events)]),
        total=sum([result.value for result in marked.values() if not result.struck]),
        events=len(results),
        wins=sum([result.rank == 1 for result in results.values()]),
        best=max([result.points for result in results.values()]),
    )


def _struck(results: Mapping[int, EventResult], best: int | None) -> set[int]:
    """Places of the events beyond the best ones; of equal ones the later is struck."""
    if best is None or len(results) <= best:
        return set()
    order = sorted(results, key=lambda place: (-results[place].value, -results[place].points, place))
    return set(order[best:])


def _ranked(
    rows: Sequence[LeagueStanding], rules: LeagueRules, drawings: Sequence[Drawing]
) -> tuple[LeagueStanding, ...]:
    """The rows of who played often enough with their ranks, then the others in the same order."""
    tie_breaks = in_force(rules.tie_breaks)
    often = [row for row in rows if row.events >= rules.least]
    seldom = by_total((row for row in rows if row.events < rules.least), tie_breaks, drawings)
    return (*ranked(often, tie_breaks, drawings), *(row for group in seldom for row in group.rows))
