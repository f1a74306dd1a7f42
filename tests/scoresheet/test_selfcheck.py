"""The self-check is silent about a sound sheet and names whatever was changed behind its back."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.demo import demo_document
from cegoscore.scoresheet.models import Hand, Score, Seat, Session
from cegoscore.scoresheet.selfcheck import faults_of
from cegoscore.scoresheet.services import import_document, strike_or_restore, write_hand
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from tests.scoresheet.world import World, writing


@pytest.fixture
def demo(db: None) -> Session:
    """The demo evening."""
    return import_document(demo_document(), device=Device.objects.create())


def test_sound_sheet_has_no_faults(demo: Session) -> None:
    assert list(faults_of(demo)) == []
    out = StringIO()
    call_command("selfcheck", stdout=out)
    assert out.getvalue() == "1 sheets checked, 0 faults\n"


@pytest.mark.parametrize(
    "damage",
    [
        lambda: Score.objects.filter(pk=Score.objects.earliest("pk").pk).update(points=F("points") + 1),
        lambda: Score.objects.earliest("pk").delete(),
        lambda: Seat.objects.filter(number=0).update(total=F("total") + 1),
        lambda: Hand.objects.filter(number=1).update(outcome={"contract": "solo", "declarer": 0, "points": 71}),
        lambda: Hand.objects.filter(number=1).update(outcome={"contract": "poker"}),
        lambda: Hand.objects.filter(number=2).update(void=True),
    ],
)
def test_damage_is_named(demo: Session, damage: Any) -> None:
    damage()
    assert list(faults_of(demo))
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("selfcheck", stdout=out)
    assert ended.value.code == 1
    assert str(demo.id) in out.getvalue()


ACTIONS = st.lists(
    st.tuples(st.sampled_from(["record", "correct", "strike", "restore"]), st.integers(0, 9), st.integers(1, 70)),
    max_size=15,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=ACTIONS)
def test_any_sequence_of_writes_leaves_totals_equal_to_the_hands(db: None, actions: list[tuple[str, int, int]]) -> None:
    world = World()
    for action, pick, points in actions:
        written = sorted(set(world.sheet.hands.values_list("number", flat=True)))
        outcome = hands.Points(contract=Contract.EINE, declarer=pick % 4, points=points)
        if action == "record" or not written:
            write_hand(world.sheet, writing(len(written) + 1, outcome), device=None)
            continue
        number = written[pick % len(written)]
        revision = world.sheet.hands.filter(number=number).count() + 1
        change = writing(number, outcome, revision=revision)
        if action == "correct":
            write_hand(world.sheet, change, device=None)
        else:
            void = action == "strike"
            strike_or_restore(
                world.sheet, number=number, revision=revision, uuid=change.uuid, void=void, why="", device=None
            )
    assert list(faults_of(world.sheet)) == []
