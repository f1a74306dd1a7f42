"""The league table: seasons made by hand that a reader can add up, and what holds for every season.

Points by player and event, in the order of the days; `-` is somebody who was not there.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies as st

from cegoscore.contest.league import (
    TIE_BREAKS,
    EventPoints,
    EventResult,
    LeagueRules,
    LeagueStanding,
    Worth,
    league_table,
    moves,
)
from cegoscore.contest.ties import Drawing, TieBreak

ANNA, BERND, CLARA, DIETER = 1, 2, 3, 4
NAMES = {"Anna": ANNA, "Bernd": BERND, "Clara": CLARA, "Dieter": DIETER}

# Four tournaments, each sums to zero.
WINTER = """
Anna     120    -40     80     10
Bernd     60     90    -30      -
Clara   -100    -50     40    120
Dieter   -80      -    -90   -130
"""


def season(text: str) -> list[EventPoints]:
    """The events of a season written down like `WINTER`."""
    lines = [line.split() for line in text.split("\n") if line.strip()]
    count = len(lines[0]) - 1
    return [
        EventPoints(
            key=place,
            points={NAMES[line[0]]: int(line[place]) for line in lines if line[place] != "-"},
        )
        for place in range(1, count + 1)
    ]


def ranked(rows: Sequence[LeagueStanding]) -> list[tuple[int | None, int, int]]:
    """Rank, player and total of every line."""
    return [(row.rank, row.player, row.total) for row in rows]


def struck(row: LeagueStanding) -> list[int]:
    """The points of the events that do not count."""
    return [result.points for result in row.results if result and result.struck]


# By hand


def test_sum_of_all_events_decides() -> None:
    rows = league_table(season(WINTER), LeagueRules())
    assert ranked(rows) == [(1, ANNA, 170), (2, BERND, 120), (3, CLARA, 10), (4, DIETER, -300)]
    assert [row.events for row in rows] == [4, 3, 4, 3]
    assert rows[1].results == (
        EventResult(points=60, value=60, rank=2),
        EventResult(points=90, value=90, rank=1),
        EventResult(points=-30, value=-30, rank=3),
        None,
    )


def test_best_two_count_and_the_others_are_shown_struck() -> None:
    rows = league_table(season(WINTER), LeagueRules(best=2))
    assert ranked(rows) == [(1, ANNA, 200), (2, CLARA, 160), (3, BERND, 150), (4, DIETER, -170)]
    assert [struck(row) for row in rows] == [[-40, 10], [-100, -50], [-30], [-130]]


def test_of_equal_events_the_later_is_struck() -> None:
    rows = league_table(season("Anna 50 70 50"), LeagueRules(best=2))
    assert [result.struck for result in rows[0].results if result] == [False, False, True]


def test_only_plus_points_count() -> None:
    rows = league_table(season(WINTER), LeagueRules(worth=Worth.PLUS))
    assert ranked(rows) == [(1, ANNA, 210), (2, CLARA, 160), (3, BERND, 150), (4, DIETER, 0)]


def test_rank_points_come_from_the_table_and_nothing_beyond_it() -> None:
    rows = league_table(season(WINTER), LeagueRules(worth=Worth.RANKS, rank_points=(10, 6, 3)))
    # Anna 1 2 1 2, Bernd 2 1 3 -, Clara 4 3 2 1, Dieter 3 - 4 3
    assert ranked(rows) == [(1, ANNA, 32), (2, BERND, 19), (2, CLARA, 19), (4, DIETER, 6)]
    assert [result.value for result in rows[0].results if result] == [10, 6, 10, 6]


def test_equal_points_get_the_rank_points_of_the_rank_they_share() -> None:
    rows = league_table(season("Anna 50\nBernd 50\nClara -100"), LeagueRules(worth=Worth.RANKS, rank_points=(10, 6, 3)))
    assert ranked(rows) == [(1, ANNA, 10), (1, BERND, 10), (3, CLARA, 3)]


def test_best_two_by_rank_points() -> None:
    rows = league_table(season(WINTER), LeagueRules(worth=Worth.RANKS, rank_points=(10, 6, 3), best=2))
    assert ranked(rows) == [(1, ANNA, 20), (2, BERND, 16), (2, CLARA, 16), (4, DIETER, 6)]


def test_who_played_too_few_events_stands_below_without_a_rank() -> None:
    rows = league_table(season(WINTER), LeagueRules(least=4))
    assert ranked(rows) == [(1, ANNA, 170), (2, CLARA, 10), (None, BERND, 120), (None, DIETER, -300)]


def test_equal_totals_share_a_rank_and_the_next_is_passed_over() -> None:
    rows = league_table(season("Anna 30 10\nBernd 20 20\nClara -50 -30\nDieter 0 0"), LeagueRules())
    assert ranked(rows) == [(1, ANNA, 40), (1, BERND, 40), (3, DIETER, 0), (4, CLARA, -80)]
    assert [row.tied_with for row in rows] == [(BERND,), (ANNA,), (), ()]
    assert not any(row.undecided for row in rows)


TIED = "Anna 30 10\nBernd 20 20\nClara -50 -30"


def test_more_events_won_decides_a_tie() -> None:
    rows = league_table(
        season("Anna 30 -10 20\nBernd 20 10 10\nClara 10 20 -10"), LeagueRules(tie_breaks=(TieBreak.WINS,))
    )
    assert ranked(rows) == [(1, ANNA, 40), (2, BERND, 40), (3, CLARA, 20)]
    assert [row.wins for row in rows] == [2, 0, 1]
    assert [row.decided_by for row in rows] == [(TieBreak.WINS,), (TieBreak.WINS,), ()]


def test_best_single_event_decides_what_wins_leave_open() -> None:
    rows = league_table(season(TIED), LeagueRules(tie_breaks=(TieBreak.WINS, TieBreak.BEST)))
    assert [(row.player, row.wins, row.best, row.decided_by) for row in rows[:2]] == [
        (ANNA, 1, 30, (TieBreak.BEST,)),
        (BERND, 1, 20, (TieBreak.BEST,)),
    ]


def test_tie_is_undecided_until_somebody_draws() -> None:
    rules = LeagueRules(tie_breaks=(TieBreak.LOT,))
    assert [row.undecided for row in league_table(season(TIED), rules)] == [True, True, False]
    drawn = Drawing(by=TieBreak.LOT, order=(BERND, ANNA), total=40)
    rows = league_table(season(TIED), rules, [drawn])
    assert ranked(rows)[:2] == [(1, BERND, 40), (2, ANNA, 40)]
    assert rows[0].decided_by == (TieBreak.LOT,)


def test_last_drawing_counts_and_one_about_another_total_does_not() -> None:
    rules = LeagueRules(tie_breaks=(TieBreak.LOT,))
    drawings = [
        Drawing(by=TieBreak.LOT, order=(ANNA, BERND), total=40),
        Drawing(by=TieBreak.LOT, order=(BERND, ANNA), total=40),
        Drawing(by=TieBreak.LOT, order=(ANNA, BERND), total=41),
        Drawing(by=TieBreak.CARD, order=(ANNA, BERND), total=40),
    ]
    assert [row.player for row in league_table(season(TIED), rules, drawings)[:2]] == [BERND, ANNA]


def test_change_is_measured_against_the_table_before_the_last_event() -> None:
    rows = league_table(season(WINTER), LeagueRules())
    # Before: Anna 160, Bernd 120, Clara -110, Dieter -170.
    assert [(row.player, row.before, row.change) for row in rows] == [
        (ANNA, 1, 0),
        (BERND, 2, 0),
        (CLARA, 3, 0),
        (DIETER, 4, 0),
    ]
    rows = league_table(season("Anna 10 -50\nBernd -10 20\nClara - 30"), LeagueRules())
    assert [(row.player, row.change) for row in rows] == [(CLARA, None), (BERND, 0), (ANNA, -2)]


def test_first_event_changes_nobody() -> None:
    assert {row.change for row in league_table(season("Anna 10\nBernd -10"), LeagueRules())} == {None}


def test_category_has_its_own_ranks_but_the_rank_points_of_the_whole_field() -> None:
    rows = league_table(season(WINTER), LeagueRules(worth=Worth.RANKS, rank_points=(10, 6, 3)), only={BERND, DIETER})
    assert ranked(rows) == [(1, BERND, 19), (2, DIETER, 6)]


def test_moves_name_those_whose_rank_changes() -> None:
    before = league_table(season(WINTER), LeagueRules())
    after = league_table(season(WINTER), LeagueRules(best=2, least=4))
    assert [(move.player, move.before, move.after) for move in moves(before, after)] == [
        (CLARA, 3, 2),
        (BERND, 2, None),
        (DIETER, 4, None),
    ]
    assert moves(before, before) == ()


def test_season_without_events_has_no_rows() -> None:
    assert league_table([], LeagueRules()) == ()


# For every season

POINTS = st.dictionaries(st.integers(1, 12), st.integers(-900, 1200), max_size=12)
SEASONS = st.lists(POINTS, max_size=8).map(
    lambda events: [EventPoints(key=key, points=points) for key, points in enumerate(events)]
)
RULES = st.builds(
    LeagueRules,
    worth=st.sampled_from(Worth),
    best=st.none() | st.integers(1, 5),
    rank_points=st.lists(st.integers(0, 25), max_size=6).map(lambda points: tuple(sorted(points, reverse=True))),
    least=st.integers(0, 4),
    tie_breaks=st.lists(st.sampled_from(TIE_BREAKS), unique=True).map(tuple),
)


def told(rows: Sequence[LeagueStanding]) -> dict[int, tuple[object, ...]]:
    """Everybody's values in a table that cannot depend on the order of the events."""
    return {row.player: (row.rank, row.total, row.events, row.wins, row.best, row.tied_with) for row in rows}


