"""The rarest of six patterns that an evening shows, by which it is told, and the evening in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import pairwise

from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.ledger import Played, best, curve, deeds, own_games, played
from cegoscore.scoring.hands import Points

FEWEST = 8
"""Hands from which on there is something to tell."""
LONG_RUN = 4
"""Own games won one after the other."""


class Pattern(StrEnum):
    """Patterns of an evening, the rarest first."""

    COMEBACK = auto()
    """The winner was alone in the last place in the second half; `count` is the total then, `of` that at the end."""
    RUN = auto()
    """Somebody won `count` of their own games one after the other."""
    CHANGES = auto()
    """The lead changed `count` times."""
    FRONT = auto()
    """Somebody led after `count` of `of` hands."""
    NARROW = auto()
    """Somebody won or lost a game by a single point; `count` is what the hand brought."""
    BIGGEST = auto()
    """The game that brought most; `count` is what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A pattern, the seat that it is about (`None`: all of them), and the hand, if it was one."""

    pattern: Pattern
    seat: int | None
    count: int
    of: int = 0
    hand: Played | None = None


def highlight(document: Document) -> Highlight | None:
    """Find the rarest pattern of the evening; none of fewer than eight hands, or if nobody won a game."""
    hands = played(document)
    if len(hands) < FEWEST:
        return None
    totals = curve(document, hands)[1:]
    leading = leaders(totals)
    common = narrowest(hands, document.rules.half) or _biggest(hands, len(document.players))
    return _comeback(totals) or longest_run(hands) or _changes(leading) or _front(leading) or common


def leaders(totals: Sequence[Sequence[int]]) -> list[int | None]:
    """List the seat that led after each hand: the last that was alone in front."""
    leading: list[int | None] = []
    for row in totals:
        alone = _alone(row, max(row))
        leading.append(alone if alone is not None else (leading[-1] if leading else None))
    return leading


def _alone(row: Sequence[int], total: int) -> int | None:
    return row.index(total) if row.count(total) == 1 else None


def _comeback(totals: Sequence[Sequence[int]]) -> Highlight | None:
    last = totals[-1]
    winner = _alone(last, max(last))
    late = totals[len(totals) // 2 - 1 :]
    lows = [row[winner] for row in late if _alone(row, min(row)) == winner] if winner is not None else []
    return Highlight(pattern=Pattern.COMEBACK, seat=winner, count=min(lows), of=max(last)) if lows else None


def longest_run(hands: Sequence[Played]) -> Highlight | None:
    """Find the most own games that somebody won one after the other, from four on; of equal runs the first."""
    won, longest = Counter[int](), Highlight(pattern=Pattern.RUN, seat=None, count=LONG_RUN - 1)
    for hand in hands:
        if (seat := hand.declarer) is not None:
            won[seat] = won[seat] + 1 if hand.won else 0
            if won[seat] > longest.count:
                longest = Highlight(pattern=Pattern.RUN, seat=seat, count=won[seat])
    return None if longest.seat is None else longest


def changes(leading: Sequence[int | None]) -> int:
    """Count how often somebody else took the lead; the first who led took it from nobody."""
    return sum(before is not None and before != now for before, now in pairwise(leading))


def _changes(leading: Sequence[int | None]) -> Highlight | None:
    count = changes(leading)
    return Highlight(pattern=Pattern.CHANGES, seat=None, count=count) if count * 3 >= len(leading) else None


def _front(leading: Sequence[int | None]) -> Highlight | None:
    for seat, count in Counter(leading).most_common(1):
        if seat is not None and count * 3 >= len(leading) * 2:
            return Highlight(pattern=Pattern.FRONT, seat=seat, count=count, of=len(leading))
    return None


def narrowest(hands: Sequence[Played], half: int) -> Highlight | None:
    """Find the last game that one card point decided; `half` is just lost."""
    for hand in reversed(hands):
        outcome = hand.entry.hand.outcome
        if isinstance(outcome, Points) and outcome.points in (half, half + 1):
            seat = outcome.declarer
            return Highlight(pattern=Pattern.NARROW, seat=seat, count=hand.amounts[seat] or 0, hand=hand)
    return None


def _biggest(hands: Sequence[Played], seats: int) -> Highlight | None:
    biggest = best(own_games([deed for seat in range(seats) for deed in deeds(hands, seat)]))
    if biggest is None:
        return None
    return Highlight(pattern=Pattern.BIGGEST, seat=biggest.seat, count=biggest.amount, hand=biggest.hand)


Figures = tuple[int, list[tuple[int, int]], list[Highlight]]
"""The number of times that somebody else took the lead; seats with the number of hands after which they led, most
first; the largest rise from somebody's lowest total to the end, the narrowest game, the longest run: what there was."""


def figures(document: Document, hands: Sequence[Played], totals: Sequence[Sequence[int]]) -> Figures | None:
    """Count the figures of an evening with these hands in force and their `curve`; none of fewer than eight."""
    if len(hands) < FEWEST:
        return None
    leading = leaders(totals[1:])
    front = Counter(seat for seat in leading if seat is not None)
    moments = _largest_rise(totals), narrowest(hands, document.rules.half), longest_run(hands)
    return changes(leading), front.most_common(), list(filter(None, moments))


def _largest_rise(totals: Sequence[Sequence[int]]) -> Highlight | None:
    """Find it from a lowest total to the end; of equal ones that of the first seat. `count` and `of` are the two."""
    rises = [(column[-1] - min(column), seat) for seat, column in enumerate(zip(*totals, strict=True))]
    rise, seat = max(rises, key=lambda row: row[0])
    end = totals[-1][seat]
    return Highlight(pattern=Pattern.COMEBACK, seat=seat, count=end - rise, of=end) if rise else None
