"""Pictures of the 54 cards, drawn by us; a page that has any loads `clubs/cards.css` and has their symbols once."""

from collections.abc import Iterator
from typing import Any

from django import template

from cegoscore.clubs.glossary import card_label, index_of
from cegoscore.scoring.tricks import TRUMP, Card, card_of

register = template.Library()
register.filter("card_label", card_label)

SIDES = {4: 2, 7: 3, 8: 3, 9: 4, 10: 4}
"""Pips on either side of an empty card by its number; the others stand between them, all of them below 4."""
TOP, HEIGHT = 25, 62
"""Part of the card that is left for pips."""


@register.inclusion_tag("clubs/_card.html")
def card(key: Card | str) -> dict[str, Any]:
    """`{% card card %}`: the picture of a card, or of the one with this key, named for screen readers."""
    drawn = card_of(str(key))
    figure = "fir" if drawn.suit == TRUMP and drawn.worth == 1 else str(drawn.kind)
    pips = list(_pips(int(drawn.rank))) if drawn.is_empty else []
    return {"card": drawn, "label": card_label(drawn), "index": index_of(drawn), "figure": figure, "pips": pips}


def _pips(number: int) -> Iterator[tuple[int, int]]:
    """Middle of each pip."""
    sides = SIDES.get(number, 0)
    for x, pips in ((16, sides), (30, number - 2 * sides), (44, sides)):
        for place in range(pips):
            yield x, TOP + HEIGHT * (2 * place + 1) // (2 * pips)
