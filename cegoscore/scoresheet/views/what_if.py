"""The same evening under another rule set; nothing is stored."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.rule_sets import choices_for, find_offer
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.wording import in_language, problem_sentence
from cegoscore.scoresheet.access import get_sheet
from cegoscore.scoresheet.exports import document_of
from cegoscore.scoresheet.wording import text_of, title_of
from cegoscore.scoring import review
from cegoscore.scoring.document import Document
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.ledger import ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Somebody's total as it is and as it would be."""

    name: str
    here: int
    there: int

    @property
    def difference(self) -> int:
        """What the other rule set would have given more."""
        return self.there - self.here


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplayable:
    """A hand that the other rule set cannot pay, and the sentences why."""

    number: int | None
    text: str
    reasons: tuple[str, ...]


@require_safe
def what_if(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Totals under another rule set with the differences, and the hands that cannot be played by it."""
    sheet, _right = get_sheet(request, sheet_id)
    document = document_of(sheet)
    chosen = request.GET.get("rules", "")
    context: dict[str, object] = {
        "sheet": sheet,
        "rules_here": in_language(document.rules.name),
        "choices": choices_for(device_id(request)),
        "chosen": chosen,
    }
    if chosen:
        offer = find_offer(chosen, device_id(request))
        if offer is None:
            raise Http404
        context |= {"offer": offer} | _compared(document, offer.rules)
    return render(request, "scoresheet/what_if.html", context)


def _compared(document: Document, rules: HouseRules) -> dict[str, object]:
    here, there = ledger(document).totals, review.what_if(document, rules)
    names = document.players
    totals = [
        Compared(name=names[seat], here=here[seat], there=there.totals[seat])
        for seat in sorted(range(len(names)), key=lambda seat: -there.totals[seat])
    ]
    unplayable = [
        Unplayable(
            number=hand.entry.number,
            text=f"{title_of(hand.entry.hand.outcome, document.rules)}, {text_of(hand.entry.hand.outcome, names)}",
            reasons=tuple(problem_sentence(problem, dict(enumerate(names))) for problem in hand.problems),
        )
        for hand in there.unplayable
    ]
    return {"totals": totals, "unplayable": unplayable}
