"""Words of the game with their meanings. Templates show them in place: `{{ text|glossed }}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the game, the forms in which it stands in texts, and its meaning."""

    key: str
    word: str
    forms: tuple[str, ...]
    meaning: Any


TERMS: tuple[Term, ...] = (
    Term(
        key="augen",
        word="Augen",
        forms=("Augen", "card points"),
        meaning=_("What the cards won are worth; not to be confused with the points on the sheet."),
    ),
    Term(
        key="blinde",
        word="Blinder",
        forms=("Blinden", "Blinde", "blind"),
        meaning=_(
            "The cards in the middle, ten of them, or twelve with three players. Also called Cego, Tapp or Leger."
        ),
    ),
    Term(
        key="brettli",
        word="Brettli",
        forms=("Brettli",),
        meaning=_("Empty cards, in the words of the Ministranten of Bräunlingen."),
    ),
    Term(
        key="buergermeister",
        word="Bürgermeister",
        forms=("Bürgermeister",),
        meaning=_("35 to 35: the declarer has lost by the least there is."),
    ),
    Term(
        key="fach",
        word="Fach",
        forms=("Fach",),
        meaning=_("Five card points; in the championship a hand is written down by them."),
    ),
    Term(key="fort", word="fort", forms=("Fort", "fort"), meaning=_("I pass in the first phase of the bidding.")),
    Term(key="gegensolo", word="Gegensolo", forms=("Gegensolo",), meaning=_("A Cego against somebody who bid Solo.")),
    Term(
        key="geiss",
        word="Geiß",
        forms=("Geiß", "kleine Mann", "kleinen Mann", "kleiner Mann", "Pfeif", "Pagat"),
        meaning=_(
            "Trump 1, the lowest trump, worth 5. Also kleiner Mann, Pfeif, Pagat or Bapperle; the highest game has its"
            " name."
        ),
    ),
    Term(
        key="gstiess",
        word="Gstieß",
        forms=("Gstieß",),
        meaning=_("The highest trump, a musician without a number, worth 5. Also Stieß or Geiger."),
    ),
    Term(
        key="gut",
        word="gut",
        forms=("„gut“", "“gut”"),
        meaning=_("I let the last bid stand and am out of the bidding."),
    ),
    Term(
        key="leere",
        word="Leere",
        forms=("Leeren", "Leere", "Leerer", "empty cards", "empty card"),
        meaning=_("A number card of one of the four suits; worth 1 and rarely good for a trick."),
    ),
    Term(
        key="legage",
        word="Legage",
        forms=("Legage",),
        meaning=_("The cards that the declarer puts away. They count for the declarer in the end."),
    ),
    Term(key="ouvert", word="ouvert", forms=("ouvert",), meaning=_("With the cards laid open.")),
    Term(
        key="raeuber",
        word="Räuber",
        forms=("Räuber",),
        meaning=_("Everybody plays for themselves, and who takes most card points loses."),
    ),
    Term(key="reiter", word="Reiter", forms=("Reiter",), meaning=_("The knight, between queen and jack, worth 3.")),
    Term(
        key="schinden",
        word="Schinden",
        forms=("Schinden", "geschunden"),
        meaning=_("Not bidding a Solo although the cards are good enough for one."),
    ),
    Term(
        key="selbst",
        word="selbst",
        forms=("„selbst“", "“selbst”"),
        meaning=_("I play the game that was just bid myself."),
    ),
    Term(
        key="trocke",
        word="Trocke",
        forms=("Trocke", "Trumpf", "Trümpfe", "Trümpfen", "trumps", "trump"),
        meaning=_("The 22 trumps. Also Trucks or Drucks."),
    ),
    Term(
        key="vorhand",
        word="Vorhand",
        forms=("Vorhand",),
        meaning=_("Who sits to the right of the dealer, speaks first, and leads where there is no declarer."),
    ),
)
"""In the order of their words."""

BY_FORM: Mapping[str, Term] = {form: term for term in TERMS for form in term.forms}
WORDS = re.compile(r"(?<!\w)(" + "|".join(sorted(map(re.escape, BY_FORM), key=len, reverse=True)) + r")(?!\w)")
