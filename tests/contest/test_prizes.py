"""The prize list: from the last to the first, with ties that are still open, and one prize each if wished."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from typing import Any

import pytest
from hypothesis import given as for_all, settings, strategies as st

from cegoscore.contest.prizes import OF_SEVERAL, Award, Prize, PrizeFor, prizes
from cegoscore.contest.standings import RoundResult, TieRules, TournamentStanding, standings, within
from cegoscore.contest.teams import team_standings
from cegoscore.contest.ties import Drawing, TieBreak
from tests.effort import examples

RULES = TieRules(tie_breaks=(TieBreak.CARD,))
HAM, WINE, SAUSAGE = (
    Prize(label=label, place=place) for place, label in enumerate(["Ham", "Wine", "Sausage"], start=1)
)
SALAD = Prize(label="Wurstsalat", given_for=PrizeFor.LAST)
WOMAN = Prize(label="Flowers", given_for=PrizeFor.CATEGORY, category="women")
WOMAN_2 = replace(WOMAN, label="Chocolate", place=2)
JUNIOR = Prize(label="Lemonade", given_for=PrizeFor.CATEGORY, category="juniors")


def rows_of(totals: dict[int, int], rules: TieRules = RULES) -> tuple[TournamentStanding, ...]:
    results = [RoundResult(number=number, round=1, points=total) for number, total in totals.items()]
    return standings(results, rules)


def given(awards: Sequence[Award]) -> list[tuple[str, tuple[int, ...], bool]]:
    return [(award.prize.label, award.numbers, award.undecided) for award in awards]


def test_the_ceremony_goes_from_the_last_prize_to_the_first() -> None:
    rows = rows_of({1: 10, 2: 30, 3: 20, 4: -60})
    plan = (HAM, WINE, WOMAN, SALAD)
    assert given(prizes(rows, plan, {"women": within(rows, {1, 3, 4}, RULES)})) == [
        ("Wurstsalat", (4,), False),
        ("Flowers", (3,), False),
        ("Wine", (3,), False),
        ("Ham", (2,), False),
    ]


def test_with_one_prize_each_a_category_passes_on_to_the_next() -> None:
    rows = rows_of({1: 10, 2: 30, 3: 20, 4: -60, 5: 0})
    categories = {"women": within(rows, {1, 3, 4}, RULES), "juniors": within(rows, {1, 5}, RULES)}
    plan = (HAM, WINE, WOMAN, WOMAN_2, JUNIOR, SALAD)
    assert given(prizes(rows, plan, categories, one_each=True)) == [
        ("Wurstsalat", (4,), False),
        ("Lemonade", (5,), False),
        ("Chocolate", (), False),
        ("Flowers", (1,), False),
        ("Wine", (3,), False),
        ("Ham", (2,), False),
    ]


def test_who_shares_a_place_draws_for_it_or_divides() -> None:
    rows = rows_of({1: 10, 2: 30, 3: 10, 4: -60, 5: -60})
    plan = (HAM, WINE, SAUSAGE, SALAD)
    assert given(prizes(rows, plan)) == [
        ("Wurstsalat", (4, 5), True),
        ("Sausage", (1, 3), True),
        ("Wine", (1, 3), True),
        ("Ham", (2,), False),
    ]
    drawn = replace(RULES, drawings=(Drawing(by=TieBreak.CARD, order=(3, 1)),))
    assert given(prizes(rows_of({1: 10, 2: 30, 3: 10}, drawn), (WINE, SAUSAGE))) == [
        ("Sausage", (1,), False),
        ("Wine", (3,), False),
    ]


def test_a_tie_about_the_last_rank_prize_leaves_the_best_woman_open() -> None:
    rows = rows_of({1: 10, 2: 30, 3: 10, 4: 0, 5: -60})
    women = {"women": within(rows, {3, 4}, RULES)}
    plan = (HAM, WINE, WOMAN)
    assert given(prizes(rows, plan, women, one_each=True))[0] == ("Flowers", (3,), True)
    second = (HAM, WINE, WOMAN_2)
    assert given(prizes(rows, second, women, one_each=True))[0] == ("Chocolate", (4,), True), (
        "she is the first if 3 draws the wine"
    )
    enough = (HAM, WINE, SAUSAGE, WOMAN)
    assert given(prizes(rows, enough, women, one_each=True))[0] == ("Flowers", (4,), False), (
        "1 and 3 have a prize either way"
    )


def test_in_a_small_field_the_last_may_have_a_prize_already() -> None:
    rows = rows_of({1: 10, 2: 30, 3: 0})
    plan = (HAM, WINE, SAUSAGE, SALAD)
    assert given(prizes(rows, plan))[0] == ("Wurstsalat", (3,), False)
    assert given(prizes(rows, plan, one_each=True))[0] == ("Wurstsalat", (), False)


def test_prizes_for_nobody_are_seen() -> None:
    rows = rows_of({1: 10, 2: 30})
    assert given(prizes(rows, (HAM, WINE, SAUSAGE, JUNIOR))) == [
        ("Lemonade", (), False),
        ("Sausage", (), False),
        ("Wine", (1,), False),
        ("Ham", (2,), False),
    ]
    assert given(prizes((), (HAM, SALAD))) == [("Wurstsalat", (), False), ("Ham", (), False)]


@pytest.mark.parametrize("one_each", [False, True])
def test_prize_for_all_with_plus_points_goes_to_all_of_them_whatever_else_they_get(*, one_each: bool) -> None:
    plus = Prize(label="Beer", given_for=PrizeFor.PLUS)
    rows = rows_of({1: 10, 2: 30, 3: 30, 4: -70, 5: 0})
    assert given(prizes(rows, (HAM, plus), one_each=one_each)) == [
        ("Beer", (2, 3, 1), False),
        ("Ham", (2, 3), True),
    ]


def cash(place: int, euros: int, **more: Any) -> Prize:
    return replace(Prize(label=f"{euros} €", place=place, cents=100 * euros), **more)


NOBODY_DRAWS = TieRules(tie_breaks=())


@pytest.mark.parametrize("rules", [RULES, NOBODY_DRAWS])
def test_who_shares_a_prize_by_rank_has_one_and_the_next_woman_gets_hers(rules: TieRules) -> None:
    """At the end, or where nobody draws: who is level shares, and neither of two women among them has another one."""
    rows = rows_of({1: 30, 2: 10, 3: 10, 4: 0, 5: -50}, rules)
    women = {"women": within(rows, {2, 3, 4}, rules)}
    flowers = cash(1, 20, given_for=PrizeFor.CATEGORY, category="women")
    awards = prizes(rows, (cash(1, 100), cash(2, 50), flowers), women, one_each=True, draws=False)
    assert given(awards) == [("20 €", (4,), False), ("50 €", (2, 3), False), ("100 €", (1,), False)]
    assert [award.cents for award in awards] == [2000, 2500, 10000]


def test_last_who_shares_a_prize_by_rank_has_one() -> None:
    rows = rows_of({1: 30, 2: -10, 3: -10, 4: -10}, NOBODY_DRAWS)
    assert given(prizes(rows, (cash(2, 50), SALAD), one_each=True))[0] == ("Wurstsalat", (), False)


def test_alike_prizes_need_no_drawing() -> None:
    rows = rows_of({1: 30, 2: 10, 3: 10, 4: -50})
    thirty, ham = (cash(2, 30), cash(3, 30)), (replace(WINE, label="Ham"), replace(SAUSAGE, label="Ham"))
    for pair in (thirty, ham):
        for award in prizes(rows, pair):
            assert (award.numbers, award.waits_for, len(award.each or ())) == ((2, 3), (), 1)
    assert prizes(rows, thirty)[0].cents == 3000
    assert prizes(rows, (cash(2, 30), cash(3, 20)))[0].waits_for == (2, 3)
    assert prizes(rows, (cash(2, 30),))[0].waits_for == (2, 3), "there is one for two of them"


def test_money_of_a_team_goes_to_those_of_it_who_take_prizes() -> None:
    rows = rows_of({1: 30, 2: 10, 3: -10, 4: -30})
    teams = team_standings(rows, {"A": (1, 2), "B": (3, 4)}, best=None, seed="")
    cup = cash(1, 40, given_for=PrizeFor.TEAM)
    each = replace(cup, place=2, is_each=True)
    awards = prizes([row for row in rows if row.number != 2], (cup, each), teams=teams)
    assert [(award.numbers, award.cents) for award in awards] == [((3, 4), 4000), ((1,), 4000)]
    nobody = prizes([row for row in rows if row.number > 2], (cup,), teams=teams)
    assert nobody[0].numbers == (), "the next team does not move up"


def test_drawing_for_one_prize_is_waited_for_as_far_as_it_passes_on() -> None:
    """1 and 2 draw for the ham; if 1 has it, 3 is the best woman and 5 the best junior, else 1 and 3."""
    rows = rows_of({1: 30, 2: 30, 3: 10, 4: -30, 5: -40})
    categories = {"women": within(rows, {1, 3}, RULES), "juniors": within(rows, {3, 5}, RULES)}
    plan = (HAM, WOMAN, JUNIOR)
    waiting = prizes(rows, plan, categories, one_each=True)
    assert [award.waits_for for award in waiting] == [(1, 2)] * 3
    for order, junior in (((1, 2), 5), ((2, 1), 3)):
        rules = replace(RULES, drawings=(Drawing(by=TieBreak.CARD, order=order),))
        drawn = rows_of({1: 30, 2: 30, 3: 10, 4: -30, 5: -40}, rules)
        categories = {"women": within(drawn, {1, 3}, rules), "juniors": within(drawn, {3, 5}, rules)}
        awards = prizes(drawn, plan, categories, one_each=True)
        assert (awards[0].numbers, [award.waits_for for award in awards]) == ((junior,), [()] * 3)


# Any field


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field with many ties, of whom some take no prizes, and its plan."""

    totals: dict[int, int]
    takers: frozenset[int]
    members: dict[str, frozenset[int]]
    teams: dict[str, tuple[int, ...]]
    plan: tuple[Prize, ...]
    one_each: bool
    draws: bool
    rules: TieRules

    def awards(self, plan: Sequence[Prize] | None = None) -> tuple[Award, ...]:
        rows = rows_of(self.totals, self.rules)
        taking = [row for row in rows if row.number in self.takers]
        categories = {
            name: [row for row in within(rows, numbers, self.rules) if row.number in self.takers]
            for name, numbers in self.members.items()
        }
        teams = team_standings(rows, self.teams, best=None, seed="")
        plan = self.plan if plan is None else plan
        return prizes(taking, plan, categories, teams, one_each=self.one_each, draws=self.draws)