@given(SEASONS, RULES, st.integers())
def test_order_of_events_does_not_matter(events: list[EventPoints], rules: LeagueRules, seed: int) -> None:
    shuffled = list(events)
    Random(seed).shuffle(shuffled)
    assert told(league_table(shuffled, rules)) == told(league_table(events, rules))


@given(SEASONS, RULES)
def test_points_are_neither_lost_nor_made(events: list[EventPoints], rules: LeagueRules) -> None:
    rows = league_table(events, rules)
    for place, event in enumerate(events):
        shown = {row.player: row.results[place] for row in rows}
        assert {player: result.points for player, result in shown.items() if result} == event.points
    for row in rows:
        assert row.total == sum(result.value for result in row.results if result and not result.struck)
        assert row.events == sum(result is not None for result in row.results)


@given(SEASONS)
def test_sum_of_a_season_is_the_sum_of_its_events(events: list[EventPoints]) -> None:
    rows = league_table(events, LeagueRules(least=0))
    assert sum(row.total for row in rows) == sum(sum(event.points.values()) for event in events)


@given(SEASONS, RULES)
def test_struck_events_are_the_worst_and_no_more_than_needed(events: list[EventPoints], rules: LeagueRules) -> None:
    for row in league_table(events, rules):
        results = [result for result in row.results if result]
        counted = [result.value for result in results if not result.struck]
        left_out = [result.value for result in results if result.struck]
        assert len(counted) == min(len(results), rules.best or len(results))
        assert not left_out or max(left_out) <= min(counted)


