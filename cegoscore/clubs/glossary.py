"""Words of the game with their meanings, which templates show in place (`{{ text|glossed }}`), and names of cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, gettext as _, gettext_lazy, pgettext_lazy

from cegoscore.clubs.wording import in_rules
from cegoscore.scoring.cards import CardKind
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.citations import WORDS as DATA
from cegoscore.scoring.rules.subjects import value_of
from cegoscore.scoring.tricks import TRUMP, Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the game, the forms in which it stands in texts, and its meaning by language, with placeholders."""

    key: str
    word: str
    forms: tuple[str, ...]
    texts: Mapping[str, str]
    when: tuple[str, ...]
    """Subjects of which a rule set needs one, so that there is anything to mean; empty: it needs none."""


TERMS: tuple[Term, ...] = tuple(
    Term(
        key=key,
        word=entry["word"],
        forms=tuple(entry.get("forms", [entry["word"]])),
        texts=entry,
        when=tuple(entry.get("when", ())),
    )
    for key, entry in DATA.items()
)
"""In the order of their words."""


def terms_of(rules: HouseRules) -> tuple[tuple[Term, str], ...]:
    """Terms of what a rule set has, each with its meaning there in the page's language."""
    return _terms_of(rules, get_language())


@lru_cache(maxsize=256)
def _terms_of(rules: HouseRules, _language: str | None) -> tuple[tuple[Term, str], ...]:
    known = (term for term in TERMS if not term.when or any(value_of(subject, rules) for subject in term.when))
    return tuple((term, in_rules(term.texts, rules)) for term in known)


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
