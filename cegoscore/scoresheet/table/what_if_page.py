"""The page "what if": the evening under another rule set; nothing is stored."""

from __future__ import annotations

from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoring.documents import review
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.house_rules import HouseRules


def compared(document: Document, rules: HouseRules) -> dict[str, object]:
    """Totals and unplayable hands of a document under another rule set, as the page's context.

    Totals by name, as they are and as they would be, with the difference; of a hand its number, its text, and why the
    other rule set cannot pay it.
    """
    totals, there = ledger(document).totals, review.what_if(document, rules)
    names, here = document.players, document.rules
    best_first = sorted(range(len(names)), key=lambda seat: -there.totals[seat])
    seats = dict(enumerate(names))
    return {
        "totals": [
            (names[seat], totals[seat], there.totals[seat], there.totals[seat] - totals[seat]) for seat in best_first
        ],
        "unplayable": [
            (
                hand.shown,
                f"{title_of(hand.entry.hand.outcome, here)}, {text_of(hand.entry.hand, here, names)}",
                [problem_sentence(problem, seats) for problem in hand.problems],
            )
            for hand in there.unplayable
        ],
        "converted": there.converted,
        "as_written": there.as_written,
        "counts": (document.rules.total, rules.total),
    }
