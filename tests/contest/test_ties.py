"""Ranks and tie-breaks: one hall written down by hand, and what holds for standings and league tables alike."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.contest import league, standings
from cegoscore.contest.league import LeagueStanding
from cegoscore.contest.standings import TournamentStanding
from cegoscore.contest.ties import DRAWN, Drawing, Placing, TieBreak, in_force, ranked, ranks_of
from tests.effort import examples

AS_LEAGUE = {TieBreak.LAST_ROUND: TieBreak.WINS, TieBreak.GAMES_WON: TieBreak.BEST}
"""The tie-breaks of a tournament, and those that stand for them when the same rows are a league table's."""


def standing(number: int, total: int, last: int | None = None, games: int | None = None) -> TournamentStanding:
    """A row as a tournament has it."""
    return TournamentStanding(rank=0, number=number, points=(last,), total=total, games_won=games)


def league_standing(player: int, total: int, wins: int, best: int) -> LeagueStanding:
    """The same as a season has it."""
    return LeagueStanding(player=player, results=(), total=total, events=1, wins=wins, best=best)


def placing(row: TournamentStanding | LeagueStanding) -> Placing:
    assert row.rank is not None
    return Placing(rank=row.rank, decided_by=row.decided_by, tied_with=row.tied_with, undecided=row.undecided)


def test_a_hall_by_hand() -> None:
    """300 for four, 100 for three: the last round separates one, games won nobody (unknown of 4), the card two."""
    rows = [
        standing(1, 300, last=50, games=3),
        standing(2, 300, last=80, games=1),
        standing(3, 300, last=50, games=9),
        standing(4, 300, last=50),
        standing(5, 100, last=0, games=0),
        standing(6, 100, last=0, games=2),
        standing(7, 100, last=0, games=0),
        standing(8, 400, last=0),
    ]
    tie_breaks = (TieBreak.LAST_ROUND, TieBreak.GAMES_WON, TieBreak.CARD)
    drawn = [
        Drawing(by=TieBreak.CARD, order=(4, 1, 3)),
        Drawing(by=TieBreak.LOT, order=(1, 3, 4)),  # not one of the organiser's tie-breaks
        Drawing(by=TieBreak.CARD, order=(7, 5), total=99),  # they had another total then
    ]
    last, games, card = tie_breaks
    assert {row.number: placing(row) for row in ranked(rows, tie_breaks, drawn)} == {
        8: Placing(rank=1, decided_by=(), tied_with=(), undecided=False),
        2: Placing(rank=2, decided_by=(last,), tied_with=(), undecided=False),
        4: Placing(rank=3, decided_by=(last, card), tied_with=(), undecided=False),
        1: Placing(rank=4, decided_by=(last, card), tied_with=(), undecided=False),
        3: Placing(rank=5, decided_by=(last, card), tied_with=(), undecided=False),
        6: Placing(rank=6, decided_by=(games,), tied_with=(), undecided=False),
        5: Placing(rank=7, decided_by=(games,), tied_with=(7,), undecided=True),
        7: Placing(rank=7, decided_by=(games,), tied_with=(5,), undecided=True),
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("last_round card", "last_round card"),
        ("games_won last_round", "games_won last_round"),
        ("card last_round", "card"),
        ("wins lot best card", "wins lot card"),
        ("", ""),
    ],
)
def test_what_is_counted_after_a_drawing_never_decides(given: str, expected: str) -> None:
    assert in_force(TieBreak(name) for name in given.split()) == tuple(TieBreak(name) for name in expected.split())


def test_a_tournament_and_a_season_choose_from_every_tie_break_between_them() -> None:
    assert {*standings.TIE_BREAKS, *league.TIE_BREAKS} == set(TieBreak)
    assert {*standings.TIE_BREAKS} & {*league.TIE_BREAKS} == set(DRAWN)


# What always holds

FEW = st.integers(0, 2)
FIELDS = st.lists(st.tuples(FEW, FEW, FEW), max_size=9)
TIE_BREAKS = st.permutations(standings.TIE_BREAKS).flatmap(
    lambda order: st.integers(0, 4).map(lambda length: tuple(order[:length]))
)
DRAWINGS = st.lists(
    st.builds(
        Drawing,
        by=st.sampled_from(DRAWN),
        order=st.lists(st.integers(1, 9), min_size=2, unique=True).map(tuple),
        total=st.none() | FEW,
    ),
    max_size=5,
)


@given(field=FIELDS, tie_breaks=TIE_BREAKS, drawings=DRAWINGS)
@settings(max_examples=examples(200), deadline=None)
def test_both_rankings_separate_alike(
    field: Sequence[tuple[int, int, int]], tie_breaks: tuple[TieBreak, ...], drawings: Sequence[Drawing]
) -> None:
    evening = [standing(number, total, last, games) for number, (total, last, games) in enumerate(field, 1)]
    season = [league_standing(player, total, wins, best) for player, (total, wins, best) in enumerate(field, 1)]
    here = ranked(evening, in_force(tie_breaks), drawings)
    there = ranked(season, in_force(AS_LEAGUE.get(each, each) for each in tie_breaks), drawings)
    assert [row.number for row in here] == [row.player for row in there]
    translated = [
        placing(row)._replace(decided_by=tuple(AS_LEAGUE.get(each, each) for each in row.decided_by)) for row in here
    ]
    assert translated == [placing(row) for row in there]


@given(field=st.lists(st.integers(-4, 4), max_size=9))
@settings(max_examples=examples(200), deadline=None)
def test_rank_of_a_total_is_one_more_than_the_number_of_those_ahead(field: list[int]) -> None:
    assert ranks_of(field) == {total: 1 + sum(other > total for other in field) for total in field}


@given(field=FIELDS, tie_breaks=TIE_BREAKS, drawings=DRAWINGS)
@settings(max_examples=examples(200), deadline=None)
def test_ranks_are_one_more_than_those_ahead_and_equals_differ_in_nothing(
    field: Sequence[tuple[int, int, int]], tie_breaks: tuple[TieBreak, ...], drawings: Sequence[Drawing]
) -> None:
    counted = in_force(tie_breaks)
    rows = ranked([standing(number, *values) for number, values in enumerate(field, 1)], counted, drawings)
    assert sorted(row.number for row in rows) == list(range(1, len(field) + 1))
    for row in rows:
        sharing = [other for other in rows if other.rank == row.rank]
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.tied_with == tuple(other.number for other in sharing if other is not row)
        assert row.undecided == (len(sharing) > 1 and any(each in DRAWN for each in counted))
        assert len({(other.total, other.decided_by) for other in sharing}) == 1
        for each in counted:
            if each not in DRAWN:
                assert len({other.value(each) for other in sharing}) == 1
            elif len(sharing) > 1:
                keys = {other.number for other in sharing}
                assert not [
                    one
                    for one in drawings
                    if one.by is each and one.total in (None, row.total) and keys <= set(one.order)
                ]
    order = [(row.total, *(row.value(each) for each in counted if each not in DRAWN)) for row in rows]
    assert order == sorted(order, reverse=True)