@st.composite
def fields(draw: st.DrawFn) -> Field:
    count = draw(st.integers(1, 14))
    numbers = range(1, count + 1)
    some = st.frozensets(st.sampled_from(numbers))
    grounds = st.sampled_from([*PrizeFor, *[PrizeFor.RANK] * 4, *[PrizeFor.CATEGORY] * 3])
    plan = []
    for key in range(draw(st.integers(1, 12))):
        ground = draw(grounds)
        plan.append(
            Prize(
                label="",
                given_for=ground,
                place=1 if ground in (PrizeFor.LAST, PrizeFor.PLUS) else draw(st.integers(1, 7)),
                category=draw(st.sampled_from("ab")) if ground is PrizeFor.CATEGORY else "",
                cents=draw(st.sampled_from([None, 100, 3000, 3000, 5050, 10000])),
                goods=draw(st.sampled_from(["", "", "ham"])) or "wine",
                is_each=ground in OF_SEVERAL and draw(st.booleans()),
                key=str(key),
            )
        )
    size = draw(st.integers(2, 4))
    return Field(
        totals={number: draw(st.integers(-2, 2)) for number in numbers},
        takers=frozenset(numbers) - draw(some | st.just(frozenset())),
        members={"a": draw(some), "b": draw(some)},
        teams={f"team {start}": tuple(numbers[start : start + size]) for start in range(0, count, size)},
        plan=tuple(plan),
        one_each=draw(st.booleans()),
        draws=draw(st.booleans()),
        rules=draw(st.sampled_from([RULES, NOBODY_DRAWS])),
    )