@given(SEASONS, RULES, st.integers(0, 8))
def test_event_that_nobody_came_to_changes_nothing(events: list[EventPoints], rules: LeagueRules, where: int) -> None:
    longer = [*events[:where], EventPoints(key=99, points={}), *events[where:]]
    rows, same = league_table(events, rules), league_table(longer, rules)
    assert told(rows) == told(same)
    assert [row.before for row in rows] == [row.before for row in same]


@given(SEASONS, RULES)
def test_ranks_follow_the_totals(events: list[EventPoints], rules: LeagueRules) -> None:
    ranked_rows = [row for row in league_table(events, rules) if row.rank is not None]
    for row in ranked_rows:
        ahead = sum(other.total > row.total for other in ranked_rows)
        equal = sum(other.total == row.total for other in ranked_rows)
        assert row.rank is not None
        assert ahead < row.rank <= ahead + equal
        assert row.events >= rules.least


@given(SEASONS, RULES, st.sets(st.integers(1, 12)))
def test_category_is_the_whole_table_with_the_others_left_out(
    events: list[EventPoints], rules: LeagueRules, only: set[int]
) -> None:
    whole, part = league_table(events, rules), league_table(events, rules, only=only)
    assert [row.player for row in part] == [row.player for row in whole if row.player in only]
    totals = {row.player: (row.total, row.results) for row in whole}
    assert all(totals[row.player] == (row.total, row.results) for row in part)


@pytest.mark.parametrize("worth", Worth)
def test_every_worth_counts_a_lonely_player(worth: Worth) -> None:
    rows = league_table(season("Anna 40"), LeagueRules(worth=worth, rank_points=(40,)))
    assert ranked(rows) == [(1, ANNA, 40)]


# Weights


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        # Anna 120 - 40 + 80 + 2x10, Bernd 60 + 90 - 30, Clara -100 - 50 + 40 + 2x120, Dieter -80 - 90 - 2x130
        (LeagueRules(), [(1, ANNA, 180), (2, CLARA, 130), (3, BERND, 120), (4, DIETER, -430)]),
        (LeagueRules(worth=Worth.PLUS, best=1), [(1, CLARA, 240), (2, ANNA, 120), (3, BERND, 90), (4, DIETER, 0)]),
        # the last one: Clara 2x3, Anna 2x2, Dieter 2x1
        (
            LeagueRules(worth=Worth.RANKS, rank_points=(3, 2, 1)),
            [(1, ANNA, 12), (2, CLARA, 9), (3, BERND, 6), (4, DIETER, 3)],
        ),
    ],
)
def test_final_that_counts_twice(rules: LeagueRules, expected: list[tuple[int, int, int]]) -> None:
    *before, last = season(WINTER)
    rows = league_table([*before, replace(last, weight=2)], rules)
    assert ranked(rows) == expected
    clara = next(row for row in rows if row.player == CLARA)
    assert (clara.best, clara.wins) == (120, 1), "as they were played"
