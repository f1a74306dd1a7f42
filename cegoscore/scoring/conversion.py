"""Conversion of card points between the two ways of counting: 38 of 70 is not 38 of 79, but 43 of 79.

A count is carried over by its share of the pack. Who won, who took no trick and who took every trick stay so; among
the piles of a Räuber the same stay the highest. What cannot be carried over is left out by whoever compares.
"""

from dataclasses import replace

from cegoscore.scoring.hands import Outcome, Partie, PfeifFrei, Points, Raeuber
from cegoscore.scoring.house_rules import HouseRules


def is_comparable(here: HouseRules, there: HouseRules) -> bool:
    """True if a hand played by one rule set could have been played by the other: as many players hold cards."""
    return here.players == there.players


def counts_alike(here: HouseRules, there: HouseRules) -> bool:
    """True if card points of one rule set mean the same under the other."""
    return here.total == there.total


def converted(outcome: Outcome, here: HouseRules, there: HouseRules) -> Outcome:
    """Carry the card points of an outcome over from one rule set to another; anything else stays as it is."""
    if counts_alike(here, there):
        return outcome
    match outcome:
        case Points(points=points) | PfeifFrei(points=points):
            return replace(outcome, points=_points(points, here, there))
        case Raeuber(card_points=piles):
            return replace(outcome, card_points=_piles(piles, here, there))
        case Partie(card_points=piles):
            return replace(outcome, card_points=_both(piles, here, there))
        case _:
            return outcome


def _share(points: int, here: HouseRules, there: HouseRules) -> int:
    """The same share of the other pack, to the nearest point; a side with a trick keeps at least one."""
    return max((2 * points * there.total + here.total) // (2 * here.total), min(points, 1))


def _points(points: int, here: HouseRules, there: HouseRules) -> int:
    """Card points of a declarer, who wins or loses as before; a loss becomes no Bürgermeister by rounding."""
    share = _share(points, here, there)
    if points > here.half:
        return max(share, there.half + 1)
    tie = 2 * points == here.total
    narrowest = there.half if tie or there.total % 2 else there.half - 1
    return min(share, narrowest)


def _piles(piles: tuple[int | None, ...], here: HouseRules, there: HouseRules) -> tuple[int | None, ...]:
    """Card points of everybody; a pile that was smaller than the largest one stays smaller."""
    most = max(points or 0 for points in piles)
    top = _share(most, here, there)
    return tuple(
        points if not points else top if points == most else min(_share(points, here, there), top - 1)
        for points in piles
    )


def _both(piles: tuple[int | None, ...], here: HouseRules, there: HouseRules) -> tuple[int | None, ...]:
    """The two piles of a Partie, which together are the pack."""
    most = max(points or 0 for points in piles)
    top = max(_share(most, here, there), there.half + 1)
    return tuple(points if points is None else top if points == most else there.total - top for points in piles)
