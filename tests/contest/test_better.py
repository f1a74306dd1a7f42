"""A better result: what would have been enough, against the table counted anew with it."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given

from cegoscore.contest.better import better_result
from cegoscore.contest.league import EventPoints, LeagueRules, LeagueStanding, Worth, league_table
from tests.contest.test_league import RULES, SEASONS, WINTER, season


def test_weakest_event_that_counts_would_have_had_to_bring_the_distance_and_one_point() -> None:
    rows = league_table(season(WINTER), LeagueRules())
    above, row = rows[1:3]
    found = better_result(row, above.total, LeagueRules(), [1, 1, 1, 1])
    weakest = min(result.points for result in row.results if result)
    assert found
    assert found.points == weakest + above.total - row.total + 1


def test_event_that_counts_twice_needs_half_of_it_rounded_up() -> None:
    events = [EventPoints(key=1, points={1: 10, 2: 0}, weight=2)]
    second = league_table(events, LeagueRules())[1]
    found = better_result(second, 20, LeagueRules(), [2])
    assert found
    assert (found.points, found.total) == (11, 22)


def test_no_rank_is_worth_enough_where_the_first_place_would_not_do() -> None:
    rules = LeagueRules(worth=Worth.RANKS, rank_points=(5, 3))
    events = [EventPoints(key=key, points={1: 10, 2: 0}) for key in (1, 2)]
    second = league_table(events, rules)[1]
    assert better_result(second, 10, rules, [1, 1]) is None


def bettered(events: list[EventPoints], row: LeagueStanding, place: int, points: int) -> list[EventPoints]:
    """The season with another result of somebody at one event."""
    event = events[place]
    return [*events[:place], replace(event, points={**event.points, row.player: points}), *events[place + 1 :]]


@given(SEASONS, RULES)
def test_with_it_whoever_was_above_is_passed_and_with_a_point_less_they_are_not(
    events: list[EventPoints], rules: LeagueRules
) -> None:
    """Points for ranks are left out: there another rank moves the others, too."""
    rows = league_table(events, rules)
    ranked = [row for row in rows if row.rank]
    for above, row in pairwise(ranked):
        found = better_result(row, above.total, rules, [event.weight for event in events])
        if rules.worth is Worth.RANKS or found is None:
            continue
        assert found.points is not None
        for points, is_enough in ((found.points, True), (found.points - 1, False)):
            table = league_table(bettered(events, row, found.place, points), rules)
            total = next(each.total for each in table if each.player == row.player)
            assert (total > above.total) == is_enough
            assert not is_enough or total == found.total
