"""Who is where, and who gets which prize: plain ranking over explicit results.

One `RoundResult` a player and round; nothing is looked up. Equal totals share a rank (1, 2, 2, 4) until a tie-break in
the organiser's order, or a drawing that somebody made and recorded, separates them. What is not known (games won on a
sheet of which only totals were typed) is never taken for zero: it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, takewhile


class TieBreak(StrEnum):
    """What separates equal totals. Card and lot are drawn by people, and count once they are recorded."""

    LAST_ROUND = "last_round"
    GAMES_WON = "games_won"
    CARD = "card"
    LOT = "lot"


DRAWN = (TieBreak.CARD, TieBreak.LOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """What one start number brought home from one round.

    `points` is `None` while there are none; `games_won` (as declarer) is `None` if nobody knows. A result is
    provisional until its table is confirmed. A voided table counts zero points and no games.
    """

    number: int
    round: int
    points: int | None
    games_won: int | None = None
    provisional: bool = False
    voided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An order among equals, the best first, as drawn by card or lot in somebody's presence.

    It counts for those of equal rank whom it all names; where several do, the last one recorded. `round` is given for
    a drawing about the standings of one round.
    """

    by: TieBreak
    numbers: tuple[int, ...]
    drawn_by: str
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The tie-breaks in the organiser's order, and the drawings recorded so far, the oldest first.

    A drawing separates everybody, so what is counted never comes after one: such a tie-break is passed over.
    """

    tie_breaks: tuple[TieBreak, ...] = (TieBreak.LAST_ROUND, TieBreak.CARD)
    drawings: tuple[Drawing, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
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

    @property
    def provisional(self) -> bool:
        """Whether a table of this number is not confirmed."""
        return bool(self.open_rounds)


@dataclass(frozen=True, slots=True)
class _Group:
    """Rows that share a rank, and the tie-breaks that singled them out."""

    rows: tuple[Row, ...]
    decided_by: tuple[TieBreak, ...] = ()


def standings(results: Iterable[RoundResult], rules: Rules, *, rounds: Collection[int] = ()) -> tuple[Row, ...]:
    """The overall standings; who shares a rank stands there by start number.

    `rounds` are named where these results are a part of the field, in which somebody may be missing in the last one.
    """
    rows, rounds = _rows(results, rounds)
    drawings = [drawing for drawing in rules.drawings if drawing.round is None]
    return _ranked(rows, _in_force(rules.tie_breaks), drawings, last=len(rounds) - 1)


def round_standings(results: Iterable[RoundResult], round_number: int, rules: Rules) -> tuple[Row, ...]:
    """The standings of one round alone; its own points cannot break its ties, and only drawings about it count."""
    rows, _ = _rows(result for result in results if result.round == round_number)
    drawings = [drawing for drawing in rules.drawings if drawing.round == round_number]
    tie_breaks = [one for one in _in_force(rules.tie_breaks) if one is not TieBreak.LAST_ROUND]
    return _ranked(rows, tie_breaks, drawings, last=0)


def within(
    rows: Sequence[Row], numbers: Collection[int], rules: Rules, *, round_number: int | None = None
) -> tuple[Row, ...]:
    """The standings of a category: its numbers in the same order, ranked among themselves.

    `rows` are the overall standings, or those of the given round. Their order stands; only a rank that they leave
    shared may be separated, by a drawing among those who share it here.
    """
    chosen = set(numbers)
    drawn = [tie_break for tie_break in rules.tie_breaks if tie_break in DRAWN]
    drawings = [drawing for drawing in rules.drawings if drawing.round == round_number]
    groups: list[_Group] = []
    for _, group in groupby((row for row in rows if row.number in chosen), key=lambda row: row.rank):
        groups += _separate(_Group(tuple(group)), drawn, drawings, last=0)
    return _with_ranks(groups, drawn)


def _in_force(tie_breaks: Sequence[TieBreak]) -> list[TieBreak]:
    """What is counted up to the first drawing, and the drawings."""
    return [*takewhile(lambda one: one not in DRAWN, tie_breaks), *(one for one in tie_breaks if one in DRAWN)]


def _rows(results: Iterable[RoundResult], rounds: Collection[int] = ()) -> tuple[list[Row], tuple[int, ...]]:
    """Sums of every number, not ranked yet, and the rounds that there are."""
    by_number: dict[int, dict[int, RoundResult]] = {}
    for result in results:
        own = by_number.setdefault(result.number, {})
        if result.round in own:
            raise ValueError(f"number {result.number} has two results in round {result.round}")
        own[result.round] = result
    shown = tuple(sorted({*rounds, *(number for own in by_number.values() for number in own)}))
    return [_row(number, own, shown) for number, own in sorted(by_number.items())], shown


def _row(number: int, own: Mapping[int, RoundResult], rounds: Sequence[int]) -> Row:
    points = tuple(_points(own[round_number]) if round_number in own else None for round_number in rounds)
    games = [_games_won(result) for result in own.values() if _points(result) is not None]
    known = [won for won in games if won is not None]
    return Row(
        rank=0,
        number=number,
        points=points,
        total=sum(amount for amount in points if amount is not None),
        games_won=sum(known) if len(known) == len(games) else None,
        open_rounds=tuple(each for each in rounds if each in own and own[each].provisional),
        voided_rounds=tuple(each for each in rounds if each in own and own[each].voided),
    )


def _points(result: RoundResult) -> int | None:
    return 0 if result.voided else result.points


def _games_won(result: RoundResult) -> int | None:
    return 0 if result.voided else result.games_won


def _ranked(
    rows: Iterable[Row], tie_breaks: Sequence[TieBreak], drawings: Sequence[Drawing], *, last: int
) -> tuple[Row, ...]:
    groups: list[_Group] = []
    in_order = sorted(rows, key=lambda row: (-row.total, row.number))
    for _, group in groupby(in_order, key=lambda row: row.total):
        groups += _separate(_Group(tuple(group)), tie_breaks, drawings, last=last)
    return _with_ranks(groups, tie_breaks)


def _separate(group: _Group, tie_breaks: Sequence[TieBreak], drawings: Sequence[Drawing], *, last: int) -> list[_Group]:
    """Split a group by the first tie-break that says something about all of it, and its parts by those that follow."""
    if len(group.rows) == 1 or not tie_breaks:
        return [group]
    values = _values(group.rows, tie_breaks[0], drawings, last)
    if values is None or len(set(values.values())) == 1:
        return _separate(group, tie_breaks[1:], drawings, last=last)
    parts = []
    for value in sorted(set(values.values()), reverse=True):
        rows = tuple(row for row in group.rows if values[row.number] == value)
        part = _Group(rows, (*group.decided_by, tie_breaks[0]))
        parts += _separate(part, tie_breaks[1:], drawings, last=last)
    return parts


def _values(rows: Sequence[Row], tie_break: TieBreak, drawings: Sequence[Drawing], last: int) -> dict[int, int] | None:
    """What the tie-break says about each number, more is better; `None` if it is not known of all of them."""
    if tie_break in DRAWN:
        return _drawn({row.number for row in rows}, tie_break, drawings)
    look: Callable[[Row], int | None] = (
        (lambda row: row.points[last]) if tie_break is TieBreak.LAST_ROUND else (lambda row: row.games_won)
    )
    values = {row.number: look(row) for row in rows}
    known = {number: value for number, value in values.items() if value is not None}
    return known if len(known) == len(rows) else None


def _drawn(numbers: set[int], by: TieBreak, drawings: Sequence[Drawing]) -> dict[int, int] | None:
    for drawing in reversed(drawings):
        if drawing.by is by and numbers <= set(drawing.numbers):
            return {number: -drawing.numbers.index(number) for number in numbers}
    return None


def _with_ranks(groups: Iterable[_Group], tie_breaks: Collection[TieBreak]) -> tuple[Row, ...]:
    """Ranks by position: one more than the number of those who are ahead."""
    ranked: list[Row] = []
    draws = any(tie_break in DRAWN for tie_break in tie_breaks)
    for group in groups:
        rank = len(ranked) + 1
        numbers = [row.number for row in group.rows]
        ranked += [
            # Not `dataclasses.replace`, which takes three times as long, two hundred times.
            Row(
                rank=rank,
                number=row.number,
                points=row.points,
                total=row.total,
                games_won=row.games_won,
                decided_by=row.decided_by + group.decided_by,
                tied_with=tuple(number for number in numbers if number != row.number),
                undecided=draws and len(numbers) > 1,
                open_rounds=row.open_rounds,
                voided_rounds=row.voided_rounds,
            )
            for row in group.rows
        ]
    return tuple(ranked)
