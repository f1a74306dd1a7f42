"""Awards: who gets one, who shares, and who gets none, from figures alone."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from cegoscore.contest.honours import Given, Honour, figures_by_rank, honours, over_the_mountain

FIGURES = st.dictionaries(
    st.sampled_from(Honour), st.dictionaries(st.integers(1, 6), st.integers(-3, 9), max_size=6), max_size=7
)


@given(figures=FIGURES, juniors=st.sets(st.integers(1, 6)))
def test_five_at_most_two_each_no_joke_for_a_junior_and_nobody_with_less_than_the_best(
    figures: dict[Honour, dict[int, int]], juniors: set[int]
) -> None:
    given_ = honours(figures, juniors=juniors)
    assert len(given_) <= 5
    assert max(Counter(key for one in given_ for key in one.keys).values(), default=0) <= 2
    for honour, keys, figure in given_:
        assert keys
        assert figure == max(figures[honour].values()) > 0
        assert {figures[honour][key] for key in keys} == {figure}
        assert honour not in (Honour.LAST, Honour.HOST) or not juniors & set(keys)


def test_who_is_level_shares_and_who_has_two_is_passed_over() -> None:
    best = {1: 9, 2: 9, 3: 4}
    figures = {Honour.FIRST: {1: 1}, Honour.MOUNTAIN: {1: 80, 2: 30}, Honour.NERVES: best, Honour.HOST: {3: 50, 2: 50}}
    assert honours(figures) == [
        Given(Honour.FIRST, (1,), 1),
        Given(Honour.MOUNTAIN, (1,), 80),
        Given(Honour.NERVES, (2,), 9),
        Given(Honour.HOST, (2, 3), 50),
    ]


@pytest.mark.parametrize(
    ("ranks", "ends"), [({1: 1, 2: 1}, {}), ({}, {}), ({1: 1, 2: 1, 3: 3, 4: 3}, {1: {1: 1, 2: 1}, 3: {3: 3, 4: 3}})]
)
def test_nobody_is_first_or_last_where_all_are_level(ranks: dict[int, int], ends: dict[int, dict[int, int]]) -> None:
    assert list(figures_by_rank(ranks).values()) == list(ends.values())


def test_mountain_leads_from_below_zero_to_above_it() -> None:
    totals = {1: [0, -40, 10], 2: [0, 5, 90], 3: [0, -200, -1], 4: [], 5: [-1, 0]}
    assert over_the_mountain(totals) == {1: 50}
