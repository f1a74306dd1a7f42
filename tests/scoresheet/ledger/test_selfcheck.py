"""The self-check is silent about a sound sheet and names whatever was changed behind its back."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db.models import F
from hypothesis import example, given, settings, strategies as st

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device
from cegoscore.scoresheet.evening.evenings import demo_document
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.sheets import import_document
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Adjustment, Score, Session
from cegoscore.scoresheet.table.services import change_rules, insert_hand, join, reseat, set_turn
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.effort import WITH_FIXTURES, examples
from tests.scoresheet.acting import faults_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World


@pytest.fixture
def demo(db: None) -> Session:
    """The demo evening."""
    return import_document(demo_document(), device=Device.objects.create())


def test_score_on_another_sheets_column_is_named_in_an_older_revision_too(demo: Session) -> None:
    hand = demo.hands.get(number=1)
    strike_or_restore(demo, number=1, revision=hand.revision + 1, uuid=uuid4(), void=True, why="", device=None)
    other = import_document(demo_document(), device=Device.objects.create())
    Score.objects.filter(hand=hand, seat__number=0).update(seat=other.seats.get(number=0))
    assert any("does not sum to zero on this sheet" in fault for fault in faults_of(demo))


def test_sound_sheet_has_no_faults(demo: Session) -> None:
    assert list(faults_of(demo)) == []
    out = StringIO()
    call_command("selfcheck", stdout=out)
    checked = ("1 sheets", "0 tournaments", "0 seasons", "1 clubs", "0 reversals", "0 events")
    assert out.getvalue().splitlines() == [f"{things} checked, 0 faults" for things in checked]


def adjusted(sheet: Session, *amounts: int) -> Adjustment:
    row = [*amounts, *[0] * (sheet.seats.count() - len(amounts))]
    return Adjustment.objects.create(session=sheet, uuid=uuid4(), amounts=row, why="x")


def strike_of_a_later_one(sheet: Session) -> None:
    first = adjusted(sheet, 5, -5)
    Adjustment.objects.filter(pk=first.pk).update(strikes=adjusted(sheet, -5, 5))


def hand(sheet: Session, **changes: Any) -> None:
    sheet.hands.filter(number=1).update(**changes)


def evening(sheet: Session, **changes: Any) -> None:
    Session.objects.filter(pk=sheet.pk).update(**changes)


Damage = Callable[[Session], object]
HAND, TABLE = "hand 1, revision 1", "does not fit 4 seats"
DAMAGES: list[tuple[Damage, list[str]]] = [
    (
        lambda _sheet: Score.objects.filter(hand__number=1, seat__number=0).update(points=F("points") + 1),
        [f"{HAND}: stored", "seat 0: total -150, the hands make -149"],
    ),
    (
        lambda _sheet: Score.objects.filter(hand__number=1, seat__number=0).delete(),
        [f"{HAND}: stored", "seat 0: total -150, the hands make -140"],
    ),
    (
        lambda sheet: sheet.seats.filter(number=0).update(total=F("total") + 1),
        ["seat 0: total -149, the hands make -150", "the totals do not sum to zero"],
    ),
    (lambda sheet: hand(sheet, outcome={"contract": "solo", "declarer": 0, "points": 71}), [f"{HAND}: cannot be read"]),
    (lambda sheet: hand(sheet, outcome={"contract": "poker"}), [f"{HAND}: cannot be read"]),
    (lambda sheet: hand(sheet, void=True), [f"{HAND}: stored"]),
    (lambda sheet: hand(sheet, lineup=[0, 1, 2, 9]), [f"{HAND}: the line-up [0, 1, 2, 9] with dealer 3 {TABLE}"]),
    (lambda sheet: hand(sheet, lineup=[0, 1, 2]), [f"{HAND}: the line-up [0, 1, 2] with dealer 3 {TABLE}"]),
    (
        lambda sheet: evening(sheet, handed_in_by=9),
        ["4 seats are not counted from 0, or another one handed in or confirmed"],
    ),
    (lambda sheet: evening(sheet, lineup=[0, 1, 1, 2]), [f"the line-up [0, 1, 1, 2] with dealer 3 {TABLE}"]),
    (lambda sheet: evening(sheet, lineup=[0, 1, 2, 9]), [f"the line-up [0, 1, 2, 9] with dealer 3 {TABLE}"]),
    (lambda sheet: evening(sheet, lineup=[0, 1, 2]), [f"the line-up [0, 1, 2] with dealer 3 {TABLE}"]),
    (
        lambda sheet: adjusted(sheet, 5, -4),
        [
            "adjustment does not sum to zero",
            "seat 0: total -150, the hands make -145",
            "seat 1: total 310, the hands make 306",
        ],
    ),
    (strike_of_a_later_one, ["adjustment strikes none that stands before it on this sheet"]),
]


@pytest.mark.parametrize(("damage", "faults"), DAMAGES)
def test_damage_is_named(demo: Session, damage: Damage, faults: list[str]) -> None:
    damage(demo)
    found = [re.sub(r"(: stored|: cannot be read).*", r"\1", fault) for fault in faults_of(demo)]
    assert [re.sub(r"adjustment \d+", "adjustment", fault) for fault in found] == faults


def test_command_says_what_is_damaged_and_fails(demo: Session) -> None:
    demo.hands.filter(number=2).update(void=True)
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("selfcheck", stdout=out)
    assert ended.value.code == 1
    assert str(demo.id) in out.getvalue()


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["record", "correct", "strike", "restore", "insert", "reseat", "set_turn", "join", "change_rules"]
        ),
        st.integers(0, 9),
        st.integers(1, 70),
    ),
    max_size=15,
)
RULES = ("braeunlingen-ministranten", "braeunlingen-loewen", "grupp")


def change_table(sheet: Session, action: str, pick: int) -> None:
    """Something that happens at the table besides hands; what makes no sense is refused."""
    turn, seen = sheet_page(sheet).turn, sheet.version
    table: dict[str, Any] = {"lineup": turn.lineup, "dealer": turn.dealer}
    if action == "set_turn":
        set_turn(sheet, seen=seen, lineup=tuple(reversed(turn.lineup)), dealer=turn.lineup[pick % 4])
    elif action == "join":
        with suppress(Refused):
            join(sheet, seen=seen, name=f"Nr. {pick}", **table)
    elif action == "reseat":
        players = list(sheet.seats.order_by("number").values_list("player", flat=True))
        start = pick % len(players)
        reseat(sheet, seen=seen, players=dict(enumerate([*players[start:], *players[:start]])))
    else:
        change_rules(sheet, seen=seen, rules=published(RULES[pick % 3]), why="", device=None)


def change_hand(sheet: Session, action: str, pick: int, points: int) -> None:
    """A new hand, or a change to one that was written."""
    written = sorted(set(sheet.hands.values_list("number", flat=True)))
    turn = sheet_page(sheet).turn
    outcome = hands.Points(contract=Contract.EINE, declarer=pick % 4, points=points)
    hand = hands.Hand(lineup=turn.lineup, dealer=turn.dealer, outcome=outcome)
    new = Writing(uuid=uuid4(), number=len(written) + 1, revision=1, hand=hand)
    if action == "record" or not written:
        write_hand(sheet, new, device=None)
        return
    number = written[pick % len(written)]
    if action == "insert":
        insert_hand(sheet, new, before=number, device=None)
        return
    change = replace(new, number=number, revision=sheet.hands.filter(number=number).count() + 1)
    if action == "correct":
        with suppress(Refused):  # of a hand that stands like that already
            write_hand(sheet, change, device=None)
        return
    which: dict[str, Any] = {"number": number, "revision": change.revision, "uuid": change.uuid}
    strike_or_restore(sheet, void=action == "strike", why="", device=None, **which)


@settings(max_examples=examples(25), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(actions=ACTIONS)
@example(actions=[("record", 0, 1), ("correct", 0, 1)])
def test_any_sequence_of_writes_leaves_totals_equal_to_the_hands(db: None, actions: list[tuple[str, int, int]]) -> None:
    world = copied(World)
    for action, pick, points in actions:
        sheet = Session.objects.select_related("rule_set").get(pk=world.sheet.pk)
        if action in ("reseat", "set_turn", "join", "change_rules"):
            change_table(sheet, action, pick)
        else:
            change_hand(sheet, action, pick, points)
        assert list(faults_of(Session.objects.get(pk=sheet.pk))) == []
