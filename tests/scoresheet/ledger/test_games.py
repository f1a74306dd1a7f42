"""Choices of the panel: the games, results and marks that every rule set offers."""

from dataclasses import replace

from cegoscore.scoresheet.ledger.games import LONG_WORD, choices_of
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.kept import digest_of


def test_choices_of_every_rule_set_stay_what_they_are_whatever_they_are_called() -> None:
    """After a wanted change the new digest stands in the failure."""
    offered = []
    labels: dict[str, str] = {}
    for rules in map(published, published_identifiers()):
        for only in ((), ("solo",)):
            choices = choices_of(rules, only, rules)
            games = *choices.games, *choices.rare_games
            labels |= {game.on_button: game.label for game in games}
            buttons = [replace(button, label="") for button in games]
            others = [(other.value, other.kinds, other.never) for other in choices.other_results]
            flags = choices.only_one_game, choices.anyone_claims, choices.uncounted, choices.counts_tricks
            more = choices.manners, choices.other_kinds, choices.trumps, bool(choices.strong_hand)
            offered.append((len(choices.games), buttons, others, flags, more, choices.is_window_undecided))
    assert digest_of(offered) == "c31ec9506b464103"
    assert {button.replace("\u00ad", "") for button in labels} == set(labels.values())
    assert f"Zwei {LONG_WORD}" in labels
