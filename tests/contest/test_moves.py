"""Seating that lives: late-comers by lot, no-shows, odd tables balanced, from 3 to 250 players."""

import json
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.contest.balance import fewest_odd, odd_tables, times_odd, usual_size
from cegoscore.contest.draw import (
    Basis,
    Draw,
    Remainder,
    Wish,
    draw_tables,
    moved,
    repeated_meetings,
    replay,
    table_sizes,
)
from cegoscore.contest.late import Chairs, can_shrink, divisions, seat_for
from cegoscore.contest.moves import CannotDraw, Join, Leave
from cegoscore.contest.published_draw import parse_json, write
from tests.effort import examples, sample, sampled

FEW = settings(max_examples=examples(60), deadline=None)
CHAIRS = Chairs(playable=(3, 4, 5), usual=4)


def drawn(players: int, *, seed: str = "Oberwolfach", earlier: tuple[Draw, ...] = (), size: int = 4) -> Draw:
    """A round of a field that gets some tables of one less where it does not divide."""
    plan = division(players, size)
    numbers = tuple(range(1, players + 1))
    before = tuple(one.tables for one in earlier)
    return draw_tables(Basis(seed=seed, numbers=numbers, sizes=plan, earlier=before, balanced=True))


def division(players: int, size: int = 4) -> tuple[int, ...]:
    for remainder in (Remainder.SMALLER, Remainder.LARGER):
        try:
            return table_sizes(players, size, remainder).sizes
        except CannotDraw:
            continue
    return table_sizes(players, size, Remainder.HOUSE).sizes if players % size == 0 else (players,)


def seated(one: Draw) -> list[int]:
    return sorted(chain.from_iterable(one.tables))


def published(one: Draw) -> Draw:
    """The same draw, replayed from what is published of it."""
    found, problems = parse_json(json.dumps(write(one)))
    assert found, problems
    assert found.tables == one.tables
    assert found.dealers == one.first_dealers
    return replay(found.basis)


# Moves


@FEW
@given(st.integers(3, 250), st.data())
def test_any_evening_of_late_comers_and_no_shows_is_replayed_from_what_is_published(
    players: int, data: st.DataObject
) -> None:
    """Everybody who is there has one seat, every table is playable, and anybody gets the same tables."""
    one = drawn(players, seed=data.draw(st.text("abc123", min_size=1, max_size=6)))
    here, following, house, empty = set(range(1, players + 1)), players + 1, set[int](), set[int]()
    for _turn in range(data.draw(st.integers(1, 8))):
        chairs = replace(CHAIRS, house=house & set(seated(one)), empty=empty & set(seated(one)))
        if data.draw(st.booleans()) or len(here) < 3:
            if not chairs.house and not chairs.empty and {len(table) for table in one.tables} == {5}:
                with pytest.raises(CannotDraw, match="every seat is taken"):
                    seat_for(one, following, chairs)
                continue
            one = moved(one, seat_for(one, following, chairs))
            here.add(following)
            following += 1
        else:
            gone = data.draw(st.sampled_from(sorted(here)))
            move = Leave(gone) if can_shrink(one, gone, chairs) else Join(following, instead_of=(gone,))
            one = moved(one, move)
            here.discard(gone)
            if isinstance(move, Join):
                house.add(following)
                following += 1
        house &= set(seated(one))
    assert seated(one) == sorted(here | house)
    assert {len(table) for table in one.tables} <= {3, 4, 5}
    assert all(0 <= seat < len(table) for seat, table in zip(one.dealers, one.tables, strict=True))
    assert published(one) == one


def test_a_late_comer_draws_among_all_house_chairs_and_each_is_equally_likely() -> None:
    found: Counter[int] = Counter()
    for seed in range(900):
        one = drawn(12, seed=str(seed))
        after = moved(one, seat_for(one, 13, replace(CHAIRS, house=(10, 11, 12))))
        assert after.basis.moves == (Join(13, instead_of=(10, 11, 12)),)
        found[next(iter({10, 11, 12} - set(seated(after))))] += 1
    assert set(found) == {10, 11, 12}
    assert all(abs(count - 300) < 5 * 300**0.5 for count in found.values())


