"""The draw by lot: fields of every size, fewest meetings, fixed seats and wishes, and the same again from the basis."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, product
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.contest.draw import (
    Basis,
    Draw,
    Meeting,
    Remainder,
    Wish,
    draw_tables,
    moved,
    repeated_meetings,
    replay,
    table_sizes,
)
from cegoscore.contest.late import Chairs, seat_for
from cegoscore.contest.lots import Lots
from cegoscore.contest.moves import CannotDraw
from cegoscore.contest.published_draw import parse_json, write
from tests.effort import examples, thorough

Tables = tuple[tuple[int, ...], ...]

FEW = settings(max_examples=examples(60), deadline=None)
SEEDS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)


def numbers(players: int) -> tuple[int, ...]:
    return tuple(range(1, players + 1))


def basis_of(sizes: Sequence[int], *, seed: str = "Oberwolfach", earlier: tuple[Tables, ...] = ()) -> Basis:
    return Basis(seed=seed, numbers=numbers(sum(sizes)), sizes=tuple(sizes), earlier=earlier)


def evening(sizes: Sequence[int], rounds: int, *, seed: str = "Oberwolfach") -> list[Draw]:
    """Rounds drawn one after the other."""
    drawn: list[Draw] = []
    for _ in range(rounds):
        drawn.append(draw_tables(basis_of(sizes, seed=seed, earlier=tuple(one.tables for one in drawn))))
    return drawn


def company(tables: Tables) -> Counter[tuple[int, int]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


# Dividing a field


def possible(players: int, size: int, other: int) -> list[tuple[int, int]]:
    """Every way to seat all players at tables of two sizes, as (of the one, of the other)."""
    return [
        (full, others)
        for full in range(players // size + 1)
        for others in range(players // other + 1)
        if full * size + others * other == players
    ]


@pytest.mark.parametrize("size", [3, 4])
def test_house_players_fill_the_last_table(size: int) -> None:
    for players in range(6, 251):
        plan = table_sizes(players, size, Remainder.HOUSE)
        assert 0 <= plan.house < size
        assert set(plan.sizes) == {size}
        assert sum(plan.sizes) == players + plan.house


@pytest.mark.parametrize(
    ("size", "remainder", "other"), [(3, Remainder.LARGER, 4), (4, Remainder.LARGER, 5), (4, Remainder.SMALLER, 3)]
)
def test_other_tables_are_as_few_as_possible_and_come_last(size: int, remainder: Remainder, other: int) -> None:
    refused = []
    for players in range(6, 251):
        ways = possible(players, size, other)
        if not ways:
            with pytest.raises(CannotDraw, match=f"{players} players cannot be divided"):
                table_sizes(players, size, remainder)
            refused.append(players)
            continue
        full, others = min(ways, key=lambda way: way[1])
        plan = table_sizes(players, size, remainder)
        assert (plan.house, plan.sizes) == (0, (size,) * full + (other,) * others)
    assert refused == ([6, 7, 11] if other == 5 else [])


def test_two_at_a_table_are_never_planned() -> None:
    for players in range(6, 251):
        if players % 3:
            with pytest.raises(CannotDraw, match="tables of 2 are not played here"):
                table_sizes(players, 3, Remainder.SMALLER)


@pytest.mark.parametrize(
    ("players", "size", "playable", "text"),
    [
        (2, 4, (3, 4, 5), "needs at least 3 players"),
        (8, 6, (3, 4, 5), "tables of 6 are not played here"),
        (9, 4, (4,), "tables of 5 are not played here"),
        (7, 4, (4, 5), "7 players cannot be divided into tables of 4 and 5"),
    ],
)
def test_fields_that_cannot_be_divided_say_why(players: int, size: int, playable: tuple[int, ...], text: str) -> None:
    with pytest.raises(CannotDraw) as refused:
        table_sizes(players, size, Remainder.LARGER, playable=playable)
    assert str(refused.value) == text


# The lot

NO_SEEDS = ("", " ", "\x1b", "\ud800", "7" * 201)


@given(players=st.integers(6, 250), size=st.sampled_from([3, 4]), remainder=st.sampled_from(Remainder), seed=SEEDS)
@FEW
def test_everyone_sits_once_at_tables_of_the_planned_sizes(
    players: int, size: int, remainder: Remainder, seed: str
) -> None:
    try:
        plan = table_sizes(players, size, remainder)
    except CannotDraw:
        plan = table_sizes(players, size, Remainder.HOUSE)
    first = draw_tables(basis_of(plan.sizes, seed=seed))
    second = draw_tables(replace(first.basis, earlier=(first.tables,)))
    for drawn in (first, second):
        assert sorted(number for table in drawn.tables for number in table) == list(numbers(players + plan.house))
        assert tuple(len(table) for table in drawn.tables) == plan.sizes
        assert all(seat in range(size) for seat, size in zip(drawn.dealers, plan.sizes, strict=True))
        assert drawn.proven
    assert first.meetings == ()


@given(seed=SEEDS, order=st.permutations(range(1, 14)))
@FEW
def test_the_order_in_which_numbers_are_given_does_not_matter(seed: str, order: list[int]) -> None:
    basis = Basis(seed=seed, numbers=numbers(13), sizes=(4, 3, 3, 3))
    assert draw_tables(replace(basis, numbers=tuple(order))).tables == draw_tables(basis).tables


def test_blanks_around_the_seed_do_not_matter() -> None:
    assert draw_tables(basis_of([4, 4], seed=" 7 ")).tables == draw_tables(basis_of([4, 4], seed="7")).tables


def ways_to_seat(*fields: int) -> list[tuple[int, ...]]:
    """The tables of these fields in every way that there is."""
    found: set[tuple[int, ...]] = set()
    for players, size, remainder in product(fields, (3, 4), Remainder):
        with suppress(CannotDraw):
            found.add(table_sizes(players, size, remainder).sizes)
    return sorted(found)


@pytest.mark.parametrize("sizes", ways_to_seat(6, 7, 11, 13, 33, 145))
def test_second_round_has_the_fewest_meetings_that_pigeonholes_allow(
    sizes: tuple[int, ...],
) -> None:
    _, second = evening(sizes, 2)
    tables = len(sizes)
    spread = [divmod(size, tables) for size in sizes]
    fewest = sum(more * comb(each + 1, 2) + (tables - more) * comb(each, 2) for each, more in spread)
    assert (second.repeats, second.fewest, second.proven) == (fewest, fewest, True)
    assert (second.meetings == ()) == (max(sizes) <= tables)


def test_nobody_meets_anybody_twice_in_three_rounds_where_there_is_room() -> None:
    smallest = {3: 9, 4: 13}
    for size, least in smallest.items():
        for players in [*range(least, 60), 99, 100, 144, 145, 200, 250]:
            rounds = evening(table_sizes(players, size, Remainder.HOUSE).sizes, 3)
            together = Counter(pair for drawn in rounds for pair in company(drawn.tables))
            assert max(together.values()) == 1, (players, size)


def partitions(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """Every way to fill tables, whatever their order and that of their seats."""
    if not left:
        yield ()
        return
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(left[1:], size - 1):
            unseated = tuple(number for number in left[1:] if number not in others)
            for tables in partitions(unseated, tuple(rest)):
                yield ((left[0], *others), *tables)


@given(
    sizes=st.sampled_from([(3, 3), (4, 3), (4, 4), (5, 4), (3, 3, 3), (4, 3, 3)]),
    orders=st.lists(st.permutations(range(1, 11)), max_size=3),
)
@settings(max_examples=examples(30), deadline=None)
def test_small_fields_have_the_least_of_all_seatings(sizes: tuple[int, ...], orders: list[list[int]]) -> None:
    """Whatever happened before, also with people who are new or gone."""
    earlier = tuple((tuple(order[:4]), tuple(order[4:7]), tuple(order[7:10])) for order in orders)
    drawn = draw_tables(basis_of(sizes, earlier=earlier))
    counts = Counter(pair for tables in earlier for pair in company(tables))
    costs = [sum(counts[pair] for pair in company(tables)) for tables in partitions(numbers(sum(sizes)), sizes)]
    assert drawn.proven
    assert drawn.repeats == drawn.fewest == min(costs)
    assert sum(counts[pair] for pair in company(drawn.tables)) == drawn.repeats


def test_meetings_say_who_and_how_often() -> None:
    before = (((1, 2, 3), (4, 5, 6)), ((1, 2, 4), (3, 5, 6)))
    again = repeated_meetings(((2, 1, 5), (6, 4, 3)), before)
    assert again == (
        Meeting(one=1, other=2, before=2),
        Meeting(one=3, other=6, before=1),
        Meeting(one=4, other=6, before=1),
    )


def test_substitutes_and_newcomers_are_drawn_like_all_others() -> None:
    earlier: Tables = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    drawn = draw_tables(Basis(seed="7", numbers=(1, 2, 3, 4, 5, 6, 10, 11, 12), sizes=(3, 3, 3), earlier=(earlier,)))
    assert sorted(number for table in drawn.tables for number in table) == [1, 2, 3, 4, 5, 6, 10, 11, 12]
    assert drawn.meetings == ()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        *(({"seed": seed}, "needs a seed of letters, digits and signs, at most 200") for seed in NO_SEEDS),
        ({"sizes": (), "numbers": ()}, "needs at least 3 players"),
        ({"sizes": (8, 1)}, "a table needs at least two seats"),
        ({"sizes": (3, 3)}, "9 players do not fill 6 seats"),
        ({"numbers": (1, 2, 3, 4, 5, 6, 7, 8, 8)}, "number 8 stands here twice"),
        ({"earlier": (((1, 2, 3), (3, 4, 5)),)}, "number 3 stands here twice"),
        ({"moves": ((1, 99),)}, "number 99 does not take part"),
    ],
)
def test_what_is_no_basis_is_refused(change: dict[str, object], text: str) -> None:
    with pytest.raises(CannotDraw) as refused:
        draw_tables(replace(basis_of([3, 3, 3]), **change))  # type: ignore[arg-type]
    assert str(refused.value) == text


# Fairness, with fixed seeds: what differs from "equally likely" by more than chance would fail


@thorough
def test_every_pair_and_every_seat_is_equally_likely_in_the_first_round() -> None:
    draws = 4000
    seats: Counter[tuple[int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    dealers: Counter[int] = Counter()
    for seed in range(draws):
        drawn = draw_tables(basis_of([4, 4, 4], seed=str(seed)))
        pairs += company(drawn.tables)
        seats.update((number, seat) for seat, number in enumerate(sum(drawn.tables, ())))
        dealers.update(seat for seat in drawn.dealers)
    assert (len(pairs), len(seats), len(dealers)) == (66, 144, 4)
    assert near(pairs, draws * 3 / 11)
    assert near(seats, draws / 12)
    assert near(dealers, draws * 3 / 4)


@thorough
def test_every_second_round_without_meeting_is_equally_likely() -> None:
    """After 3 x 3, there are 36: one of each earlier table at every new one."""
    earlier: Tables = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    draws = 3600
    found: Counter[frozenset[frozenset[int]]] = Counter()
    for seed in range(draws):
        drawn = draw_tables(basis_of([3, 3, 3], seed=str(seed), earlier=(earlier,)))
        found[frozenset(frozenset(table) for table in drawn.tables)] += 1
    assert len(found) == 36
    assert near(found, draws / 36)


@thorough
def test_every_stranger_is_equally_likely_in_the_second_round() -> None:
    earlier = tuple(tuple(range(start, start + 4)) for start in range(1, 25, 4))
    draws = 2000
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(draws):
        pairs += company(draw_tables(basis_of([4] * 6, seed=str(seed), earlier=(earlier,))).tables)
    assert len(pairs) == comb(24, 2) - 6 * comb(4, 2)
    assert near(pairs, draws * 3 / 20)


def near(counts: Mapping[Any, int], expected: float) -> bool:
    """True if all counts are as chance would have them: within five standard deviations (one in a million is not)."""
    return all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


# The same again


def test_lots_follow_from_the_seed_as_the_documents_say() -> None:
    digest = sha256(b"Furtwangen|2|seats|0").digest() + sha256(b"Furtwangen|2|seats|1").digest()
    words = [int.from_bytes(digest[start : start + 4], "big") for start in range(0, 64, 4)]
    lots = Lots("Furtwangen", 2, "seats")
    assert [lots.below(2**32) for _ in range(16)] == words
    assert Lots("Furtwangen", 2, "seats").below(49) == words[0] % 49


def test_lots_leave_out_what_would_favour_small_numbers() -> None:
    lots = Lots("", 1, "")
    lots._words = iter([2**32 - 1, 3 * 2**30, 7])
    assert lots.below(3 * 2**30) == 7


PUBLISHED: list[tuple[Tables, tuple[int, ...]]] = [
    (((6, 2, 5, 8), (9, 4, 10, 11), (3, 1, 7)), (2, 0, 0)),
    (((8, 4, 9, 3), (7, 2, 6, 11), (5, 10, 1)), (3, 1, 2)),
]


def test_a_published_draw_stays_what_it_is() -> None:
    """Written down when the draw was made: if this test fails, every draw published before has become unprovable."""
    first, second = evening([4, 4, 3], 2, seed="Bräunlingen 2026")
    assert (first.tables, first.dealers) == PUBLISHED[0]
    assert (second.tables, second.dealers) == PUBLISHED[1]


# Fixed tables, wishes, swaps by hand


def together(drawn: Draw, wishes: Iterable[Wish]) -> list[Wish]:
    """Wishes that are not fulfilled."""
    return [wish for wish in wishes if any({wish.one, wish.other} <= {*table} for table in drawn.tables)]


@st.composite
def halls(draw: st.DrawFn) -> tuple[Basis, dict[int, int], list[Wish]]:
    """A second round of 16 to 28 with up to six fixed tables and twelve wishes."""
    sizes = draw(st.sampled_from([(4,) * 4, (4, 4, 3, 3, 3), (4,) * 7, (5, 5, 4, 4, 4)]))
    people = st.sampled_from(numbers(sum(sizes)))
    first = draw_tables(basis_of(sizes, seed=draw(SEEDS)))
    tables = st.dictionaries(people, st.integers(0, len(sizes) - 1), max_size=6)
    fixed = draw(tables.filter(lambda chosen: max(Counter(chosen.values()).values(), default=0) <= 3))
    wishes = draw(st.lists(st.tuples(people, people, st.integers(1, 9)), max_size=12))
    apart = [Wish(one=one, other=other, weight=weight) for one, other, weight in wishes]
    return replace(first.basis, earlier=(first.tables,)), fixed, apart


@given(hall=halls())
@FEW
def test_fixed_tables_are_kept_and_the_published_document_gives_the_same_tables(
    hall: tuple[Basis, dict[int, int], list[Wish]],
) -> None:
    basis, fixed, apart = hall
    drawn = draw_tables(basis, fixed=fixed, apart=apart)

    assert all(number in drawn.tables[table] for number, table in fixed.items())
    published, problems = parse_json(json.dumps(write(drawn)))
    assert problems == ()
    assert published is not None
    again = replay(published.basis)
    assert (again.tables, again.dealers, again.meetings) == (drawn.tables, drawn.dealers, drawn.meetings)
    assert published.tables == again.tables
    assert published.dealers == again.first_dealers
    assert drawn.dealers == draw_tables(basis).dealers


@given(hall=halls())
@FEW
def test_wishes_never_make_anybody_meet_again(hall: tuple[Basis, dict[int, int], list[Wish]]) -> None:
    basis, _, apart = hall
    assert draw_tables(basis, apart=apart).repeats <= draw_tables(basis).repeats


def test_not_even_the_heaviest_wish_makes_anybody_meet_again() -> None:
    """After three rounds of nine at tables of three, exactly one seating of strangers is left."""
    rounds = evening([3, 3, 3], 4)
    wish = Wish(one=rounds[3].tables[0][0], other=rounds[3].tables[0][1], weight=1000)
    drawn = draw_tables(rounds[3].basis, apart=[wish])
    assert (drawn.meetings, together(drawn, [wish])) == ((), [wish])


def test_wishes_are_fulfilled_where_there_is_room() -> None:
    couples = [Wish(one=number, other=number + 1) for number in range(1, 144, 2)]
    moved = 0
    for seed in range(20):
        first = draw_tables(basis_of([4] * 36, seed=str(seed)), apart=couples)
        second = draw_tables(replace(first.basis, earlier=(first.tables,), moves=()), apart=couples)
        assert (together(first, couples), together(second, couples), second.meetings) == ([], [], ())
        moved += len(first.basis.moves)
    assert 0 < moved <= 20 * 72 * 3 / 143 * 2, "about 1.5 of 72 couples share a table by chance"


@thorough
def test_the_heavier_wish_is_fulfilled_if_not_both_can_be() -> None:
    light = Wish(one=1, other=2, weight=2)
    heavy = [Wish(one=1, other=3, weight=5), Wish(one=2, other=3, weight=5)]
    for seed in range(8):
        drawn = draw_tables(basis_of([3, 3], seed=str(seed)), apart=[light, *heavy])
        assert together(drawn, [light, *heavy]) == [light]


def test_no_move_without_need() -> None:
    wish = Wish(one=1, other=2)
    plain = [draw_tables(basis_of([4] * 5, seed=str(seed))) for seed in range(40)]
    drawn = [draw_tables(one.basis, apart=[wish]) for one in plain]
    for before, after in zip(plain, drawn, strict=True):
        assert len(after.basis.moves) == ((1, 2) in company(before.tables))
        assert together(after, [wish]) == []
    assert 0 < sum(len(one.basis.moves) for one in drawn) < 20


def test_a_published_draw_does_not_name_wishes() -> None:
    drawn = draw_tables(basis_of([4] * 4), fixed={3: 0}, apart=[Wish(one=1, other=2)])
    assert set(write(drawn)) == {"format", "seed", "numbers", "sizes", "earlier", "moves", "tables", "dealers"}


def test_fixed_tables_and_wishes_of_absent_numbers_are_passed_over() -> None:
    basis = basis_of([4, 4])
    absent = draw_tables(basis, fixed={99: 0}, apart=[Wish(one=1, other=99)])
    assert absent == draw_tables(basis)


@pytest.mark.parametrize(
    ("fixed", "text"),
    [
        ({1: 2}, "table 3 has no seat 1"),
        (dict.fromkeys((1, 2, 3, 4), 0), "more numbers are fixed at table 1 than it has seats"),
    ],
)
def test_fixed_tables_that_cannot_all_be_kept_are_refused(fixed: dict[int, int], text: str) -> None:
    with pytest.raises(CannotDraw) as refused:
        draw_tables(basis_of([3, 3]), fixed=fixed)
    assert str(refused.value) == text


def test_late_comer_whose_fixed_table_is_full_is_told_which() -> None:
    with pytest.raises(CannotDraw, match="at table 2, where the number always sits"):
        seat_for(draw_tables(basis_of([4, 4])), 9, Chairs(playable=(4,), usual=4, only=1))


def test_a_swap_by_hand_is_one_more_move() -> None:
    first, second = evening([4, 4, 4, 4], 2)
    one, other = second.tables[0][1], second.tables[3][2]
    by_hand = moved(second, (one, other))
    assert (by_hand.tables[0][1], by_hand.tables[3][2]) == (other, one)
    assert by_hand.basis.moves == ((one, other),)
    assert by_hand.meetings == repeated_meetings(by_hand.tables, [first.tables])
    assert by_hand == replay(by_hand.basis)


def test_a_stranger_cannot_be_swapped() -> None:
    with pytest.raises(CannotDraw, match="number 99 does not take part"):
        moved(draw_tables(basis_of([4, 4])), (1, 99))
