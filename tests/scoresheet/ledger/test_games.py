"""Games in view on the panel: what a table plays most, and of equally frequent ones what it played last."""

from dataclasses import replace

from django.utils.translation import override

from cegoscore.scoresheet.ledger.games import OWN, choices_of
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.kept import digest_of


def test_game_just_played_is_in_view_where_more_were_played_than_have_room() -> None:
    rules = published("braeunlingen-ministranten")
    others = [game for game in rules.contracts if game != Contract.RAEUBER][: OWN + 1]
    with override("de"):
        shown = choices_of(rules, played=[*others, Contract.RAEUBER]).games
    values = [game.value for game in shown]
    assert len(values) == OWN
    assert Contract.RAEUBER in values
    assert others[0] not in values or others[1] not in values


def test_choices_of_every_rule_set_stay_what_they_are_whatever_they_are_called() -> None:
    """After a wanted change the new digest stands in the failure."""
    said = []
    for rules in map(published, published_identifiers()):
        for only, played in (((), ()), (("solo",), ()), ((), ["dead", *rules.contracts, *["solo", "free"] * 4])):
            found = choices_of(rules, only, played, rules)
            buttons = [replace(button, label="") for button in (*found.games, *found.rare_games)]
            others = [(other.value, other.kinds, other.never) for other in found.other_results]
            flags = found.only_one_game, found.anyone_claims, found.uncounted, found.counts_tricks
            more = found.manners, found.other_kinds, found.trumps, bool(found.strong_hand), found.is_window_undecided
            said.append((len(found.games), buttons, others, flags, more))
    assert digest_of(said) == "51ca6765a41b4623"
