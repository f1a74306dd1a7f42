"""Values of the page "what if": the evening under another rule set; nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass

from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoring.documents import review
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Somebody's total as it is and as it would be."""

    name: str
    here: int
    there: int

    @property
    def difference(self) -> int:
        """Points that the other rule set would have given more."""
        return self.there - self.here


@dataclass(frozen=True, slots=True, kw_only=True)
class UnplayableRow:
    """A hand that the other rule set cannot pay, and the sentences why."""

    number: int | None
    text: str
    reasons: tuple[str, ...]


def compared(document: Document, rules: HouseRules) -> dict[str, object]:
    """Totals and unplayable hands of a document under another rule set, as the page's context."""
    totals_here, there = ledger(document).totals, review.what_if(document, rules)
    names, here = document.players, document.rules
    totals = [
        Compared(name=names[seat], here=totals_here[seat], there=there.totals[seat])
        for seat in sorted(range(len(names)), key=lambda seat: -there.totals[seat])
    ]
    unplayable = [
        UnplayableRow(
            number=hand.shown,
            text=f"{title_of(hand.entry.hand.outcome, here)}, {text_of(hand.entry.hand, here, names)}",
            reasons=tuple(problem_sentence(problem, dict(enumerate(names))) for problem in hand.problems),
        )
        for hand in there.unplayable
    ]
    return {
        "totals": totals,
        "unplayable": unplayable,
        "converted": there.converted,
        "as_written": there.as_written,
        "counts": (document.rules.total, rules.total),
    }
