"""Chances near the end: the shares against tournaments that are played out, and against drawing as the paper has it."""

import random
from collections import defaultdict
from math import sqrt

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.contest.outlook import OpenTotal, first_places, in_steps, open_total, spread_of, within_first

HANDS, DRAWS = 48, 1000


def played_out(draws: random.Random, players: int) -> list[list[int]]:
    """Totals after each hand of a tournament: one plays for three times what each of the others pays or gets."""
    totals, course = [0] * players, []
    skill = [draws.gauss(0, 2) for _player in range(players)]
    order = list(range(players))
    for hand in range(HANDS):
        if hand % (HANDS // 2) == 0:
            draws.shuffle(order)
        for start in range(0, players, 4):
            table = order[start : start + 4]
            declarer = draws.choice(table)
            amount = draws.choice((5, 10, 15, 20, 30, 40, 80)) * (1 if draws.random() < 0.55 else -1)
            for player in table:
                totals[player] += 3 * amount if player == declarer else -amount
            totals[declarer] += round(skill[declarer])
        course.append(list(totals))
    return course


def test_shares_that_are_said_are_what_happens() -> None:
    """120 tournaments with seeds, at the middle of the last round and later: of those of whom 30 is said 30 win."""
    said: dict[tuple[str, int], list[float]] = defaultdict(list)
    happened: dict[tuple[str, int], list[float]] = defaultdict(list)
    for seed in range(120):
        draws = random.Random(seed)
        players = draws.choice((36, 48, 64))
        course, left = played_out(draws, players), draws.choice((12, 12, 8, 4))
        now, end, prizes = course[HANDS - 1 - left], course[-1], players // 4
        spread = spread_of(now, players * (HANDS - left))
        field = {player: open_total(total, spread, left) for player, total in enumerate(now)}
        best = sorted(end, reverse=True)
        for kind, shares, reached in (
            ("first", first_places(field), best[0]),
            ("prize", within_first(field, prizes), best[prizes - 1]),
        ):
            for player, share in shares.items():
                bucket = kind, min(4, int(5 * share))
                if share >= 0.02:
                    said[bucket].append(share)
                    happened[bucket].append(float(end[player] >= reached))
    for bucket, each in sorted(said.items()):
        mean = sum(each) / len(each)
        error = sqrt(mean * (1 - mean) / len(each))
        assert sum(happened[bucket]) / len(each) == pytest.approx(mean, abs=3 * error + 0.03), bucket
    assert {bucket for _kind, bucket in said} == set(range(5))


def drawn(tables: list[list[int]], spread: float, left: int, prizes: int) -> tuple[list[float], list[float]]:
    """Both shares by drawing, each seat normal less its table's mean, so that every table comes to zero."""
    draws, seats = random.Random(5), sum(map(len, tables))
    first, prized = [0.0] * seats, [0.0] * seats
    for _draw in range(DRAWS):
        row: list[float] = []
        for table in tables:
            noise = [draws.gauss(0, spread * sqrt(left * len(table) / (len(table) - 1))) for _seat in table]
            row += [total + one - sum(noise) / len(noise) for total, one in zip(table, noise, strict=True)]
        order = sorted(range(seats), key=lambda seat: -row[seat])
        first[order[0]] += 1 / DRAWS
        for seat in order[:prizes]:
            prized[seat] += 1 / DRAWS
    return first, prized


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), left=st.integers(1, 12), prizes=st.integers(1, 12))
def test_shares_are_those_of_a_thousand_draws(seed: int, left: int, prizes: int) -> None:
    draws = random.Random(seed)
    tables = [[round(draws.gauss(0, 350)) for _seat in range(draws.choice((4, 4, 5)))] for _table in range(8)]
    first, prized = drawn(tables, 56, left, prizes)
    field = dict(enumerate(open_total(total, 56, left) for table in tables for total in table))
    assert list(first_places(field).values()) == pytest.approx(first, abs=0.08)
    assert list(within_first(field, prizes).values()) == pytest.approx(prized, abs=0.1)


@given(level=st.integers(1, 6), behind=st.integers(0, 6), places=st.integers(1, 12))
def test_who_is_level_at_the_end_shares_every_place(level: int, behind: int, places: int) -> None:
    totals = [300] * level + [100] * behind
    field = dict(enumerate(open_total(total, 56, 0) for total in totals))
    assert list(first_places(field).values()) == pytest.approx([1 / level] * level + [0] * behind, abs=0.02)
    share = [min(1, places / level)] * level
    share += [min(1, max(0, places - level) / behind)] * behind if behind else []
    assert list(within_first(field, places).values()) == pytest.approx(share, abs=0.01)


def test_nobody_is_left_without_anybody() -> None:
    assert first_places({}) == within_first({}, 3) == {}
    assert spread_of([], 0) == 0
    assert first_places({7: OpenTotal(0, 0.5)}) == {7: 1.0}


@pytest.mark.parametrize(("share", "said"), [(0, 0), (0.02, 0), (0.03, 5), (0.51, 50), (0.97, 95), (0.98, 100)])
def test_shares_are_said_in_steps_of_five(share: float, said: int) -> None:
    assert in_steps(share) == said
