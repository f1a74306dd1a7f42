"""Many phones at once: of writers of the same place one wins, and nothing is lost or doubled."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from django.db import connection

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import merge
from cegoscore.scoresheet.evening.services import go_on
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.wording import Conflict, Stale, TableChanged
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.table.services import change_rules, insert_hand, join
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.scoresheet.acting import faults_of
from tests.served import PATIENCE
from tests.worlds.sheet import World, writing

WRITERS = 8

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every job in a thread of its own, all starting together; what each returned or raised."""
    barrier = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(index: int) -> None:
        barrier.wait()
        try:
            results[index] = jobs[index]()
        except Exception as error:  # noqa: BLE001 - a result like others
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(jobs))]
    with pytest.MonkeyPatch.context() as patched:
        if connection.vendor == "sqlite":
            # A page gives up after five seconds, which many that write at once on a busy machine may need together.
            patched.setitem(connection.settings_dict["OPTIONS"], "timeout", PATIENCE)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=PATIENCE)
    return results


def write(sheet: Session, sent: Writing) -> Callable[[], Hand]:
    """A job that writes, with a sheet object of its own as every request has."""
    return lambda: write_hand(Session.objects.get(pk=sheet.pk), sent, device=None).row


def test_of_writers_of_the_same_place_one_wins_and_the_others_are_told() -> None:
    world = World()
    outcomes = [hands.Points(contract=Contract.EINE, declarer=n % 4, points=30 + n) for n in range(WRITERS)]
    results = at_once([write(world.sheet, writing(1, outcome)) for outcome in outcomes])
    assert sum(isinstance(result, Conflict) for result in results) == WRITERS - 1
    assert Hand.objects.count() == 1
    assert list(faults_of(world.sheet)) == []


def test_same_hand_sent_many_times_at_once_is_written_once_and_all_get_it() -> None:
    world = World()
    sent = writing(1)
    results = at_once([write(world.sheet, sent) for _ in range(WRITERS)])
    assert {getattr(result, "pk", result) for result in results} == {Hand.objects.get().pk}
    assert world.totals() == [-10, 30, -10, -10]


def test_of_corrections_of_the_same_revision_one_wins() -> None:
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    outcomes = [hands.Points(contract=Contract.EINE, declarer=n % 4, points=40 + n) for n in range(WRITERS)]
    results = at_once([write(world.sheet, writing(1, outcome, revision=2)) for outcome in outcomes])
    assert sum(isinstance(result, Conflict) for result in results) == WRITERS - 1
    assert list(Hand.objects.order_by("revision").values_list("revision", flat=True)) == [1, 2]
    assert list(faults_of(world.sheet)) == []


def test_corrections_of_different_hands_at_once_all_count() -> None:
    world = World()
    for number in range(1, WRITERS + 1):
        write_hand(world.sheet, writing(number), device=None)
    outcome = hands.Points(contract=Contract.EINE, declarer=0, points=50)
    results = at_once([write(world.sheet, writing(n, outcome, revision=2)) for n in range(1, WRITERS + 1)])
    assert [type(result) for result in results] == [Hand] * WRITERS
    assert Session.objects.get().version == 2 * WRITERS
    assert list(faults_of(world.sheet)) == []


def test_of_a_new_hand_and_a_change_of_rules_both_count_or_one_is_told() -> None:
    """Whoever comes second either sees the new state or is refused; a hand is never paid by rules that are gone."""
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    loewen = published("braeunlingen-loewen")

    def change() -> None:
        sheet = Session.objects.get(pk=world.sheet.pk)
        change_rules(sheet, seen=1, rules=loewen, why="", device=None)

    results = at_once([change, *[write(world.sheet, writing(2)) for _ in range(WRITERS - 1)]])
    assert {type(result) for result in results} <= {type(None), Hand, Conflict, TableChanged, Stale}
    assert list(faults_of(Session.objects.get())) == []


def test_same_person_joining_on_many_phones_joins_once() -> None:
    world = World()

    def come() -> None:
        sheet = Session.objects.get(pk=world.sheet.pk)
        join(sheet, seen=0, name="Emil", lineup=(0, 1, 2, 3, 4), dealer=3)

    assert at_once([come] * WRITERS) == [None] * WRITERS
    assert [seat.name for seat in world.sheet.seats.order_by("number")][4:] == ["Emil"]


def test_two_forgotten_hands_at_once_one_is_told() -> None:
    world = World()
    write_hand(world.sheet, writing(1), device=None)

    def put_in() -> Any:
        sheet = Session.objects.get(pk=world.sheet.pk)
        return insert_hand(sheet, writing(2, dealer=2), before=1, device=None)

    results = at_once([put_in] * WRITERS)
    assert sum(isinstance(result, Conflict) for result in results) == WRITERS - 1
    assert (Hand.objects.count(), list(faults_of(world.sheet))) == (2, [])


def test_people_merged_crosswise_at_once_are_one_person_and_no_ring() -> None:
    world = World()
    first, second = (Player.objects.create(club=world.sheet.club, name=name) for name in ("Emil", "Emile"))
    pairs = [(first.pk, second.pk), (second.pk, first.pk)] * (WRITERS // 2)
    at_once([partial(merge, world.sheet.club_id, kept=kept, gone=gone) for kept, gone in pairs])
    assert Player.objects.filter(merged_into=None, name__startswith="Emil").count() == 1


def test_going_on_from_many_phones_opens_one_new_sheet() -> None:
    world = World()
    three = published("braeunlingen-ministranten-3")

    def leave() -> Session:
        sheet = Session.objects.get(pk=world.sheet.pk)
        return go_on(sheet, seen=0, staying=(0, 1, 2), dealer=0, rules=three, why="", device=None)

    results = at_once([leave] * WRITERS)
    assert sorted({type(result).__name__ for result in results}) == ["Session", "SheetClosed"]
    assert Session.objects.count() == 2