def test_without_a_house_player_smaller_tables_grow_first_and_then_others() -> None:
    one = drawn(11)
    assert sorted(map(len, one.tables)) == [3, 4, 4]
    first = seat_for(one, 12, CHAIRS)
    assert first == Join(12, at=(3,))
    one = moved(one, first)
    assert seat_for(one, 13, CHAIRS) == Join(13, at=(1, 2, 3))
    assert sorted(map(len, moved(one, seat_for(one, 13, CHAIRS)).tables)) == [4, 4, 5]


def test_an_empty_chair_comes_before_a_house_players_and_closed_tables_are_passed_over() -> None:
    one = drawn(12)
    assert seat_for(one, 13, replace(CHAIRS, empty=(4,), house=(12,))) == Join(13, instead_of=(4,))
    row = next(place for place, table in enumerate(one.tables) if 4 in table)
    move = seat_for(one, 13, replace(CHAIRS, empty=(4,), closed=(row,)))
    assert move == Join(13, at=tuple(place for place in (1, 2, 3) if place != row + 1))
    with pytest.raises(CannotDraw, match="every seat is taken"):
        seat_for(one, 13, replace(CHAIRS, closed=(0, 1, 2)))


def test_who_comes_back_late_is_seated_where_nobody_is_met_again_and_no_wish_is_broken() -> None:
    first = drawn(16)
    second = draw_tables(
        Basis(
            seed="zwei",
            numbers=tuple(range(2, 17)),
            sizes=(4, 4, 4, 3),
            earlier=(first.tables,),
            balanced=True,
        )
    )
    chairs = replace(CHAIRS, playable=(4, 5), apart=(Wish(one=1, other=second.tables[0][0]),))
    move = seat_for(second, 1, chairs)
    assert move == Join(1, at=(4,)), "the smaller table, whoever sits there"
    grown = moved(second, move)
    late = seat_for(grown, 17, replace(chairs, apart=(Wish(one=17, other=second.tables[0][0]),)))
    assert late == Join(17, at=(2, 3, 4))


def test_a_table_shrinks_and_the_dealer_is_the_next_who_is_there() -> None:
    one = drawn(12)
    for seat, dealing in ((0, one.tables[0][one.dealers[0]]), (one.dealers[0], None)):
        gone = one.tables[0][seat]
        after = moved(one, Leave(gone))
        assert len(after.tables[0]) == 3
        if dealing is not None and dealing != gone:
            assert after.first_dealers[0] == dealing
    deals, following = one.dealers[0], one.tables[0][(one.dealers[0] + 1) % 4]
    assert moved(one, Leave(one.tables[0][deals])).first_dealers[0] == following


def test_table_shrinks_to_a_size_that_is_played() -> None:
    one = drawn(9, size=3)
    assert not can_shrink(one, 5, CHAIRS)
    assert can_shrink(drawn(12), 5, CHAIRS)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Join(3, instead_of=(5,)), "number 3 stands here twice"),
        (Join(99, instead_of=(98,)), "number 98 does not take part"),
        (Join(99, at=(4,)), "table 4 has no seat 1"),
        (Join(99), "every seat is taken"),
        (Leave(99), "number 99 does not take part"),
        ((1, 99), "number 99 does not take part"),
    ],
)
def test_moves_that_cannot_be_made_are_refused(move: Join | Leave | tuple[int, int], text: str) -> None:
    with pytest.raises(CannotDraw) as refused:
        moved(drawn(12), move)
    assert str(refused.value) == text


# Balance


@sampled
@pytest.mark.parametrize("size", [3, 4])
def test_nobody_sits_at_an_odd_table_twice_while_somebody_else_could(size: int) -> None:
    """Every field from 24 up: as few as possible in the second and third round, and no more meetings for it."""
    for players in range(24, 251, sample(1, 29)):
        evening: tuple[Draw, ...] = ()
        for number in range(3):
            one = drawn(players, seed=f"{players}", earlier=evening, size=size)
            times = times_odd(range(1, players + 1), [before.tables for before in evening])
            sizes = [len(table) for table in one.tables]
            sat = sum(times[person - 1] for row in odd_tables(sizes) for person in one.tables[row])
            assert sat == fewest_odd(times, sizes), (players, number)
            plain = draw_tables(replace(one.basis, balanced=False))
            assert one.repeats <= plain.repeats
            evening = (*evening, one)


def sat_again(one: Draw) -> int:
    """The sum of earlier times of those who sit at odd tables."""
    odd = odd_tables([len(table) for table in one.tables])
    return sum(times_odd([number for row in odd for number in one.tables[row]], one.basis.earlier))


