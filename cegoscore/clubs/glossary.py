"""Words of the game with their meanings, which templates show in place (`{{ text|glossed }}`), and names of cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from cegoscore.clubs.wording import in_language
from cegoscore.scoring.cards import CardKind
from cegoscore.scoring.rules.citations import WORDS as DATA
from cegoscore.scoring.tricks import TRUMP, Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the game, the forms in which it stands in texts, and its meaning by language."""

    key: str
    word: str
    forms: tuple[str, ...]
    texts: Mapping[str, str]

    @property
    def meaning(self) -> str:
        """The meaning in the page's language."""
        return in_language(self.texts)


TERMS: tuple[Term, ...] = tuple(
    Term(key=key, word=entry["word"], forms=tuple(entry.get("forms", [entry["word"]])), texts=entry)
    for key, entry in DATA.items()
)
"""In the order of their words."""

BY_FORM: Mapping[str, Term] = {form: term for term in TERMS for form in term.forms}
FORMS = "|".join(sorted(map(re.escape, BY_FORM), key=len, reverse=True))
WORDS = re.compile(rf"([^\s\w&;<>]*)(?<!\w)({FORMS})(?!\w)([^\s\w&;<>]*)")
"""A word of the game in HTML, between the signs that belong on its line."""


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
