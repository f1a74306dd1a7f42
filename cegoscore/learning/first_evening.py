"""A first evening on one page: four games that are enough, what they pay, and how a hand goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.clubs.house_rules.derivations import Statement
from cegoscore.clubs.house_rules.facts import Fact, special_facts
from cegoscore.clubs.wording import game_label
from cegoscore.learning.task import Ground
from cegoscore.scoring.amounts import normal_amount
from cegoscore.scoring.contracts import NORMAL, Contract

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