@sampled
@pytest.mark.parametrize("players", [26, 38, 41])
def test_no_wish_and_no_fixed_seat_brings_anybody_to_an_odd_table_twice_while_somebody_else_could(players: int) -> None:
    """As few as by the lot alone, and as few meetings; published tables follow from the moves as before."""
    couples = [Wish(one=number, other=number + 1) for number in range(1, players, 2)]
    moves = 0
    for seed in range(sample(12, 4)):
        first = drawn(players, seed=f"a{seed}")
        plain = drawn(players, seed=f"b{seed}", earlier=(first,))
        for fixed, apart in (({5: 0}, ()), ({}, couples)):
            one = draw_tables(plain.basis, fixed=fixed, apart=apart)
            assert (sat_again(one), one.repeats) == (sat_again(plain), plain.repeats)
            assert not any({wish.one, wish.other} <= {*table} for wish in apart for table in one.tables)
            assert published(one).tables == one.tables
            moves += len(one.basis.moves)
    assert moves


def test_who_is_fixed_at_an_odd_table_sits_there_again_and_nobody_else_does() -> None:
    fixed = {5: 6}
    first = draw_tables(drawn(26).basis, fixed=fixed)
    second = draw_tables(drawn(26, earlier=(first,)).basis, fixed=fixed)
    assert sat_again(second) == 1


def test_a_late_comer_who_sat_at_an_odd_table_gets_a_chair_at_another_if_there_is_one() -> None:
    earlier = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    one = draw_tables(Basis(seed="x", numbers=(*range(1, 11), 12), sizes=(4, 4, 3), earlier=(earlier,), balanced=True))
    assert one.tables[2] == (1, 12, 5)
    for chairs in (replace(CHAIRS, empty=(1, 10)), replace(CHAIRS, house=(1, 10))):
        assert seat_for(one, 11, chairs) == Join(11, instead_of=(10,))
        assert seat_for(one, 13, chairs) == Join(13, instead_of=(1, 10)), "a first time for whoever is new"


def test_a_late_comer_makes_that_table_of_three_a_usual_one_where_somebody_sits_at_an_odd_table_again() -> None:
    first = replace(drawn(14), tables=((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11), (12, 13, 14)))
    second = replace(drawn(14, earlier=(first,)), tables=((9, 12, 1, 5), (10, 13, 14, 6), (3, 7, 11), (4, 8, 2)))
    assert seat_for(second, 15, CHAIRS) == Join(15, at=(3,))


def test_a_draw_of_version_0_1_is_replayed_as_it_was() -> None:
    """Without `balanced` in the document, odd tables are as they fell."""
    first = drawn(145)
    plain = draw_tables(replace(drawn(145, earlier=(first,)).basis, balanced=False))
    assert "balanced" not in write(plain)
    assert published(plain) == plain


def test_the_usual_size_is_that_of_most_people() -> None:
    assert (usual_size([4, 4, 5]), usual_size([4, 3, 3]), usual_size([4, 4, 4])) == (4, 3, 4)
    assert (odd_tables([4, 4, 5]), odd_tables([4, 3, 3]), odd_tables([4, 4])) == ([2], [0], [])


# From three players up


def test_every_field_from_three_up_has_a_plan() -> None:
    for players in range(3, 251):
        size, _remainder, plan = divisions(players, (3, 4, 5))[0]
        assert (sum(plan.sizes), plan.house, size in (3, 4, 5)) == (players, 0, True), players


@pytest.mark.parametrize("players", range(3, 41))
def test_small_field_from_three_up_can_be_drawn_twice(players: int) -> None:
    _size, _remainder, plan = divisions(players, (3, 4, 5))[0]
    one = draw_tables(Basis(seed="x", numbers=tuple(range(1, players + 1)), sizes=plan.sizes, balanced=True))
    again = draw_tables(replace(one.basis, earlier=(one.tables,)))
    assert seated(again) == list(range(1, players + 1))
    assert again.repeats == sum(meeting.before for meeting in repeated_meetings(again.tables, [one.tables]))


def test_where_tables_of_four_only_are_played_house_players_fill_up() -> None:
    assert [(size, remainder, plan.house) for size, remainder, plan in divisions(7, (4,))] == [(4, Remainder.HOUSE, 1)]
    assert divisions(2, (3, 4, 5)) == []
