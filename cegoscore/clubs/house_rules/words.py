"""Words on the panel of a sheet with their meanings: its games, the game's own words, and what else can be tapped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.clubs.glossary import TERMS
from cegoscore.clubs.house_rules.statements import Speaker, game_statement, said
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word, the forms in which it stands on buttons and lines, and its meaning."""

    word: str
    forms: tuple[str, ...]
    meaning: str
    lesson: str = ""
    """Lesson of `cegoscore.learning` that teaches it, if one does."""


LESSONS: Mapping[str, str] = {
    **dict.fromkeys(("trocke", "gstiess", "geiss", "leere", "reiter", "brettli"), "cards"),
    **dict.fromkeys(("bedienen", "stechen", "stich"), "tricks"),
    **dict.fromkeys(("augen", "buergermeister"), "counting"),
    **dict.fromkeys(("blinde", "legage"), "cego"),
    **dict.fromkeys(("fort", "gut", "selbst", "vorhand", "gegensolo"), "bidding"),
    **dict.fromkeys((Contract.SOLO, Contract.PICCOLO, Contract.BETTEL, Contract.ULTI, Contract.RAEUBER), "specials"),
    Contract.CEGO: "cego",
    **dict.fromkeys(NORMAL[2:], "ladder"),
}
"""Lesson of each game and term that has one."""


def words_of(rules: HouseRules, say: Speaker | None) -> tuple[Word, ...]:
    """All of them: the games first, low to high. `say` tells what is discarded and led, where that is known."""
    games = {game: game_label(rules, game) for game in rules.contracts}
    meanings = {game: game_statement(game, say).text if say else said(f"games.{game}") for game in games}
    return (
        *(
            Word(word=word, forms=(word,), meaning=meanings[game], lesson=LESSONS.get(game, ""))
            for game, word in games.items()
        ),
        *(
            Word(word=term.word, forms=term.forms, meaning=term.meaning, lesson=LESSONS.get(term.key, ""))
            for term in TERMS
        ),
        *(Word(word=word, forms=(word,), meaning=meaning) for word, meaning in _panel_words().items()),
    )


def _panel_words() -> Mapping[str, str]:
    """Words that are the panel's own."""
    return {
        _("deals"): _("Shuffles and deals this hand; the next one does so for the next hand."),
        _("no trick"): _("The player took no trick: the others have all card points, which costs most."),
        _("Card points"): _("What the cards won are worth; not to be confused with the points on the sheet."),
        _("over Solo"): _("Played against somebody who had bid Solo; it counts more."),
        _("Pfeif’ frei"): _(
            "The player takes trump 1 back into the hand instead of leading it, and has to win with it."
        ),
        _("Penalty"): _("Somebody broke a rule and pays everybody else; the hand itself does not count."),
        _("No result"): _("Thrown in, or dealt wrongly: nobody pays."),
        _("Free entry"): _("Plus and minus as the table agrees, with a word on why."),
        _("only the amount"): _("Nobody knows the card points any more: what each of the others pays is enough."),
        _("Solo held back"): _("Somebody did not bid a Solo although the cards were good enough for one."),
        _("lost by a fault"): _("A mistake in play lost the game for whoever made it."),
        _("count"): _("Tap the cards of a pile, and the phone adds up what they are worth."),
    }
