"""Pages to print: a first evening with four games that are enough, and a course's sheet with hands to work out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.clubs.house_rules.derivations import Statement
from cegoscore.clubs.house_rules.facts import Fact, special_facts
from cegoscore.clubs.wording import game_label
from cegoscore.learning.game_tasks import ladder_of, specials_of
from cegoscore.learning.task import NAMES, Ground
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.table.why import Why, why_of
from cegoscore.scoring.amounts import normal_amount
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.hands import Aim, Hand, Outcome, Points, Raeuber

ENOUGH = (Contract.CEGO, Contract.EINE_LEERE, Contract.SOLO, Contract.RAEUBER)
"""Our proposal; no source says which games to begin with."""
OVER_HALF = (20, 15, 10, 5, 1, 0, -5, -10, -15, -20)
"""Card points of the rows of amounts."""
TOLD = """
    cards.trumps cards.black cards.red cards.empties cards.left_out cards.values cards.counting
    dealing.first dealing.cut dealing.cards dealing.three dealing.one_go dealing.vorhand
    say.first say.vorhand_opens say.style say.unopposed games.aim
    tricks.declarer_leads tricks.vorhand_leads tricks.next_lead tricks.follow tricks.not_higher tricks.winner
    games.open_never_wins
"""
"""Keys of the sentences, in the order of a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstEvening:
    """Content of the page."""

    told: Sequence[Statement]
    games: Sequence[Statement]
    names: Sequence[str]
    """Games of the columns of amounts."""
    rows: Sequence[tuple[int, Sequence[int]]]
    """Card points of whoever plays, and what each of the others pays in each of these games."""
    flat: Sequence[Fact]
    """Amounts of the others."""


def first_evening_of(ground: Ground) -> FirstEvening:
    """Put the page together."""
    rules = ground.rules
    games = [game for game in ENOUGH if game in rules.contracts]
    normal = [game for game in games if game in NORMAL]
    points = [rules.half + over for over in OVER_HALF] if normal else []
    return FirstEvening(
        told=ground.said(TOLD.split()),
        games=ground.said(f"games.{game}" for game in games),
        names=[game_label(rules, game) for game in normal],
        rows=[
            (declarer_points, [normal_amount(rules, game, declarer_points, over_solo=False) for game in normal])
            for declarer_points in points
        ],
        flat=[fact for fact in special_facts(rules) if fact.key in games],
    )


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
