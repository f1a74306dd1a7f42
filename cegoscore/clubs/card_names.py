"""Names of single cards in the page's language: in full, and the letter in the corner of a court card."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from cegoscore.scoring.cards import CardKind
from cegoscore.scoring.tricks.pack import TRUMP, Card

GSTIESS = "Gstieß"
COURTS = {
    CardKind.KING: (pgettext_lazy("card", "K"), gettext_lazy("king")),
    CardKind.QUEEN: (pgettext_lazy("card", "Q"), gettext_lazy("queen")),
    CardKind.KNIGHT: (pgettext_lazy("card", "C"), gettext_lazy("cavalier")),
    CardKind.JACK: (pgettext_lazy("card", "J"), gettext_lazy("jack")),
}
SUIT_NAMES = {
    "clubs": gettext_lazy("clubs"),
    "spades": gettext_lazy("spades"),
    "hearts": gettext_lazy("hearts"),
    "diamonds": gettext_lazy("diamonds"),
}


def card_label(card: Card) -> str:
    """A card as it is called: `Trumpf 21`, `Kreuz König`, `king of clubs`."""
    if card.kind is CardKind.GSTIESS:
        return GSTIESS
    if card.suit == TRUMP:
        return _("trump %(number)s") % {"number": card.rank}
    rank = COURTS[card.kind][1] if card.kind in COURTS else card.rank
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SUIT_NAMES[card.suit]}


def index_of(card: Card) -> str:
    """The corner of a card: its number, a letter, the Gstieß's name."""
    if card.kind is CardKind.GSTIESS:
        return GSTIESS
    return str(COURTS[card.kind][0]) if card.kind in COURTS else card.rank
