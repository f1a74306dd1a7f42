"""Ranking over explicit results: totals, ties, what separates them, categories and rounds."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from cegoscore.contest.standings import (
    TIE_BREAKS,
    RoundResult,
    TieRules,
    TournamentStanding,
    final_ranks,
    round_standings,
    standings,
    within,
)
from cegoscore.contest.ties import Drawing, TieBreak
from tests.effort import BY_CLOCK, examples

MANY = settings(max_examples=examples(100), deadline=None)
LAST_ROUND, GAMES_WON, CARD, LOT = TIE_BREAKS


def two_rounds(*players: tuple[int, int, int], games: dict[int, int | None] | None = None) -> list[RoundResult]:
    """Results of (number, points of round 1, points of round 2); games won in round 2, none in round 1."""
    won = games or {}
    first = [RoundResult(number=number, round=1, points=points, games_won=0) for number, points, _ in players]
    second = [
        RoundResult(number=number, round=2, points=points, games_won=won.get(number, 0))
        for number, _, points in players
    ]
    return first + second


def ranks(rows: Sequence[TournamentStanding]) -> list[tuple[int, int]]:
    return [(row.rank, row.number) for row in rows]


def drawing(*numbers: int, by: TieBreak = CARD) -> Drawing:
    return Drawing(by=by, order=numbers)


# Worked examples


def test_totals_rank_and_ties_share() -> None:
    rows = standings(
        two_rounds((1, 10, 20), (2, 50, -50), (3, 5, 25), (4, 40, 0), (5, -70, -30)), TieRules(tie_breaks=())
    )
    assert rows == (
        TournamentStanding(rank=1, number=4, points=(40, 0), total=40, games_won=0),
        TournamentStanding(rank=2, number=1, points=(10, 20), total=30, games_won=0, tied_with=(3,)),
        TournamentStanding(rank=2, number=3, points=(5, 25), total=30, games_won=0, tied_with=(1,)),
        TournamentStanding(rank=4, number=2, points=(50, -50), total=0, games_won=0),
        TournamentStanding(rank=5, number=5, points=(-70, -30), total=-100, games_won=0),
    )


def test_tie_breaks_come_in_the_organisers_order() -> None:
    results = two_rounds((1, 10, 20), (2, 5, 25), (3, 20, 10), games={1: 3, 2: 1, 3: 9})
    by_points = standings(results, TieRules(tie_breaks=(LAST_ROUND, GAMES_WON)))
    by_games = standings(results, TieRules(tie_breaks=(GAMES_WON, LAST_ROUND)))
    assert ranks(by_points) == [(1, 2), (2, 1), (3, 3)]
    assert ranks(by_games) == [(1, 3), (2, 1), (3, 2)]
    assert {row.decided_by for row in by_points} == {(LAST_ROUND,)}
    assert {row.decided_by for row in by_games} == {(GAMES_WON,)}


def test_what_one_tie_break_leaves_equal_goes_to_the_next() -> None:
    results = two_rounds((1, 10, 20), (2, 10, 20), (3, 20, 10), games={1: 3, 2: 4})
    rows = standings(results, TieRules(tie_breaks=(LAST_ROUND, GAMES_WON)))
    assert [(row.rank, row.number, row.decided_by) for row in rows] == [
        (1, 2, (LAST_ROUND, GAMES_WON)),
        (2, 1, (LAST_ROUND, GAMES_WON)),
        (3, 3, (LAST_ROUND,)),
    ]


def test_games_won_that_nobody_knows_separate_nobody() -> None:
    results = two_rounds((1, 10, 20), (2, 10, 20), (3, 10, 20), games={1: 3, 2: None, 3: 0})
    rows = standings(results, TieRules(tie_breaks=(GAMES_WON, CARD)))
    assert [(row.rank, row.games_won, row.undecided) for row in rows] == [(1, 3, True), (1, None, True), (1, 0, True)]


def test_who_went_home_before_the_last_round_stands_behind_those_who_played_it() -> None:
    """It blocks nobody: those who stayed are compared by it, and those who went share what is left."""
    stayed = two_rounds((9, -100, 0), (10, -110, 10))
    went = [RoundResult(number=number, round=1, points=-100, games_won=2) for number in (20, 21)]
    rows = standings([*stayed, *went], TieRules(tie_breaks=(LAST_ROUND, CARD)))
    assert ranks(rows) == [(1, 10), (2, 9), (3, 20), (3, 21)]
    assert [row.undecided for row in rows] == [False, False, True, True]
    assert rows[2].points == (-100, None)


def test_a_recorded_drawing_separates_those_it_names() -> None:
    results = two_rounds((1, 10, 20), (2, 10, 20), (3, 10, 20), (4, 0, 0))
    rows = standings(results, TieRules(tie_breaks=(LAST_ROUND, CARD), drawings=(drawing(3, 1, 2),)))
    assert ranks(rows) == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert [row.decided_by for row in rows] == [(CARD,), (CARD,), (CARD,), ()]


@pytest.mark.parametrize(
    "drawings",
    [
        (drawing(2, 1),),  # number 3 came level later
        (drawing(3, 2, 1, by=LOT),),  # not among the tie-breaks
    ],
)
def test_a_drawing_about_something_else_separates_nobody(drawings: tuple[Drawing, ...]) -> None:
    results = two_rounds((1, 10, 20), (2, 10, 20), (3, 10, 20))
    rows = standings(results, TieRules(tie_breaks=(CARD,), drawings=drawings))
    assert [(row.rank, row.undecided) for row in rows] == [(1, True)] * 3


def test_a_drawing_among_more_and_the_last_one_count() -> None:
    results = two_rounds((1, 10, 20), (2, 10, 20))
    rules = TieRules(tie_breaks=(CARD,), drawings=(drawing(1, 2), drawing(7, 2, 1)))
    assert ranks(standings(results, rules)) == [(1, 2), (2, 1)]


def test_a_voided_table_counts_zero_and_an_open_one_is_provisional() -> None:
    results = [
        RoundResult(number=1, round=1, points=400, games_won=7, voided=True),
        RoundResult(number=1, round=2, points=-20, games_won=1),
        RoundResult(number=2, round=1, points=10, games_won=None),
        RoundResult(number=2, round=2, points=5, games_won=2, provisional=True),
        RoundResult(number=3, round=1, points=None, provisional=True),
    ]
    assert standings(results, TieRules()) == (
        TournamentStanding(rank=1, number=2, points=(10, 5), total=15, games_won=None, open_rounds=(2,)),
        TournamentStanding(rank=2, number=3, points=(None, None), total=0, games_won=0, open_rounds=(1,)),
        TournamentStanding(rank=3, number=1, points=(0, -20), total=-20, games_won=1, voided_rounds=(1,)),
    )
    assert [row.provisional for row in standings(results, TieRules())] == [True, True, False]


def test_the_rounds_of_a_card_evening_stand_alone() -> None:
    results = two_rounds((1, 10, 20), (2, 90, 20), (3, 0, 50), games={1: 1, 2: 2})
    rules = TieRules(tie_breaks=(LAST_ROUND, GAMES_WON, CARD), drawings=(drawing(1, 2),))
    assert ranks(round_standings(results, 2, rules)) == [(1, 3), (2, 2), (3, 1)]
    assert round_standings(results, 2, replace(rules, tie_breaks=(CARD,)))[1:] == (
        TournamentStanding(rank=2, number=1, points=(20,), total=20, games_won=1, tied_with=(2,), undecided=True),
        TournamentStanding(rank=2, number=2, points=(20,), total=20, games_won=2, tied_with=(1,), undecided=True),
    )


def test_a_category_is_ranked_among_itself_in_the_overall_order() -> None:
    results = two_rounds((1, 10, 20), (2, 10, 20), (3, 50, 0), (4, 10, 20), (5, 0, 0))
    rules = TieRules(tie_breaks=(CARD,))
    women = within(standings(results, rules), {2, 4, 5}, rules)
    assert [(row.rank, row.number, row.tied_with, row.undecided) for row in women] == [
        (1, 2, (4,), True),
        (1, 4, (2,), True),
        (3, 5, (), False),
    ]
    drawn = replace(rules, drawings=(drawing(4, 2),))
    assert ranks(standings(results, drawn)) == [(1, 3), (2, 1), (2, 2), (2, 4), (5, 5)]
    assert ranks(within(standings(results, drawn), {2, 4, 5}, drawn)) == [(1, 4), (2, 2), (3, 5)]


def test_a_category_remembers_what_decided_before() -> None:
    results = two_rounds((1, 10, 20), (2, 10, 20), (3, 10, 20), (4, 5, 25))
    rules = TieRules(tie_breaks=(LAST_ROUND, CARD), drawings=(drawing(2, 1),))
    women = within(standings(results, rules), {1, 2}, rules)
    assert [(row.number, row.decided_by) for row in women] == [(2, (LAST_ROUND, CARD)), (1, (LAST_ROUND, CARD))]


def test_what_is_known_of_a_category_alone_does_not_turn_the_overall_order_round() -> None:
    """Games won cannot decide among three, of whom one is not known; between the two women they could, but do not."""
    results = two_rounds((1, 10, 20), (2, 10, 20), (3, 10, 20), games={1: 9, 2: 1, 3: None})
    rules = TieRules(tie_breaks=(GAMES_WON, CARD), drawings=(drawing(2, 3, 1),))
    assert ranks(within(standings(results, rules), {1, 2}, rules)) == [(1, 2), (2, 1)]


def test_two_results_of_one_round_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="number 1 has two results in round 1"):
        standings([RoundResult(number=1, round=1, points=3)] * 2, TieRules())


# What always holds


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[RoundResult], TieRules]:
    """Few different points, so that there are many ties; some rounds voided, open, or of unknown games."""
    points = st.none() | st.sampled_from([-10, 0, 5, 10])
    results = [
        RoundResult(
            number=number,
            round=round_number,
            points=draw(points),
            games_won=draw(st.none() | st.integers(0, 2)),
            provisional=draw(st.booleans()),
            voided=draw(st.integers(0, 9)) == 0,
        )
        for number in range(1, draw(st.integers(1, 9)) + 1)
        for round_number in range(1, draw(st.integers(1, 3)) + 1)
    ]
    tie_breaks = tuple(draw(st.permutations(TIE_BREAKS))[: draw(st.integers(0, 4))])
    some = st.lists(st.integers(1, 9), min_size=2, unique=True).map(tuple)
    one = st.builds(Drawing, by=st.sampled_from([CARD, LOT]), order=some)
    return results, TieRules(tie_breaks=tie_breaks, drawings=tuple(draw(st.lists(one, max_size=4))))


def assert_ranked(rows: Sequence[TournamentStanding]) -> None:
    """Ranks follow from who is ahead, and who shares one says so."""
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for row in rows:
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        sharing = sorted(other.number for other in rows if other.rank == row.rank and other is not row)
        assert list(row.tied_with) == sharing
        assert not row.undecided or sharing


@given(evening=evenings())
@MANY
def test_final_ranks_are_those_of_the_standings(evening: tuple[list[RoundResult], TieRules]) -> None:
    results, rules = evening
    assert final_ranks(results, rules) == {row.number: row.rank for row in standings(results, rules)}


@given(evening=evenings(), data=st.data())
@MANY
def test_the_order_of_the_results_does_not_matter(
    evening: tuple[list[RoundResult], TieRules], data: st.DataObject
) -> None:
    results, rules = evening
    assert standings(data.draw(st.permutations(results)), rules) == standings(results, rules)


@given(evening=evenings())
@MANY
def test_ranks_follow_the_totals_and_no_point_is_lost(evening: tuple[list[RoundResult], TieRules]) -> None:
    results, rules = evening
    rows = standings(results, rules)
    assert_ranked(rows)
    assert sorted(row.number for row in rows) == sorted({result.number for result in results})
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    assert sum(row.total for row in rows) == sum(result.points or 0 for result in results if not result.voided)
    for row in rows:
        assert row.total == sum(points for points in row.points if points is not None)
        level = {other.number for other in rows if other.total == row.total}
        assert set(row.tied_with) < level
        assert bool(row.decided_by) == (set(row.tied_with) | {row.number} != level)


@given(evening=evenings(), data=st.data())
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[*BY_CLOCK, HealthCheck.filter_too_much])
def test_deciding_a_tie_changes_nobody_else(evening: tuple[list[RoundResult], TieRules], data: st.DataObject) -> None:
    results, rules = evening
    before = standings(results, rules)
    open_ties = [row for row in before if row.undecided]
    assume(open_ties)
    first = data.draw(st.sampled_from(open_ties))
    order = tuple(data.draw(st.permutations([first.number, *first.tied_with])))
    by = data.draw(st.sampled_from([tie_break for tie_break in rules.tie_breaks if tie_break in (CARD, LOT)]))

    after = standings(results, replace(rules, drawings=(*rules.drawings, drawing(*order, by=by))))

    assert [row for row in after if row.number not in order] == [row for row in before if row.number not in order]
    separated = [row for row in after if row.number in order]
    assert ranks(separated) == list(enumerate(order, start=first.rank))
    assert {row.decided_by[-1] for row in separated} == {by}


@given(evening=evenings())
@MANY
def test_unknown_games_are_never_taken_for_a_number(evening: tuple[list[RoundResult], TieRules]) -> None:
    results, _ = evening
    rows = standings(results, TieRules(tie_breaks=(GAMES_WON,)))
    for row in rows:
        level = [other for other in rows if other.total == row.total]
        games = [other.games_won for other in level if other.games_won is not None]
        if len(games) < len(level):
            assert (len(row.tied_with), row.decided_by) == (len(level) - 1, ())
        else:
            ahead = sum(other.total > row.total for other in rows)
            assert row.games_won is not None
            assert row.rank == 1 + ahead + sum(other > row.games_won for other in games)


@given(evening=evenings(), numbers=st.sets(st.integers(1, 9)))
@MANY
def test_a_category_never_contradicts_the_whole(evening: tuple[list[RoundResult], TieRules], numbers: set[int]) -> None:
    results, rules = evening
    rows = standings(results, rules)
    overall = {row.number: row.rank for row in rows}
    chosen = within(rows, numbers, rules)
    assert_ranked(chosen)
    assert {row.number for row in chosen} == numbers & set(overall)
    assert [overall[row.number] for row in chosen] == sorted(overall[row.number] for row in chosen)


def test_tie_break_that_a_tournament_does_not_know_is_a_mistake_and_no_other_number() -> None:
    row = TournamentStanding(rank=0, number=1, points=(5,), total=5, games_won=3)
    with pytest.raises(KeyError):
        row.value(TieBreak.WINS)
