"""The hands of a sheet under another rule set, hand by hand and player by player, and the evening under it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoresheet.table.repaid import Repaid, repaid_hands
from cegoscore.scoring import hands
from cegoscore.scoring.documents import review
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.house_rules import HouseRules


def rules_changed(sheet: Session, rules: HouseRules, old_rules: HouseRules) -> dict[str, Any]:
    """Every hand that counts under both, deals without a result left out unless they are impossible."""
    repaid = repaid_hands(sheet, rules)
    return _change(
        sheet,
        [hand for hand in repaid if hand.problems or not isinstance(hand.hand.outcome, hands.Dead)],
        old_rules,
        names_dealer=False,
    )


def deal_moved(sheet: Session, repaid: Sequence[Repaid]) -> dict[str, Any]:
    """Hands as they are if everybody dealt one later; each says who dealt it then."""
    return _change(sheet, repaid, rules_of(sheet.rule_set), names_dealer=True)


def _change(sheet: Session, repaid: Sequence[Repaid], rules: HouseRules, *, names_dealer: bool) -> dict[str, Any]:
    """Effect of another rule set, or of dealing one later; `impossible` are hands that could not be."""
    seats = seats_of(sheet)
    paid_otherwise = [sum(hand.new.get(s.number, 0) - hand.old.get(s.number, 0) for hand in repaid) for s in seats]
    compared = [_compared(hand, seats, rules, names_dealer=names_dealer) for hand in repaid]
    return {
        "names": [seat.name for seat in seats],
        "hands": compared,
        "impossible": [hand for hand in compared if hand["problem"]],
        "differing": sum(not hand["same"] for hand in compared),
        "old_totals": [seat.total for seat in seats],
        "new_totals": [seat.total + change for seat, change in zip(seats, paid_otherwise, strict=True)],
    }


def _compared(repaid: Repaid, seats: list[Seat], rules: HouseRules, *, names_dealer: bool) -> dict[str, Any]:
    """A hand with its amounts before and after, by seat; `None` for who was not at the table."""
    names = [seat.name for seat in seats]
    sentences = [problem_sentence(problem, dict(enumerate(names))) for problem in repaid.problems]
    text = text_of(repaid.hand, rules, names)
    dealt = _("%(text)s; %(dealer)s dealt") % {"text": text, "dealer": names[repaid.hand.dealer]}
    old, new = ([amounts.get(seat.number) for seat in seats] for amounts in (repaid.old, repaid.new))
    return {
        "shown": repaid.shown,
        "game": title_of(repaid.hand.outcome, rules),
        "text": dealt if names_dealer else text,
        "old": old,
        "new": new,
        "same": old == new and not sentences,
        "problem": " ".join(sentences),
    }


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
