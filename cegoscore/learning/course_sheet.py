"""Sheet for a course: hands to work out, with what they pay and why."""

from __future__ import annotations

from cegoscore.learning.game_tasks import ladder_of, specials_of
from cegoscore.learning.task import NAMES, Ground
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.table.why import Why, why_of
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.hands import Aim, Hand, Outcome, Points, Raeuber

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
