"""Looking back at an evening: the curve, everybody's hands, and the same evening under other rules."""

from typing import Any

from hypothesis import given

from cegoscore.scoring.documents.document import Document, parse
from cegoscore.scoring.documents.ledger import best, curve, deeds, ledger, own_games, played, whose_game, worst
from tests.scoring.strategies import documents

SOLO = {"contract": "solo", "declarer": 1, "points": 41}
ULTI = {"contract": "ulti", "declarer": 0, "made": False}


def evening(*hands: dict[str, Any], **more: Any) -> Document:
    """Four by the Ministranten rules."""
    data = {"format": "cegoscore/session@1", "rules": "braeunlingen-ministranten", "first_dealer": 3}
    data |= {"players": ["Anna", "Bernd", "Clara", "Dieter"], "hands": list(hands)}
    document, problems = parse(data | more)
    assert document is not None, problems
    return document


def test_curve_starts_with_adjustments_and_leaves_out_deals_without_result() -> None:
    adjustments = [{"amounts": [50, -50, 0, 0], "why": "on paper"}]
    document = evening(SOLO, {"dead": "thrown_in"}, ULTI, adjustments=adjustments)
    hands = played(document)
    assert [(hand.entry.number, hand.declarer, hand.won) for hand in hands] == [(1, 1, True), (2, 0, False)]
    assert curve(document, hands) == ((50, -50, 0, 0), (40, -20, -10, -10), (-170, 50, 60, 60))


def test_best_and_worst_are_the_first_of_equal_ones_and_none_without_gain_or_loss() -> None:
    hands = played(evening(SOLO, SOLO, {"free": [0, 0, 0, 0], "why": "nothing"}))
    anna, bernd = deeds(hands, 0), deeds(hands, 1)
    assert [(deed.hand.entry.number, deed.amount) for deed in bernd] == [(1, 30), (2, 30)]
    assert best(bernd) == bernd[0]
    assert (best(anna), worst(bernd)) == (None, None)
    assert worst(anna) == anna[0]


def test_best_hand_is_a_game_that_somebody_played() -> None:
    penalty, raeuber = {"penalty": "revoke", "offender": 3}, {"contract": "raeuber", "card_points": [9, 12, 20, 15]}
    lost = {"contract": "solo", "declarer": 2, "points": 20}
    hands = played(evening(penalty, raeuber, SOLO, lost))
    told = own_games([deed for seat in range(4) for deed in deeds(hands, seat)])
    assert [(deed.seat, deed.hand.shown, deed.amount > 0) for deed in told] == [(1, 3, True), (2, 4, False)]


def test_what_a_fault_spoiled_was_played_by_nobody() -> None:
    raeuber, solo = ({"contract": game, "declarer": 3, "fault": {"offender": 0}} for game in ("raeuber", "solo"))
    hands = played(evening(raeuber, solo, rules="schwarzwaldmeisterschaft"))
    assert all((hand.amounts[3] or 0) > 0 for hand in hands)
    assert [(hand.declarer, hand.won) for hand in hands] == [(None, False), (None, False)]
    assert [whose_game(hand.entry.hand.outcome) for hand in hands] == [None, 3]


def test_struck_hand_takes_no_number() -> None:
    hands = played(evening(SOLO, SOLO, SOLO | {"number": 1, "revision": 2, "void": True}, {"dead": "thrown_in"}, ULTI))
    assert [(hand.entry.number, hand.shown) for hand in hands] == [(2, 1), (3, 2)]


@given(data=documents())
def test_curve_ends_with_the_totals(data: dict[str, Any]) -> None:
    document, problems = parse(data)
    assert document is not None, problems
    assert sum(ledger(document).totals) == 0
    assert curve(document, played(document))[-1] == ledger(document).totals
