"""Teams: their standing against an own count, the draw that keeps them apart, and the same draw again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.contest.draw import Basis, Remainder, Wish, draw_tables, moved, replay, table_sizes
from cegoscore.contest.late import Chairs, seat_for
from cegoscore.contest.moves import CannotDraw
from cegoscore.contest.prizes import Prize, PrizeFor, prizes
from cegoscore.contest.published_draw import digest_of, parse_json, write
from cegoscore.contest.standings import RoundResult, TieRules, standings
from cegoscore.contest.teams import TeamStanding, TeamTie, team_standings, teams_by_name
from tests.effort import examples

FEW = settings(max_examples=examples(60), deadline=None)
Tables = Sequence[Sequence[int]]


def teams_of(players: int, size: int, *, spread: bool = False) -> tuple[tuple[int, ...], ...]:
    """Teams by the order of the numbers, or every so-and-so-many-th; the last may be smaller, one alone is none."""
    every = [range(1, players + 1)[start :: -(-players // size)] for start in range(-(-players // size))]
    inorder = [range(start, min(start + size, players + 1)) for start in range(1, players + 1, size)]
    return tuple(tuple(team) for team in (every if spread else inorder) if len(team) > 1)


def basis_of(players: int, teams: Sequence[Sequence[int]], *, seed: str = "Hüfingen", size: int = 4) -> Basis:
    try:
        plan = table_sizes(players, size, Remainder.SMALLER if size > 3 else Remainder.LARGER)
    except CannotDraw:
        plan = table_sizes(players, size, Remainder.HOUSE)
    numbers = tuple(range(1, players + plan.house + 1))
    return Basis(seed=seed, numbers=numbers, sizes=plan.sizes, balanced=True, teams=tuple(map(tuple, teams)))


def mates_at(tables: Tables, teams: Sequence[Sequence[int]]) -> int:
    """Pairs of one team at one table, counted one by one."""
    team_of = {number: place for place, team in enumerate(teams) for number in team}
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return sum(team_of.get(one, -one) == team_of.get(other, -other) for one, other in pairs)


def met_again(tables: Tables, earlier: Sequence[Tables]) -> int:
    before = [{*pair} for round_ in earlier for table in round_ for pair in combinations(table, 2)]
    return sum(before.count({*pair}) for table in tables for pair in combinations(table, 2))


# The draw

DIGESTS = [
    "78dc3de940b8b649c18d6a83dec8dc4f0491b2f1c5200b496628c06fbd37f9f4",
    "bd3770fc8038411091678fed44500741940b691d30b3a5d7fc4a8e5fb81edf77",
]
"""Digests of the same two draws by the version that knew no teams."""


@pytest.mark.parametrize("seed", ["eins", "zwei", "drei"])
def test_36_teams_of_four_have_no_meeting_in_two_rounds(seed: str) -> None:
    teams = teams_of(144, 4)
    first = draw_tables(basis_of(144, teams, seed=seed))
    second = draw_tables(replace(first.basis, earlier=(first.tables,)))
    for drawn, earlier in ((first, []), (second, [first.tables])):
        assert sorted(number for table in drawn.tables for number in table) == [*range(1, 145)]
        assert (mates_at(drawn.tables, teams), met_again(drawn.tables, earlier)) == (0, 0)
        assert (drawn.mates, drawn.fewest_mates, drawn.mates_by_lot, drawn.proven) == ((), 0, 0, True)


@given(
    players=st.integers(8, 60),
    size=st.integers(2, 6),
    at_table=st.sampled_from([3, 4]),
    spread=st.booleans(),
    seed=st.text("0123456789", min_size=1, max_size=6),
)
@FEW
def test_mates_are_apart_where_it_can_be_and_anybody_can_replay_it(
    players: int, size: int, at_table: int, spread: bool, seed: str
) -> None:
    teams = teams_of(players, size, spread=spread)
    basis = basis_of(players, teams, seed=seed, size=at_table)
    for _round in range(2):
        drawn = draw_tables(basis)
        found = mates_at(drawn.tables, teams)
        assert found == len(drawn.mates) == drawn.mates_by_lot
        # Pigeonholes: so many people of a team sit at so many tables.
        least = sum(_shared(len(team), len(basis.sizes)) for team in teams)
        assert least <= found == drawn.fewest_mates
        published, problems = parse_json(json.dumps(write(drawn)))
        assert published is not None, problems
        assert (published.basis, replay(published.basis).tables) == (drawn.basis, drawn.tables)
        basis = replace(basis, earlier=(*basis.earlier, drawn.tables))


def _shared(people: int, tables: int) -> int:
    each, more = divmod(people, tables)
    return more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2


def every_seating(numbers: tuple[int, ...], size: int) -> list[list[tuple[int, ...]]]:
    if not numbers:
        return [[]]
    first, *others = numbers
    found = []
    for company in combinations(others, size - 1):
        rest = tuple(number for number in others if number not in company)
        found += [[(first, *company), *tables] for tables in every_seating(rest, size)]
    return found


@pytest.mark.parametrize(("players", "size"), [(9, 3), (8, 4)])
@pytest.mark.parametrize("team", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", ["1", "2"])
def test_small_fields_are_as_good_as_the_best_of_all_seatings(players: int, size: int, team: int, seed: str) -> None:
    teams = teams_of(players, team)
    sizes = (size,) * (players // size)
    basis = Basis(seed=seed, numbers=tuple(range(1, players + 1)), sizes=sizes, teams=teams)
    for _round in range(3):
        drawn = draw_tables(basis)
        costs = [
            (mates_at(tables, teams), met_again(tables, basis.earlier)) for tables in every_seating(basis.numbers, size)
        ]
        assert (mates_at(drawn.tables, teams), met_again(drawn.tables, basis.earlier)) == min(costs)
        assert (drawn.fewest_mates, drawn.fewest, drawn.proven) == (*min(costs), True)
        basis = replace(basis, earlier=(*basis.earlier, drawn.tables))


def test_draw_without_teams_is_what_it_was_to_the_byte() -> None:
    first = draw_tables(basis_of(45, ()))
    second = draw_tables(replace(first.basis, earlier=(first.tables,)), apart=[Wish(one=3, other=4)])
    assert write(second)["format"] == "cegoscore/draw@1"
    assert [digest_of(write(drawn)) for drawn in (first, second)] == DIGESTS
    assert "teams" not in write(second)


def test_draw_with_teams_is_of_a_version_of_its_own() -> None:
    published = write(draw_tables(basis_of(16, teams_of(16, 4))))
    assert (published["format"], published["teams"][0]) == ("cegoscore/draw@2", [1, 2, 3, 4])
    refused: list[tuple[dict[str, Any], str]] = [
        ({"format": "cegoscore/draw@1"}, "format"),
        ({"teams": [[1, 2], [0, 3]]}, "teams.2"),
        ({"teams": 5}, "teams"),
    ]
    for change, place in refused:
        found, problems = parse_json(json.dumps(published | change))
        assert (found, problems[0].key.startswith(place)) == (None, True)
    without = {key: value for key, value in published.items() if key != "teams"}
    assert parse_json(json.dumps(without))[0] is None
    twice, _problems = parse_json(json.dumps(published | {"teams": [[1, 2], [2, 3]]}))
    assert twice is not None
    with pytest.raises(CannotDraw, match="number 2 stands here twice"):
        replay(twice.basis)


def test_wishes_part_nobody_at_the_price_of_a_team() -> None:
    teams = teams_of(8, 4)
    wishes = [Wish(one=1, other=number, weight=9) for number in (5, 6, 7, 8)]
    drawn = draw_tables(basis_of(8, teams), apart=wishes)
    assert len(drawn.mates) == 4
    assert sum({wish.one, wish.other} <= {*table} for wish in wishes for table in drawn.tables) == 2


def test_moves_of_the_desk_are_told_apart_from_the_lot() -> None:
    teams = teams_of(16, 4)
    drawn = draw_tables(basis_of(16, teams))
    one = drawn.tables[0][0]
    mate = next(number for team in teams if one in team for number in team if number in drawn.tables[1])
    after = moved(drawn, (drawn.tables[0][1], mate))
    assert (len(after.mates), after.mates_by_lot, after.fewest_mates) == (2, 0, 0)
    assert [(pair.one, pair.other) for pair in after.mates if one in (pair.one, pair.other)] == [
        (min(one, mate), max(one, mate))
    ]


def test_late_comer_draws_a_chair_without_a_mate() -> None:
    teams = teams_of(12, 3)
    drawn = draw_tables(basis_of(12, teams))
    with_seventeen = [(*teams[0][:2], 17), *teams[1:]]
    move = seat_for(drawn, 17, Chairs(playable=(4, 5), usual=4, teams=with_seventeen))
    free = [place for place, table in enumerate(drawn.tables, 1) if not {*table} & {*teams[0][:2]}]
    assert move.at == tuple(free)


# The standing

RESULTS = st.dictionaries(
    st.integers(1, 30), st.lists(st.integers(-3, 3), min_size=1, max_size=3), min_size=1, max_size=30
)


@given(
    results=RESULTS,
    names=st.lists(st.sampled_from(["", "Adler", "Bären", "Hirsch", "Lamm"]), min_size=30, max_size=30),
    best=st.none() | st.integers(1, 6),
    seed=st.text("0123456789", max_size=4),
)
@FEW
def test_standing_is_what_somebody_counts_by_hand(
    results: dict[int, list[int]], names: list[str], best: int | None, seed: str
) -> None:
    rows = standings(
        (
            RoundResult(number=number, round=place, points=points)
            for number, own in results.items()
            for place, points in enumerate(own, 1)
        ),
        TieRules(),
    )
    teams = teams_by_name(enumerate(names, 1))
    found = team_standings(rows, teams, best=best, seed=seed)
    counted = []
    for name in {*names} - {""}:
        numbers = [number for number in range(1, 31) if names[number - 1] == name]
        totals = sorted((sum(results[number]) for number in numbers if number in results), reverse=True)
        if totals:
            block = sha256(f"{seed}|1|team {numbers[0]}|0".encode()).digest()
            lot = int.from_bytes(block[:4], "big")
            counted.append((sum(totals[: best or 99]), totals, lot, name))
    counted.sort(reverse=True)
    assert [(team.rank, team.total, team.name) for team in found] == [
        (rank, total, name) for rank, (total, _singles, _lot, name) in enumerate(counted, 1)
    ]
    for team, (total, singles, _lot, _name) in zip(found, counted, strict=True):
        assert [row.total for row in team.members] == singles
        assert team.counting == min(len(singles), best or 99)
        level = [other for other in counted if other[0] == total]
        is_lot = sum(other[1] == singles for other in level) > 1
        assert team.decided_by == (TeamTie.LOT if is_lot else TeamTie.SINGLES if len(level) > 1 else None)


def standing_of(points: dict[int, int | None], teams: Mapping[str, Sequence[int]], **more: Any) -> list[TeamStanding]:
    rows = standings(
        (RoundResult(number=number, round=1, points=own, provisional=own is None) for number, own in points.items()),
        TieRules(),
    )
    return list(team_standings(rows, teams, **{"best": None, "seed": "1"} | more))


def test_best_single_decides_then_the_next_whether_it_counts_or_not() -> None:
    points: dict[int, int | None] = {1: 50, 2: 10, 3: -40, 4: 50, 5: 10, 6: -30, 7: 40, 8: 20, 9: 0}
    teams = {"A": (1, 2, 3), "B": (4, 5, 6), "C": (7, 8, 9)}
    found = standing_of(points, teams, best=2)
    assert [(team.name, team.total, team.decided_by) for team in found] == [
        ("B", 60, TeamTie.SINGLES),
        ("A", 60, TeamTie.SINGLES),
        ("C", 60, TeamTie.SINGLES),
    ]


def test_team_counts_with_whom_it_has_and_is_provisional_with_them() -> None:
    found = standing_of({1: 30, 2: None, 5: -30}, {"A": (1, 2, 3, 4), "B": (5,), "C": (6, 7)})
    assert [(team.name, len(team.members), team.counting, team.total, team.provisional) for team in found] == [
        ("A", 2, 2, 30, True),
        ("B", 1, 1, -30, False),
    ]


def test_prize_of_a_team_goes_to_everybody_in_it_beside_their_own() -> None:
    teams = {"A": (1, 2), "B": (3, 4)}
    found = standing_of({1: 30, 2: 20, 3: 10, 4: -60}, teams)
    rows = [row for team in found for row in team.members]
    first = Prize(label="Schinken")
    cups = [Prize(label=f"Pokal {place}", given_for=PrizeFor.TEAM, place=place) for place in (1, 2, 3)]
    plan = (first, *cups)
    assert [
        (award.prize.label, award.numbers, award.undecided) for award in prizes(rows, plan, teams=found, one_each=True)
    ] == [
        ("Pokal 3", (), False),
        ("Pokal 2", (3, 4), False),
        ("Pokal 1", (1, 2), False),
        ("Schinken", (1,), False),
    ]
