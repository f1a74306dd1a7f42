"""Chance: averages drawn towards 0, bands, and evenings drawn anew, against other ways of counting."""

import random
from math import sqrt

import pytest
from hypothesis import given, strategies as st

from cegoscore.contest.chance import band, cautious, deviation, firsts, won_beyond_chance
from cegoscore.contest.lots import Lots

AMOUNTS = st.lists(st.integers(-200, 200), min_size=1, max_size=50)


def test_alois_in_the_season_of_the_demo() -> None:
    """240 hands, +1,470: worked out with a pencil."""
    assert cautious(1470, 240, 54.8) == (36, -18, 90)


@given(points=st.integers(-5000, 5000), hands=st.integers(1, 2000), spread=st.floats(1, 200))
def test_cautious_average_lies_between_nothing_and_the_plain_one_and_in_its_range(
    points: int, hands: int, spread: float
) -> None:
    average, low, high = cautious(points, hands, spread)
    plain = 24 * points / hands
    assert min(0, round(plain)) <= average <= max(0, round(plain))
    assert low <= average <= high


@given(amounts=AMOUNTS)
def test_deviation_is_the_root_of_the_mean_square_apart_from_the_mean(amounts: list[int]) -> None:
    mean = sum(amounts) / len(amounts)
    expected = sqrt(sum((amount - mean) ** 2 for amount in amounts) / len(amounts))
    found = deviation(len(amounts), sum(amounts), sum(amount**2 for amount in amounts))
    assert found == pytest.approx(expected, abs=1e-4)


def test_nothing_is_said_of_nothing() -> None:
    assert deviation(0, 0, 0) == 0
    assert won_beyond_chance(0, []) == 0
    assert won_beyond_chance(3, [(3, 1.0)]) == 0


def test_shuffled_walks_stay_in_the_band() -> None:
    """Of walks of the same hands in another order, and with other signs, 93 to 97 % end inside."""
    draws, inside = random.Random(7), 0
    for _walk in range(1000):
        inside += abs(sum(draws.choice((-56, 56)) for _hand in range(240))) <= band(240, 56)
    assert 930 <= inside <= 970


def test_of_players_who_are_all_alike_about_one_in_twenty_stands_out() -> None:
    draws, unusual = random.Random(11), 0
    for _player in range(1000):
        games = [(draws.randint(20, 60), share) for share in (0.45, 0.6, 0.8)]
        won = sum(draws.random() < share for n, share in games for _game in range(n))
        unusual += abs(won_beyond_chance(won, games)) > 2
    assert 30 <= unusual <= 70


def test_same_seed_draws_the_same_for_every_phone_and_another_one_something_like_it() -> None:
    rows = [(45, -15, -15, -15), (-15, 45, -15, -15), (45, -15, -15, -15), (-15, -15, -15, 45)] * 3
    here, there, other = (firsts(rows, (0, 0, 0, 0), seed) for seed in ("a", "a", "b"))
    assert here == there
    assert all(abs(one - two) <= 5 for one, two in zip(here, other, strict=True))
    assert here[0] == max(here)


def test_lead_that_no_draw_can_catch_up_wins_all_and_equals_share() -> None:
    rows = [(30, -10, -10, -10), (-10, 30, -10, -10)]
    assert firsts(rows, (1000, 0, 0, -1000), "a") == [100, 0, 0, 0]
    assert firsts([(0, 0)], (5, 5), "a") == [50, 50]


def test_draws_are_those_of_the_lots_one_by_one() -> None:
    """Whoever follows `docs/contest.md` with a pencil comes to the same evenings."""
    rows = [(45, -15, -15, -15), (-30, 10, 10, 10), (20, 20, -20, -20), (-15, -15, -15, 45)] * 3
    lots, wins = Lots("key", 0, "chance"), [0.0] * 4
    for _evening in range(2000):
        totals = [3, 2, -1, -4]
        for _hand in rows:
            totals = [total + amount for total, amount in zip(totals, rows[lots.below(12)], strict=True)]
        first = [seat for seat in range(4) if totals[seat] == max(totals)]
        for seat in first:
            wins[seat] += 1 / len(first)
    assert firsts(rows, (3, 2, -1, -4), "key") == [round(share / 20) for share in wins]


def _amounts(draws: random.Random, often: float) -> list[int]:
    """Points of 240 hands of somebody who declares so often: three times what a hand pays, else once, as often won."""
    times = [3 if draws.random() < often else 1 for _hand in range(240)]
    return [draws.choice((-60, -40, -20, 20, 40, 60)) * factor for factor in times]


@pytest.mark.parametrize("often", [0.1, 0.25, 0.6])
def test_whoever_plays_boldly_is_no_more_outside_of_the_band_than_others(often: float) -> None:
    """The band is of the person's own deviation; by that of others the bold would be outside twice as often."""
    draws, inside = random.Random(3), 0
    for _person in range(1000):
        amounts = _amounts(draws, often)
        spread = deviation(len(amounts), sum(amounts), sum(amount**2 for amount in amounts))
        inside += abs(sum(amounts)) <= band(len(amounts), spread)
    assert 930 <= inside <= 970
