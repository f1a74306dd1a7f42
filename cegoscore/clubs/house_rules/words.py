"""Words on the panel of a sheet with their meanings: its games, the game's own words, and what else can be tapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.clubs.glossary import TERMS
from cegoscore.clubs.house_rules.statements import aim_of, game_statement
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.play_rules import PlayRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word, the forms in which it stands on buttons and lines, and its meaning."""

    word: str
    forms: tuple[str, ...]
    meaning: str


def words_of(rules: HouseRules, play: PlayRules | None) -> tuple[Word, ...]:
    """All of them: the games first, low to high. `play` tells what is put away and led, where that is known."""
    return (*_games(rules, play), *_terms(), *_on_the_panel())


def _games(rules: HouseRules, play: PlayRules | None) -> Iterator[Word]:
    for contract in rules.contracts:
        label, told = game_label(rules, contract), game_statement(contract, rules, play) if play else None
        if meaning := told.text if told else aim_of(contract):
            yield Word(word=label, forms=(label,), meaning=meaning)


def _terms() -> Iterator[Word]:
    for term in TERMS:
        yield Word(word=term.word, forms=term.forms, meaning=str(term.meaning))


def _on_the_panel() -> Iterator[Word]:
    for word, meaning in _panel_words().items():
        yield Word(word=word, forms=(word,), meaning=meaning)


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
