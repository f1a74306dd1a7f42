"""The part of chance in points. It explains results and changes none."""

from collections.abc import Sequence
from itertools import islice
from math import sqrt
from struct import calcsize, pack, unpack
from typing import NamedTuple

from cegoscore.contest.lots import Lots

EVENING = 24
"""Hands for which an average is said."""
HALF_AND_HALF = 730
"""Hands after which points are half skill, half chance.

Estimated from the firsts, thirds and lasts of five championship tournaments with 84 to 144 players (48 hands each, a
deviation of about 390 points) and the sums of two champions after 13 tournaments; 730 = 48 hands of 390 points of
chance each, against a spread of skill of 100 a tournament. To be estimated anew from a season of 1,000 results.
"""
EIGHTY_PERCENT = 1.28
"""Deviations on both sides within which four of five stay."""
DRAWS = 2000


class Cautious(NamedTuple):
    """Points an evening of 24 hands, drawn towards 0 as far as they may be chance, and the range of four in five."""

    average: int
    low: int
    high: int


def deviation(n: int, points: int, squares: int) -> float:
    """The standard deviation of `n` amounts with this sum and sum of squares; 0 for none."""
    return sqrt(max(0.0, squares / n - (points / n) ** 2)) if n else 0.0


def cautious(points: int, hands: int, spread: float) -> Cautious:
    """The cautious average; `spread` is the deviation of the club's amounts a seat and hand."""
    sure = hands + HALF_AND_HALF
    average, range_ = EVENING * points / sure, EIGHTY_PERCENT * EVENING * spread / sqrt(sure)
    return Cautious(round(average), round(average - range_), round(average + range_))


def band(hands: int, spread: float) -> float:
    """Points on both sides of 0 within which chance alone keeps 19 of 20 sums of so many hands."""
    return 2 * spread * sqrt(hands)


def won_beyond_chance(won: int, games: Sequence[tuple[int, float]]) -> float:
    """Deviations by which more was won than others win: each `(n, their share)`; 0 where nothing can be said."""
    expected = sum(n * share for n, share in games)
    variance = sum(n * share * (1 - share) for n, share in games)
    return (won - expected) / sqrt(variance) if variance else 0.0


def firsts(rows: Sequence[Sequence[int]], start: Sequence[int], seed: str) -> list[int]:
    """Count how many of 100 evenings each seat wins if their hands are drawn from these, with replacement.

    Whoever draws events of a season counts seasons. `rows` are the amounts of a hand by seat, `start` what each began
    with. Whoever is first together shares it. The same `seed` draws the same hands, so that every phone says the same.
    """
    form, wins = f"<{len(start)}Q", [0.0] * len(start)

    def joined(row: Sequence[int]) -> int:
        """All seats as one number, so that one addition adds up all of them; who is first stays first."""
        return int.from_bytes(pack(form, *(amount - min(row) for amount in row)), "little")

    begin, numbers = joined(start), list(map(joined, rows))
    hands = map(numbers.__getitem__, Lots(seed, 0, "chance").all_below(len(rows)))
    for _draw in range(DRAWS):
        totals = unpack(form, sum(islice(hands, len(rows)), begin).to_bytes(calcsize(form), "little"))
        most = max(totals)
        first = [seat for seat, total in enumerate(totals) if total == most]
        for seat in first:
            wins[seat] += 1 / len(first)
    return [round(100 * share / DRAWS) for share in wins]
