"""The prize list: from the last to the first, with ties that are still open, and one prize each if wished."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cegoscore.contest.prizes import Award, Prize, PrizeFor, prizes
from cegoscore.contest.standings import RoundResult, TieRules, TournamentStanding, standings, within
from cegoscore.contest.ties import Drawing, TieBreak

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
    assert prizes(rows, (HAM, WINE, SAUSAGE, JUNIOR)) == (
        Award(prize=JUNIOR, numbers=()),
        Award(prize=SAUSAGE, numbers=()),
        Award(prize=WINE, numbers=(1,)),
        Award(prize=HAM, numbers=(2,)),
    )
    assert given(prizes((), (HAM, SALAD))) == [("Wurstsalat", (), False), ("Ham", (), False)]


@pytest.mark.parametrize("one_each", [False, True])
def test_prize_for_all_with_plus_points_goes_to_all_of_them_whatever_else_they_get(*, one_each: bool) -> None:
    plus = Prize(label="Beer", given_for=PrizeFor.PLUS)
    rows = rows_of({1: 10, 2: 30, 3: 30, 4: -70, 5: 0})
    assert given(prizes(rows, (HAM, plus), one_each=one_each)) == [
        ("Beer", (2, 3, 1), False),
        ("Ham", (2, 3), True),
    ]
