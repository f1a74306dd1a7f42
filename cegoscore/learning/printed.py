"""Papers: a first evening with four games, and sheets of hands for a course."""

from collections.abc import Collection, Mapping
from typing import Any

from cegoscore.clubs.house_rules.facts import special_facts
from cegoscore.clubs.house_rules.statements import Speaker, speaker_of
from cegoscore.clubs.house_rules.tariff_card import card_of
from cegoscore.learning.game_tasks import ladder_of, specials_of
from cegoscore.learning.task import NAMES, Ground, ground_of
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.table.why import Why, why_of
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.hands import Aim, Hand, Outcome, Points, Raeuber
from cegoscore.scoring.rules.rule_files import parse_house_rules

ENOUGH = (Contract.CEGO, Contract.EINE_LEERE, Contract.SOLO, Contract.RAEUBER)
"""Our proposal; no source says which games to begin with."""
CARDS = """
    cards.trumps cards.black cards.red cards.empties cards.left_out cards.values cards.counting
"""
TOLD = """
    dealing.players dealing.to_the_right dealing.first dealing.cut dealing.cards dealing.three dealing.one_go
    dealing.vorhand say.first say.vorhand_opens say.style auction.equal_bids say.unopposed
    say.over_solo auction.over_solo_order games.aim
    tricks.declarer_leads tricks.vorhand_leads tricks.next_lead tricks.follow tricks.not_higher tricks.winner
    games.open_never_wins tricks.legage ends.pays ends.no_trick ends.buergermeister
"""
"""Keys of the sentences after those on the cards, in the order of a hand."""


def first_evening_of(ground: Ground) -> dict[str, Any]:
    """Values of the page: the sentences `told` and those on the `games`, and amounts.

    All of it is said by the rule set as if it had these games alone: so it is bid and paid on such an evening. `card`
    is the tariff of the normal ones, `flat` are the amounts of the others.
    """
    few = ground_of(_speaker_of_few(ground), ground.lots)
    return {
        "told": (*ground.said(CARDS.split()), *few.said(TOLD.split())),
        "games": few.said(f"games.{game}" for game in ENOUGH),
        "rules": few.rules,
        "card": card_of(few.rules),
        "flat": special_facts(few.rules),
    }


def _speaker_of_few(ground: Ground) -> Speaker:
    games = [game for game in ENOUGH if game in ground.rules.contracts] or ground.rules.contracts
    rules, problems = parse_house_rules(only_with(games, ground.rules.document))
    say = speaker_of(rules, ground.original) if rules else None
    assert say, problems
    return say


def only_with(games: Collection[Contract], document: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a rule set without its other games, and without what is paid for claims and faults."""
    others = {str(game) for game in Contract if game not in games}
    left = {key: value for key, value in document.items() if key not in {*others, "schinden", "fault"}}
    for key in ("labels", "targets"):
        if key in left:
            left[key] = _without(others, left[key])
    if "normal" in left:
        left["normal"] = {
            key: _without(others, value) if key in ("factors", "over_solo", "extra") else value
            for key, value in left["normal"].items()
        }
    return left | {"rare": [game for game in left.get("rare", ()) if game not in others]}


def _without(games: Collection[str], values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in games}


HANDS = 12
PILES = (11, 14, 17, 22)
"""Card points of a Räuber as every pack can have them: Vorhand does not lose, fewer players have the last ones."""


def course_hands(ground: Ground) -> list[tuple[str, str, Why]]:
    """Game, result, and why it pays what, of each game that is taught and has a value, then of the first ones again.

    No hands where none of these games is played.
    """
    rules, games = ground.rules, [*ladder_of(ground), *specials_of(ground)]
    hands = (_drawn(ground, game) for game in games * HANDS)
    possible = [hand for hand in hands if not check_hand(hand, rules, rules.players)]
    return [
        (title_of(hand.outcome, rules), text_of(hand, rules, NAMES), why_of(hand, rules, names=NAMES))
        for hand in possible[:HANDS]
    ]


def _drawn(ground: Ground, game: Contract) -> Hand:
    players, lots = ground.rules.players, ground.lots
    seat = lots.below(players)
    outcome: Outcome = Raeuber(contract=game, card_points=PILES[-players:])
    if game in NORMAL:
        outcome = Points(contract=game, declarer=seat, points=ground.points_near_half())
    elif game is not Contract.RAEUBER:
        outcome = Aim(contract=game, declarer=seat, made=bool(lots.below(2)))
    return Hand(lineup=tuple(range(players)), dealer=players - 1, outcome=outcome)
