"""The sentence that an evening earned, with which its message begins and its picture ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.scoresheet.ledger.lines import title_of
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.highlight import Pattern, highlight

SENTENCES: Mapping[Pattern, Any] = {
    Pattern.COMEBACK: gettext_lazy("%(name)s was last with %(points)s and still won with %(at_the_end)s."),
    Pattern.RUN: gettext_lazy("%(name)s won %(count)s own games in a row."),
    Pattern.CHANGES: gettext_lazy("The lead changed %(count)s times."),
    Pattern.FRONT: gettext_lazy("%(name)s led after %(count)s of %(of)s hands."),
    Pattern.NARROW: gettext_lazy("A single card point decided it: %(name)s, %(game)s, %(points)s."),
    Pattern.BIGGEST: gettext_lazy("The biggest game: %(name)s, %(game)s, %(points)s."),
}


def sentence_of(document: Document, seats: Collection[int] | None = None) -> str:
    """The sentence; empty if there is nothing to tell, or if it is about somebody who has none of those seats."""
    found = highlight(document)
    if not found or (seats is not None and found.seat is not None and found.seat not in seats):
        return ""
    return str(SENTENCES[found.pattern]) % {
        "name": "" if found.seat is None else document.players[found.seat],
        "count": found.count,
        "of": found.of,
        "points": signed(found.count),
        "at_the_end": signed(found.of),
        "game": title_of(found.hand.entry.hand.outcome, document.rules) if found.hand else "",
    }