MANY = settings(max_examples=examples(400), deadline=None)


def per_person(awards: Sequence[Award], keys: set[str]) -> Counter[int]:
    """Money that everybody gets of these prizes, and what cannot be divided as nobody's."""
    got: Counter[int] = Counter()
    for award in awards:
        if award.prize.key in keys and award.numbers and award.pool[0] is award.prize:
            got += Counter(dict.fromkeys(award.numbers, award.cents)) + Counter({0: award.left})
    return got


@MANY
@for_all(fields())
def test_what_is_paid_and_what_nobody_is_there_for_is_the_plan(field: Field) -> None:
    awards = field.awards()
    heads = {award.prize.key: len(award.numbers) if award.prize.is_each else 1 for award in awards}
    answered = {award.prize.key for award in awards if award.numbers and not award.waits_for}
    planned = sum((prize.cents or 0) * heads[prize.key] for prize in field.plan if prize.key in answered)
    assert sum(per_person(awards, answered).values()) == planned
    assert len(awards) == len(field.plan)
    assert all(award.pool for award in awards if award.numbers)


@MANY
@for_all(fields())
def test_nobody_outside_gets_anything_and_nobody_two_that_rule_each_other_out(field: Field) -> None:
    awards = field.awards()
    assert {number for award in awards for number in award.numbers} <= field.takers
    sure = [award for award in awards if not award.waits_for and award.prize.given_for not in OF_SEVERAL]
    rankings = {(number, award.prize.ranking) for award in sure for number in award.numbers}
    most = max(Counter(number for number, _ranking in rankings).values(), default=0)
    assert most <= 1 or not field.one_each


