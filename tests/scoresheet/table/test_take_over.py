"""From a hand on somebody else sat there, which was noticed later: all of them in one act, each with its history."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.models import Hand
from cegoscore.scoresheet.table.why import exchanged
from cegoscore.scoring import hands
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import Contract, PenaltyKind
from cegoscore.scoring.documents.hand_document import outcome_of
from cegoscore.scoring.payments import payments
from tests.effort import examples, thorough
from tests.pages import body_of
from tests.scoresheet.acting import faults_of, fresh, send, version
from tests.scoring.strategies import hands as deals, rule_sets
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, writing

pytestmark = pytest.mark.django_db
BERND, DIETER, EMIL = 1, 3, 4
RAEUBER = hands.Raeuber(contract=Contract.RAEUBER, card_points=(20, 9, 14, 7, None))
PENALTY = hands.Penalty(kind=PenaltyKind.REVOKE, offender=DIETER)


@pytest.fixture
def four(db: None) -> World:
    """Emil came after the first hand and sat down for Dieter; three hands stand under Dieter's name."""
    world = copied(World)
    for number, outcome in enumerate((None, RAEUBER, PENALTY), 1):
        if number == 2:
            send(world, "join_table", {"version": version(world), "name": "Emil", "where": ""})
        write_hand(fresh(world), writing(number, outcome), device=world.owner)
    return world


def take_over(world: World, number: int, who: str = "mate", **fields: Any) -> Any:
    sent = {"version": version(world), "seat": EMIL, "instead": DIETER} | fields
    return send(world, "take_over", sent, number, client=client_of(getattr(world, who)))


@pytest.mark.both
def test_several_hands_change_in_one_act_and_each_keeps_its_history(four: World) -> None:
    before = four.totals()
    assert take_over(four, 2).status_code == 302
    assert four.totals() == [*before[:DIETER], -10, before[DIETER] + 10]
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "lineup", "dealer")
    assert [(number, revision, lineup) for number, revision, lineup, _dealer in rows] == [
        (1, 1, [0, 1, 2, 3]),
        (2, 1, [0, 1, 2, 3]),
        (2, 2, [0, 1, 2, 4]),
        (3, 1, [0, 1, 2, 3]),
        (3, 2, [0, 1, 2, 4]),
    ]
    assert Hand.objects.get(number=3, revision=2).outcome["offender"] == EMIL
    assert Hand.objects.get(number=2, revision=2).outcome["card_points"] == [20, 9, 14, None, 7]
    assert Hand.objects.get(number=2, revision=2).why == "Ab hier saß Emil da"
    assert sheet_page(fresh(four)).turn.lineup == (0, 1, 2, 4)
    assert list(faults_of(fresh(four))) == []


def test_done_twice_is_done_once_and_another_write_in_between_asks_to_look_again(four: World) -> None:
    seen = version(four)
    for _ in range(2):
        assert take_over(four, 2, version=seen).status_code == 302
    assert Hand.objects.filter(number=2).count() == 2
    assert take_over(four, 1, version=seen).status_code == 409


@thorough
def test_what_makes_no_sense_is_refused_and_says_why(four: World) -> None:
    take_over(four, 3)
    answer = take_over(four, 1, seat=EMIL, instead=BERND)
    assert answer.status_code == 422
    assert "Emil sitzt in einem dieser Spiele schon da." in body_of(answer)
    answer = take_over(four, 3, seat=DIETER, instead=EMIL)
    assert answer.status_code == 302
    for wrong in ({"seat": DIETER}, {"instead": EMIL}, {"seat": 7}, {"version": "x"}):
        assert take_over(four, 2, **wrong).status_code == 422
    close_sheet(fresh(four), by=four.owner.pk)
    assert take_over(four, 2, who="owner").status_code == 409
    assert take_over(four, 2).status_code == 403


def test_page_of_a_hand_offers_it_where_somebody_else_has_a_column(four: World) -> None:
    html = body_of(client_of(four.mate).get(f"{four.sheet.get_absolute_url()}/hands/2"))
    assert "Ab diesem Spiel saß jemand anders da" in html
    two = copied(World)
    write_hand(fresh(two), writing(1), device=two.owner)
    html = body_of(client_of(two.mate).get(f"{two.sheet.get_absolute_url()}/hands/1"))
    assert "Ab diesem Spiel" not in html


@pytest.mark.sqlite
@given(st.data())
@settings(max_examples=examples(100), deadline=None)
def test_whoever_takes_over_gets_what_the_other_one_got(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    seats = max(rules.sizes) + 1
    drawn = data.draw(deals(rules, seats))
    table = {"lineup": tuple(drawn.pop("lineup")), "dealer": drawn.pop("dealer")}
    factor = drawn.pop("stake_factor", 1)
    hand = hands.Hand(outcome=outcome_of(drawn, seats), stake_factor=factor, **table)
    gone = data.draw(st.sampled_from(hand.lineup))
    came = data.draw(st.sampled_from([seat for seat in range(seats) if seat not in hand.lineup]))
    changed = exchanged(hand, came, gone)
    assert changed.lineup == tuple(came if seat == gone else seat for seat in hand.lineup)
    assert check_hand(changed, rules, seats) == []
    assert exchanged(changed, gone, came) == hand
    if not isinstance(hand.outcome, hands.Dead):
        assert payments(changed, rules) == payments(hand, rules)
