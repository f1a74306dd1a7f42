"""The rarest of six patterns that an evening shows: by it the evening is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import pairwise

from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.review import Played, best, curve, deeds, own_games, played
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """An evening hand by hand: running totals, and who led after each."""

    hands: Sequence[Played]
    totals: Sequence[Sequence[int]]
    leaders: Sequence[int | None]
    half: int
    """Card points with which a game is just lost."""


def highlight(document: Document) -> Highlight | None:
    """Find the rarest pattern of the evening; none of fewer than eight hands, or if nobody won a game."""
    hands = played(document)
    if len(hands) < FEWEST:
        return None
    totals = curve(document, hands)[1:]
    course = Course(hands=hands, totals=totals, leaders=leaders(totals), half=document.rules.total // 2)
    return next((found for pattern in PATTERNS if (found := pattern(course))), None)


def leaders(totals: Sequence[Sequence[int]]) -> list[int | None]:
    """List the seat that led after each hand: the last that was alone in front."""
    found: list[int | None] = []
    for row in totals:
        alone = _alone(row, max(row))
        found.append(alone if alone is not None else (found[-1] if found else None))
    return found


def _alone(row: Sequence[int], total: int) -> int | None:
    return row.index(total) if row.count(total) == 1 else None


def _comeback(course: Course) -> Highlight | None:
    last = course.totals[-1]
    winner = _alone(last, max(last))
    late = course.totals[len(course.totals) // 2 - 1 :]
    lows = [row[winner] for row in late if _alone(row, min(row)) == winner] if winner is not None else []
    return Highlight(pattern=Pattern.COMEBACK, seat=winner, count=min(lows), of=max(last)) if lows else None


def _run(course: Course) -> Highlight | None:
    runs, longest = dict.fromkeys(range(len(course.totals[0])), 0), (0, 0)
    for hand in course.hands:
        if hand.declarer is not None:
            runs[hand.declarer] = runs[hand.declarer] + 1 if hand.won else 0
            longest = max(longest, (runs[hand.declarer], -hand.declarer))
    return Highlight(pattern=Pattern.RUN, seat=-longest[1], count=longest[0]) if longest[0] >= LONG_RUN else None


def changes(leading: Sequence[int | None]) -> int:
    """Count how often somebody else took the lead; the first who led took it from nobody."""
    return sum(before is not None and before != now for before, now in pairwise(leading))


def _changes(course: Course) -> Highlight | None:
    count = changes(course.leaders)
    return Highlight(pattern=Pattern.CHANGES, seat=None, count=count) if count * 3 >= len(course.hands) else None


def _front(course: Course) -> Highlight | None:
    hands = len(course.hands)
    counts = {seat: course.leaders.count(seat) for seat in range(len(course.totals[0]))}
    seat = max(counts, key=lambda seat: counts[seat])
    enough = counts[seat] * 3 >= hands * 2
    return Highlight(pattern=Pattern.FRONT, seat=seat, count=counts[seat], of=hands) if enough else None


def _narrow(course: Course) -> Highlight | None:
    for hand in reversed(course.hands):
        outcome, seat = hand.entry.hand.outcome, hand.declarer
        is_narrow = isinstance(outcome, Points) and outcome.points in (course.half, course.half + 1)
        if is_narrow and seat is not None:
            return Highlight(pattern=Pattern.NARROW, seat=seat, count=hand.amounts[seat] or 0, hand=hand)
    return None


def _biggest(course: Course) -> Highlight | None:
    found = best(own_games([deed for seat in range(len(course.totals[0])) for deed in deeds(course.hands, seat)]))
    if found is None:
        return None
    return Highlight(pattern=Pattern.BIGGEST, seat=found.seat, count=found.amount, hand=found.hand)


PATTERNS: tuple[Callable[[Course], Highlight | None], ...] = (_comeback, _run, _changes, _front, _narrow, _biggest)
