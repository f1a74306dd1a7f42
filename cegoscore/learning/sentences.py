"""Sentences of the play page by key, so that a lesson says the very same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.statements import Statement, play_sections
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.play_rules import PlayRules


def sentences_of(rules: HouseRules, play: PlayRules) -> Mapping[str, Statement]:
    """Those that lessons may need, as far as the rule set has them; games by `games.` and their name."""
    sections = {section.key: section.statements for section in play_sections(rules, play)}
    labels = {
        _("Trumps"): "cards.trumps",
        _("Clubs, spades"): "cards.black",
        _("Hearts, diamonds"): "cards.red",
        _("Leere"): "cards.empties",
        _("Counting"): "cards.counting",
        _("Left out"): "cards.left_out",
        **{game_label(rules, game): f"games.{game}" for game in rules.contracts},
    }
    found = {
        labels[each.label]: each for key in ("cards", "games") for each in sections.get(key, ()) if each.label in labels
    }
    if counting := found.get("cards.counting"):
        values, _dot, counted = counting.text.partition(". ")
        found["cards.values"] = replace(counting, text=f"{values}.", label="")
        found["cards.counting"] = replace(counting, text=counted, label="")
    games, tricks = ([each for each in sections.get(key, ()) if not each.label] for key in ("games", "tricks"))
    found |= dict(zip(("tricks.declarer_leads", "tricks.follow", "tricks.winner"), tricks, strict=False))
    found |= dict(zip(("dealing.cards", "dealing.vorhand"), sections.get("dealing", ()), strict=False))
    if games:
        found["games.aim"] = games[0]
    if play.open_never_wins and len(games) > 1:
        found["games.open_never_wins"] = games[-1]
    if play.legage and rules.normal:
        found["tricks.legage"] = tricks[-1]
    return found
