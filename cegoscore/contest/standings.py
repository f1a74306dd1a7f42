"""The standings of a tournament: totals over explicit results, ranked and separated by `ties`.

One `RoundResult` a player and round; nothing is looked up. Unknown values are never counted as zero: a tie-break that
needs one is skipped. (Games won are unknown where only totals were typed.) Results and lines are tuples: a page makes
hundreds, and they cost half of what frozen objects cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from cegoscore.contest.ties import (
    DRAWN,
    Drawing,
    Placing,
    TieBreak,
    TieGroup,
    by_total,
    in_force,
    placed,
    ranked,
    separated,
)

TIE_BREAKS = (TieBreak.LAST_ROUND, TieBreak.GAMES_WON, TieBreak.CARD, TieBreak.LOT)
"""The tie-breaks that a tournament can choose from."""

PROPOSED_TIE_BREAKS = (TieBreak.LAST_ROUND, TieBreak.CARD)
"""The tie-breaks that a new tournament is proposed, in their order."""


MISSED = -(10**18)
"""The last round of whoever did not play it, for comparison: less than any points."""


class RoundResult(NamedTuple):
    """The result of a start number in one round.

    `points` is `None` while there are none; `games_won` (as declarer) is `None` if nobody knows. A result is
    provisional until its table is confirmed. A voided table counts zero points and no games. The desk takes a
    `penalty` off whatever the table brought.
    """

    number: int
    round: int
    points: int | None
    games_won: int | None = None
    provisional: bool = False
    voided: bool = False
    penalty: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRules:
    """The tie-breaks in the organiser's order, and the drawings recorded so far, the oldest first.

    A drawing separates everybody, so what is counted never comes after one: such a tie-break is passed over.
    """

    tie_breaks: tuple[TieBreak, ...] = PROPOSED_TIE_BREAKS
    drawings: tuple[Drawing, ...] = ()


class TournamentStanding(NamedTuple):
    """One line of the standings.

    `points` has one entry for each round shown; a voided round has 0 there. `decided_by` names the tie-breaks that
    separated this number from others with the same total, `tied_with` those who still share its rank, and `undecided`
    whether the organiser's rules would have them draw for it.
    """

    rank: int
    number: int
    points: tuple[int | None, ...]
    total: int
    games_won: int | None
    decided_by: tuple[TieBreak, ...] = ()
    tied_with: tuple[int, ...] = ()
    undecided: bool = False
    open_rounds: tuple[int, ...] = ()
    voided_rounds: tuple[int, ...] = ()
    penalty: int = 0
    """Points that were taken off, in all rounds together."""

    @property
    def key(self) -> int:
        """The start number."""
        return self.number

    @property
    def provisional(self) -> bool:
        """True while a table of this number is not confirmed."""
        return bool(self.open_rounds)

    def value(self, tie_break: TieBreak) -> int | None:
        """Points of the last round, or games won; `None` if they are not known. Raises `KeyError` for any other.

        Whoever had gone home before the last round stands behind those who played it.
        """
        if tie_break is TieBreak.LAST_ROUND:
            return MISSED if self.points[-1] is None else self.points[-1]
        if tie_break is TieBreak.GAMES_WON:
            return self.games_won
        raise KeyError(tie_break)

    def placed(self, placing: Placing) -> TournamentStanding:
        """Put the row at this place; what decided about it before stays."""
        return self._replace(
            rank=placing.rank,
            decided_by=self.decided_by + placing.decided_by,
            tied_with=placing.tied_with,
            undecided=placing.undecided,
        )


def rows_of(results: Iterable[RoundResult], rounds: Collection[int] = ()) -> list[TournamentStanding]:
    """Sums of every number, without a rank (0), with points for each of the rounds that there are."""
    by_number: dict[int, dict[int, RoundResult]] = {}
    for result in results:
        by_round = by_number.setdefault(result.number, {})
        if result.round in by_round:
            raise ValueError(f"number {result.number} has two results in round {result.round}")
        by_round[result.round] = result
    shown_rounds = tuple(sorted({*rounds, *(number for by_round in by_number.values() for number in by_round)}))
    return [_row(number, by_round, shown_rounds) for number, by_round in sorted(by_number.items())]


def standings(
    results: Iterable[RoundResult], rules: TieRules, *, rounds: Collection[int] = ()
) -> tuple[TournamentStanding, ...]:
    """The overall standings; who shares a rank stands there by start number.

    `rounds` are named where these results are a part of the field, in which somebody may be missing in the last one.
    """
    return ranked(rows_of(results, rounds), in_force(rules.tie_breaks), rules.drawings)


def final_ranks(results: Iterable[RoundResult], rules: TieRules) -> dict[int, int]:
    """The rank of every number in the overall standings."""
    ranks: dict[int, int] = {}
    for group in by_total(rows_of(results), in_force(rules.tie_breaks), rules.drawings):
        rank = len(ranks) + 1
        ranks.update((row.number, rank) for row in group.rows)
    return ranks


def round_standings(
    results: Iterable[RoundResult], round_number: int, rules: TieRules
) -> tuple[TournamentStanding, ...]:
    """The standings of one round alone; its own points cannot break its ties, nor do drawings, which are about all."""
    rows = rows_of(result for result in results if result.round == round_number)
    tie_breaks = [tie_break for tie_break in in_force(rules.tie_breaks) if tie_break is not TieBreak.LAST_ROUND]
    return ranked(rows, tie_breaks)


def within(
    rows: Sequence[TournamentStanding], numbers: Collection[int], rules: TieRules
) -> tuple[TournamentStanding, ...]:
    """The standings of a category: its numbers in the same order, ranked among themselves.

    `rows` are the overall standings, or those of one round, for which `rules` have no drawings. Their order stands;
    only a rank that they leave shared may be separated, by a drawing among those who share it here.
    """
    chosen = set(numbers)
    drawn = [tie_break for tie_break in rules.tie_breaks if tie_break in DRAWN]
    groups: list[TieGroup[TournamentStanding]] = []
    for _, group in groupby((row for row in rows if row.number in chosen), key=lambda row: row.rank):
        groups += separated(TieGroup(tuple(group)), drawn, rules.drawings)
    return placed(groups, drawn)


def _row(number: int, by_round: Mapping[int, RoundResult], rounds: Sequence[int]) -> TournamentStanding:
    results = [by_round[round_number] for round_number in rounds if round_number in by_round]
    points = [_points(by_round[round_number]) if round_number in by_round else None for round_number in rounds]
    known = [amount for amount in points if amount is not None]
    games = [_games_won(result) for result in results if result.voided or result.points is not None]
    won = [count for count in games if count is not None]
    return TournamentStanding(
        rank=0,
        number=number,
        points=tuple(points),
        total=sum(known),
        games_won=sum(won) if len(won) == len(games) else None,
        open_rounds=tuple([result.round for result in results if result.provisional]),
        voided_rounds=tuple([result.round for result in results if result.voided]),
        penalty=sum([result.penalty for result in results]),
    )


def _points(result: RoundResult) -> int | None:
    points = 0 if result.voided else result.points
    return None if points is None else points - result.penalty


def _games_won(result: RoundResult) -> int | None:
    return 0 if result.voided else result.games_won
