"""A better result: what would have been enough, against the table counted anew with it."""

from dataclasses import replace

from hypothesis import given

from cegoscore.contest.better import better_result
from cegoscore.contest.league import EventPoints, LeagueRules, LeagueStanding, Worth, league_table
from tests.contest.test_league import RULES, SEASONS, WINTER, season

FOURTH = 3


def test_weakest_event_that_counts_would_have_had_to_bring_the_distance_and_one_point() -> None:
    rows = league_table(season(WINTER), LeagueRules())
    clara = next(row for row in rows if row.rank == FOURTH - 1 or row.rank == FOURTH)
    above = rows[rows.index(clara) - 1]
    found = better_result(clara, above.total, LeagueRules(), [1, 1, 1, 1])
    assert found
    was = clara.results[found.place]
    assert was
    assert found.points == was.points + above.total - clara.total + 1


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
    """Ranks by points of an event move others, too: there the rank is asked for, which is enough and no more."""
    rows = league_table(events, rules)
    ranked = [row for row in rows if row.rank]
    for above, row in zip(ranked, ranked[1:], strict=False):
        found = better_result(row, above.total, rules, [event.weight for event in events])
        if rules.worth is Worth.RANKS or found is None:
            continue
        assert found.points is not None
        for points, is_enough in ((found.points, True), (found.points - 1, False)):
            table = league_table(bettered(events, row, found.place, points), rules)
            total = next(each.total for each in table if each.player == row.player)
            assert (total > above.total) == is_enough
            assert not is_enough or total == found.total