@MANY
@for_all(fields(), st.randoms(use_true_random=False))
def test_who_gets_what_does_not_lean_on_the_order_of_the_lines(field: Field, chance: Random) -> None:
    def told(awards: Sequence[Award]) -> dict[str, object]:
        return {award.prize.key: (award.numbers, award.waits_for, award.cents, award.left) for award in awards}

    assert told(field.awards(chance.sample(field.plan, len(field.plan)))) == told(field.awards())


@MANY
@for_all(fields(), st.randoms(use_true_random=False))
def test_drawing_answers_whatever_waits_and_changes_no_other_answer(field: Field, chance: Random) -> None:
    """Everybody who is waited for can draw; then nothing waits, and what was sure is as it was, whoever was lucky."""
    before, rows = field.awards(), rows_of(field.totals, field.rules)
    undecided = {row.number for row in rows if row.undecided and field.draws}
    assert {number for award in before for number in award.waits_for} <= undecided
    ties = [[row.number for row in tied] for _rank, tied in groupby(rows, key=lambda row: row.rank)]
    drawings = tuple(Drawing(by=TieBreak.CARD, order=tuple(chance.sample(tie, len(tie)))) for tie in ties if tie[1:])
    drawn = field.rules if field.rules is NOBODY_DRAWS else replace(field.rules, drawings=drawings)
    after = replace(field, rules=drawn).awards()
    assert not [award for award in after if award.waits_for]
    if field.draws:
        sure = {award.prize.key for award in before if not award.waits_for}
        assert per_person(after, sure) == per_person(before, sure)
