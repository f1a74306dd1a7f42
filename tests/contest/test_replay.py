"""The chain of decisions held against what stands: every place that the last decision names is proved."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, strategies as st

from cegoscore.contest.chain import ChainedDecision, FreeText
from cegoscore.contest.draw import Basis, replay
from cegoscore.contest.published_draw import digest_of, write
from cegoscore.contest.replay import ResultNow, RoundNow, TournamentNow, category_digest, replayed

AT = datetime(2026, 11, 22, 19, 30, tzinfo=UTC)
DRAW = write(replay(Basis(seed="Gstieß", numbers=tuple(range(1, 9)), sizes=(4, 4), balanced=True)))
TABLES: list[list[int]] = DRAW["tables"]
FIXED = {"hands": 24, "rounds": 2, "tie_breaks": ["card"], "one_prize_each": True}
Decided = tuple[ChainedDecision, FreeText]
ByNumber = dict[int, int | None]


def decided(*acts: tuple[Any, ...]) -> list[Decided]:
    """Decisions of these kinds, data and texts; whether their hashes hold is not asked here."""
    return [
        (
            ChainedDecision(number=number, kind=kind, by="manage", at=AT, data=data, reason="hash" if text else ""),
            FreeText(salt="salt" if text else "", texts=("", *text)),
        )
        for number, (kind, data, *text) in enumerate(acts, 1)
    ]


def at_tables(points: ByNumber, *, void: frozenset[int] = frozenset(), **more: Any) -> RoundNow:
    """The first round with these points, and these tables void."""
    results = tuple(
        ResultNow(place, False, place in void, number, points[number])
        for place, table in enumerate(TABLES, 1)
        for number in table
    )
    return replace(RoundNow(number=1, state="closed", draw=DRAW, results=results), **more)


def typed(step: int = 30) -> ByNumber:
    return {number: (3 - 2 * seat) * step for table in TABLES for seat, number in enumerate(table)}


def named(points: ByNumber) -> dict[str, Any]:
    return {str(number): own for number, own in points.items()}


VOID: ByNumber = dict.fromkeys(TABLES[0], 0)
DRAWN: tuple[Any, ...] = (
    "draw",
    {"round": 1, "seed": "Gstieß", "draw": digest_of(DRAW), "practice": {}, "draws": 1, **FIXED},
    "1: Schinken",
)
STARTED = ("start", {"round": 1, "draw": digest_of(DRAW)})
CLOSED = ("close", {"round": 1, "points": named(typed()), "not_counting": []})
SETTINGS = {**FIXED, "prizes": "1: Schinken", "finished": False, "held_from": None, "takes": {}}
NOW = TournamentNow(settings=SETTINGS, rounds=(at_tables(typed()),))


def codes(decisions: list[Decided], now: TournamentNow) -> list[tuple[str, str]]:
    return [(problem.code, problem.key) for problem in replayed(decisions, now).problems]


def test_what_the_decisions_name_is_proved_and_the_rest_is_told() -> None:
    found = replayed(decided(DRAWN, STARTED, CLOSED), NOW)
    assert found.problems == ()
    assert found.unproved == ("finished", "held_from")


def with_points(**changes: int) -> TournamentNow:
    moved: ByNumber = {int(number[1:]): points for number, points in changes.items()}
    return replace(NOW, rounds=(at_tables(typed() | moved),))


def with_settings(**changes: Any) -> TournamentNow:
    return replace(NOW, settings=SETTINGS | changes)


def with_round(**changes: Any) -> TournamentNow:
    return replace(NOW, rounds=(at_tables(typed(), **changes),))


RESULTS = NOW.rounds[0].results
FIRST, LAST = TABLES[0][0], TABLES[0][3]
EXCHANGED = [[TABLES[1][0], *TABLES[0][1:]], [TABLES[0][0], *TABLES[1][1:]]]
FORGERIES: dict[str, tuple[TournamentNow, tuple[str, str]]] = {
    "points": (
        with_points(**{f"n{FIRST}": 60, f"n{LAST}": -60}),
        ("points_not_as_decided", f"rounds.1.points.{FIRST}"),
    ),
    "a sum": (with_points(**{f"n{FIRST}": 91}), ("table_not_zero", "rounds.1.tables.1")),
    "tie-breaks": (with_settings(tie_breaks=["lot"]), ("not_as_decided", "tie_breaks")),
    "a prize": (with_settings(prizes="1: Wurst"), ("not_as_decided", "prizes")),
    "a seed": (with_round(draw=DRAW | {"seed": "x"}), ("not_as_decided", "rounds.1.draw")),
    "drawn tables": (with_round(draw=DRAW | {"tables": EXCHANGED}), ("not_as_decided", "rounds.1.draw")),
    "seats": (
        with_round(results=(ResultNow(1, False, False, FIRST, 0),)),
        ("not_as_drawn", "rounds.1.tables.1"),
    ),
    "a state": (with_round(state="playing"), ("not_as_decided", "rounds.1.state")),
    "a round taken away": (replace(NOW, rounds=()), ("not_as_decided", "rounds.1.state")),
    "a round more": (
        replace(NOW, rounds=(*NOW.rounds, RoundNow(number=2, state="playing", draw={}))),
        ("round_not_drawn", "rounds.2"),
    ),
    "a result more": (
        with_round(results=(*RESULTS, ResultNow(None, False, False, 9, 0))),
        ("not_as_decided", "rounds.1.numbers"),
    ),
    "a void table": (
        with_round(results=tuple(placed._replace(is_void=placed.table == 1) for placed in RESULTS)),
        ("void_with_points", "rounds.1.tables.1"),
    ),
}


@pytest.mark.parametrize(("forged", "fault"), FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forgery_is_found_at_its_place(forged: TournamentNow, fault: tuple[str, str]) -> None:
    assert fault in codes(decided(DRAWN, STARTED, CLOSED), forged)


def test_a_correction_and_a_void_table_replace_what_the_closing_said() -> None:
    first = {number: typed()[number] for number in TABLES[0]}
    other: ByNumber = dict(zip(TABLES[0], (10, 20, -30, 0), strict=True))
    correction = ("correction", {"round": 1, "table": 1, "points": named(other), "before": named(first)})
    chain = decided(DRAWN, STARTED, CLOSED, correction)
    assert codes(chain, replace(NOW, rounds=(at_tables(typed() | other),))) == []
    assert {code for code, _place in codes(chain, NOW)} == {"points_not_as_decided"}
    void = ("void", {"round": 1, "table": 1, "before": named(other)})
    zero = replace(NOW, rounds=(at_tables(typed() | VOID, void=frozenset({1})),))
    assert codes(decided(DRAWN, STARTED, CLOSED, correction, void), zero) == []
    skipped = codes(decided(DRAWN, STARTED, CLOSED, void), zero)
    assert {code for code, _place in skipped} == {"points_not_as_decided"}
    assert all(place.startswith("decisions.4.before.") for _code, place in skipped)


def test_a_dispute_is_settled_by_what_says_so_and_leaves_other_tables_void() -> None:
    first = named({number: typed()[number] for number in TABLES[0]})
    void = ("void", {"round": 1, "table": 2, "before": named({number: typed()[number] for number in TABLES[1]})})
    settled = ("correction", {"round": 1, "table": 1, "points": first, "before": first, "settled": True})
    points = typed() | dict.fromkeys(TABLES[1], 0)
    round_ = at_tables(points, void=frozenset({2}))
    disputed = replace(NOW, rounds=(replace(round_, disputed=(1,)),))
    acts = (DRAWN, STARTED, CLOSED, void, ("dispute", {"round": 1, "table": 1}))
    assert codes(decided(*acts), disputed) == []
    assert codes(decided(*acts, settled), replace(NOW, rounds=(round_,))) == []
    assert codes(decided(*acts, settled), disputed) == [("not_as_decided", "rounds.1.disputed")]


def test_a_table_opened_again_is_unproved_until_it_is_closed() -> None:
    table = {number: typed()[number] for number in TABLES[0]}
    acts = (
        DRAWN,
        STARTED,
        ("correction", {"round": 1, "points": named(table), "before": {}}),
        ("reopened", {"round": 1, "table": 1, "before": named(table)}),
    )
    now = replace(NOW, rounds=(at_tables(dict.fromkeys(typed()), state="playing"),))
    assert codes(decided(*acts), now) == []
    assert codes(decided(*acts[:3]), now) != []


def test_a_draw_taken_back_leaves_no_round_and_its_hands_free() -> None:
    undrawn = decided(DRAWN, ("undraw", {"round": 1, "seed": "Gstieß"}))
    without = replace(NOW, rounds=())
    assert codes(undrawn, replace(without, settings=SETTINGS | {"hands": 12})) == []
    assert codes(undrawn, replace(without, settings=SETTINGS | {"rounds": 3})) == [("not_as_decided", "rounds")]
    assert ("not_as_decided", "rounds.1.state") in codes(undrawn, NOW)


def test_changed_prizes_and_settings_count_from_then_on() -> None:
    what = "1: Schinken\n→\n1: Wurst"
    data = {"settings": ["prizes", "tie_breaks"], "tie_breaks": ["lot"]}
    chain = decided(DRAWN, STARTED, CLOSED, ("settings", data, what))
    assert codes(chain, with_settings(prizes="1: Wurst", tie_breaks=["lot"])) == []
    assert codes(chain, NOW) == [("not_as_decided", "tie_breaks"), ("not_as_decided", "prizes")]


def test_prizes_whose_text_was_erased_are_unproved() -> None:
    chain = decided(DRAWN, STARTED, CLOSED)
    chain[0] = (chain[0][0], FreeText(salt="", texts=("", "")))
    found = replayed(chain, with_settings(prizes="1: Wurst"))
    assert found.problems == ()
    assert "prizes" in found.unproved


def test_the_end_names_who_is_in_which_category() -> None:
    finish = ("finish", {"categories": category_digest([("women", [3, 1])])})
    chain = decided(DRAWN, STARTED, CLOSED, finish)
    at_the_end = {"finished": True, "cancelled": False, "categories": category_digest([("women", [1, 3])])}
    assert codes(chain, with_settings(**at_the_end)) == []
    other = at_the_end | {"categories": category_digest([("women", [1, 4])])}
    assert codes(chain, with_settings(**other)) == [("not_as_decided", "categories")]
    assert codes(chain, with_settings(finished=False, categories="")) != []


def test_results_held_back_are_those_that_a_decision_names() -> None:
    held = (DRAWN, STARTED, CLOSED, ("held_back", {"round": 2}))
    assert codes(decided(*held), with_settings(held_from=2)) == []
    assert codes(decided(*held), NOW) == [("not_as_decided", "held_from")]
    assert codes(decided(*held, ("released", {"round": 2})), NOW) == []


def test_decisions_of_version_0_1_name_little_and_prove_that() -> None:
    first = {number: typed()[number] for number in TABLES[0]}
    old = decided(("swap", {"numbers": [1, 2]}), ("void", {"round": 1, "table": 1, "before": named(first)}))
    zero = replace(NOW, rounds=(at_tables(typed() | VOID),))
    found = replayed(old, zero)
    assert found.problems == ()
    assert {"tie_breaks", "rounds.1.draw", f"rounds.1.points.{TABLES[1][0]}"} <= set(found.unproved)
    assert codes(old, NOW) != []


AMOUNTS = st.tuples(*[st.integers(-5000, 5000)] * 3).map(lambda three: (*three, -sum(three)))
ACTS = st.lists(st.tuples(st.sampled_from((0, 1)), st.none() | AMOUNTS), max_size=8)


def played(acts: list[tuple[int, tuple[int, ...] | None]]) -> tuple[list[Decided], ByNumber, frozenset[int]]:
    """Corrections and (without amounts) void tables behind the closing of a round, and what stands then."""
    points, steps, void = typed(), [DRAWN, STARTED, CLOSED], set[int]()
    for table, amounts in acts:
        before = {number: points[number] for number in TABLES[table]}
        after: ByNumber = dict(zip(TABLES[table], amounts or (0, 0, 0, 0), strict=True))
        data = {"round": 1, "table": table + 1, "before": named(before)}
        steps.append(("void", data) if amounts is None else ("correction", data | {"points": named(after)}))
        points |= after
        void = void | {table + 1} if amounts is None else void - {table + 1}
    return decided(*steps), points, frozenset(void)


@given(ACTS)
def test_whatever_was_corrected_agrees(acts: list[tuple[int, tuple[int, ...] | None]]) -> None:
    chain, points, void = played(acts)
    assert codes(chain, replace(NOW, rounds=(at_tables(points, void=void),))) == []
    for table in (1, 2):
        other = replace(NOW, rounds=(at_tables(points, void=void ^ {table}),))
        assert ("not_as_decided", "rounds.1.void") in codes(chain, other)


@given(ACTS, st.permutations(range(1, 9)), st.integers(1, 5000))
def test_points_moved_between_any_two_are_found_at_both(
    acts: list[tuple[int, tuple[int, ...] | None]], people: list[int], amount: int
) -> None:
    chain, points, void = played(acts)
    one, other = people[:2]
    moved = points | {one: (points[one] or 0) + amount, other: (points[other] or 0) - amount}
    found = codes(chain, replace(NOW, rounds=(at_tables(moved, void=void),)))
    places = {place for code, place in found if code == "points_not_as_decided"}
    assert places == {f"rounds.1.points.{one}", f"rounds.1.points.{other}"}
