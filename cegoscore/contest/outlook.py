"""Chances near the end: shares of the first place and of the prizes while the last hands are played.

What is open of a total is taken as normal with a deviation of its own. `docs/contest.md` says how this was measured.
"""

from collections.abc import Mapping, Sequence
from math import erfc, sqrt
from statistics import NormalDist
from typing import NamedTuple

NODES = [NormalDist().inv_cdf((node + 0.5) / 32) for node in range(32)]
"""Equally likely places of a total around its mean, in deviations."""
CERTAIN = 0.5
"""Deviation of a total that no hand changes any more: equal ones share a place."""
FAR = 2.6
"""Deviations behind the first beyond which nobody is thought to win."""
NOTHING = 1e-4
"""Share that is not worth going on for."""
HALVINGS = 24
STEP = 5
ROOT = sqrt(2)


class OpenTotal(NamedTuple):
    """A total as it stands, and the deviation of what may still come to it."""

    total: int
    deviation: float


def spread_of(totals: Sequence[int], hands: int) -> float:
    """Estimate the deviation of a seat in one hand from the totals after so many hands of all seats together."""
    return sqrt(sum(total**2 for total in totals) / hands) if hands else 0.0


def open_total(total: int, spread: float, left: int) -> OpenTotal:
    """Leave so many hands of this deviation open; that a table comes to zero is in the spread of a seat already."""
    return OpenTotal(total, max(CERTAIN, spread * sqrt(left)))


def first_places(field: Mapping[int, OpenTotal]) -> dict[int, float]:
    """Share of the first place of each number; together they are 1."""
    lead = max(field.values(), default=OpenTotal(0, 0))
    near = [
        (number, one)
        for number, one in sorted(field.items(), key=lambda entry: -entry[1].total)
        if lead.total - one.total <= FAR * sqrt(lead.deviation**2 + one.deviation**2)
    ]
    shares = {}
    for number, one in near:
        others = [(other.total, other.deviation * ROOT) for key, other in near if key != number]
        shares[number] = sum(_before_all(one.total + one.deviation * node, others) for node in NODES)
    whole = sum(shares.values())
    return {number: shares.get(number, 0.0) / whole for number in field}


def within_first(field: Mapping[int, OpenTotal], places: int) -> dict[int, float]:
    """Share in so many first places of each number: above the total that so many reach."""
    if places >= len(field):
        return dict.fromkeys(field, 1.0)
    low = min(one.total - 9 * one.deviation for one in field.values())
    high = max(one.total + 9 * one.deviation for one in field.values())
    for _halving in range(HALVINGS):
        middle = (low + high) / 2
        if sum(1 - _below(middle, one) for one in field.values()) > places:
            low = middle
        else:
            high = middle
    return {number: 1 - _below(high, one) for number, one in field.items()}


def in_steps(share: float) -> int:
    """Round a share to steps of 5 in 100; 0 stands for less than 5 and 100 for more than 95."""
    return STEP * round(100 * share / STEP)


def _before_all(total: float, others: Sequence[tuple[int, float]]) -> float:
    """Share of endings in which all others, the best first, stay below this total."""
    share = 1.0
    for other, scale in others:
        share *= erfc((other - total) / scale) / 2
        if share < NOTHING:
            return 0.0
    return share


def _below(bound: float, one: OpenTotal) -> float:
    return erfc((one.total - bound) / (one.deviation * ROOT)) / 2
