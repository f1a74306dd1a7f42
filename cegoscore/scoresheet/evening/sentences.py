"""Sentences that an evening earned: the one with which its message begins and its picture ends, and its card."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.contest.chance import firsts
from cegoscore.scoresheet.ledger.lines import title_of
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.highlight import Figures, Highlight, Pattern, figures, highlight
from cegoscore.scoring.documents.review import Played

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
    striking = highlight(document)
    if not striking or (seats is not None and striking.seat is not None and striking.seat not in seats):
        return ""
    return _said(striking, SENTENCES[striking.pattern], document)


def _said(striking: Highlight, sentence: Any, document: Document) -> str:
    return str(sentence) % {
        "name": "" if striking.seat is None else document.players[striking.seat],
        "count": striking.count,
        "of": striking.of,
        "points": signed(striking.count),
        "at_the_end": signed(striking.of),
        "game": title_of(striking.hand.entry.hand.outcome, document.rules) if striking.hand else "",
    }


# The card of an evening

COMEBACK = gettext_lazy("%(name)s came back from %(points)s to %(at_the_end)s.")
ENOUGH = 12
"""Hands from which on it is said how sure the end was."""
SHORTEST = timedelta(minutes=10)
"""Hands that came all at once, when the network was back, say nothing about the time."""


Totals = Sequence[Sequence[int]]


class SaidFigure(NamedTuple):
    """A sentence of the card, and the hand that it is about."""

    text: str
    hand: UUID | None = None


def card_of(document: Document, hands: Sequence[Played], totals: Totals, lasted: timedelta | None) -> list[SaidFigure]:
    """The evening in numbers, at most five sentences of what happened; none below eight hands.

    `totals` are the hands' `curve`, `lasted` is the time from the first to the last hand, where it is known.
    """
    counted = figures(document, hands, totals)
    return list(_sentences(counted, document, lasted)) if counted else []


def _sentences(counted: Figures, document: Document, lasted: timedelta | None) -> Iterator[SaidFigure]:
    if lasted and lasted >= SHORTEST:
        hours, minutes = divmod(round(lasted.total_seconds() / 60), 60)
        yield SaidFigure(_("It took %(hours)s h %(minutes)s min.") % {"hours": hours, "minutes": minutes})
    if counted.in_front:
        led = ", ".join(f"{document.players[seat]} {hands}" for seat, hands in counted.in_front)
        often = ngettext("The lead changed once", "The lead changed %(n)s times", counted.changes)
        yield SaidFigure(
            _("%(often)s; hands in front: %(led)s.") % {"often": often % {"n": counted.changes}, "led": led}
        )
    for moment in counted.moments:
        sentence = COMEBACK if moment.pattern == Pattern.COMEBACK else SENTENCES[moment.pattern]
        yield SaidFigure(_said(moment, sentence, document), moment.hand.entry.uuid if moment.hand else None)


def chance_of(document: Document, hands: Sequence[Played], totals: Totals, key: UUID) -> str:
    """Say how sure the end was: how many of 100 such evenings who won this one wins; empty below twelve hands.

    The same for every phone, because the sheet's key draws.
    """
    if len(hands) < ENOUGH:
        return ""
    most = max(totals[-1])
    amounts = [tuple(amount or 0 for amount in hand.amounts) for hand in hands]
    shares = firsts(amounts, totals[0], str(key))
    return " ".join(
        _("Of 100 such evenings %(name)s wins %(n)s.") % {"name": document.players[seat], "n": shares[seat]}
        for seat, total in enumerate(totals[-1])
        if total == most
    )
