"""Games in view on the panel: what a table plays most, and of equally frequent ones what it played last."""

from django.utils.translation import override

from cegoscore.scoresheet.ledger.games import OWN, choices_of
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published


def test_game_just_played_is_in_view_where_more_were_played_than_have_room() -> None:
    rules = published("braeunlingen-ministranten")
    others = [game for game in rules.contracts if game != Contract.RAEUBER][: OWN + 1]
    with override("de"):
        shown = choices_of(rules, played=[*others, Contract.RAEUBER]).games
    values = [game.value for game in shown]
    assert len(values) == OWN
    assert Contract.RAEUBER in values
    assert others[0] not in values or others[1] not in values
