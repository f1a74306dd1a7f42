"""An evening in figures: the lead, the largest comeback, the narrowest game, the longest run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.highlight import (
    FEWEST,
    Highlight,
    Pattern,
    changes,
    leaders,
    longest_run,
    narrowest,
)
from cegoscore.scoring.documents.review import Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of an evening."""

    changes: int
    """The number of times that somebody else took the lead."""
    in_front: tuple[tuple[int, int], ...]
    """Seats with the number of hands after which they led, most first."""
    moments: tuple[Highlight, ...]
    """The largest rise from somebody's lowest total to the end, the narrowest game, the longest run: what there was."""


def figures(document: Document, hands: Sequence[Played], totals: Sequence[Sequence[int]]) -> Figures | None:
    """Count the figures of an evening with these hands in force and their `curve`; none of fewer than eight."""
    if len(hands) < FEWEST:
        return None
    leading = leaders(totals[1:])
    front = Counter(seat for seat in leading if seat is not None)
    moments = _comeback(totals), narrowest(hands, document.rules.total // 2), longest_run(hands)
    return Figures(
        changes=changes(leading),
        in_front=tuple(front.most_common()),
        moments=tuple(filter(None, moments)),
    )


def _comeback(totals: Sequence[Sequence[int]]) -> Highlight | None:
    """Find the largest; of equal ones that of the first seat. `count` is the lowest total, `of` the last."""
    rises = [(column[-1] - min(column), seat) for seat, column in enumerate(zip(*totals, strict=True))]
    rise, seat = max(rises, key=lambda row: row[0])
    end = totals[-1][seat]
    return Highlight(pattern=Pattern.COMEBACK, seat=seat, count=end - rise, of=end) if rise else None
