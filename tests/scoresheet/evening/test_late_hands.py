"""Links that end, and hands that come after the end: nothing is lost, nothing is written without a manager."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Device, Grant, Link, LogEntry, LogKind, Right
from cegoscore.clubs.rights.links import accept_link, link_for, revoke, secret_of
from cegoscore.outings.models import Outing
from cegoscore.scoresheet.evening.services import go_on, purge_late_hands
from cegoscore.scoresheet.hand import services
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, reopen_sheet
from cegoscore.scoresheet.models import Answer, LateHand, Session, State
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import World, client_of, posted, writing

pytestmark = pytest.mark.django_db


def write_link(world: World) -> Link:
    return Link.objects.get(target=world.sheet.pk, right=Right.WRITE)


def expire(link: Link) -> None:
    Link.objects.filter(pk=link.pk).update(expires_at=timezone.now() - timedelta(minutes=1))


def close(world: World) -> None:
    close_sheet(world.sheet, by=world.owner.pk)


def deliver(
    world: World, data: dict[str, Any], *, who: Device | None = None, when: float | None = None, place: str = "hands"
) -> Any:
    """Send a hand as the outbox does; `when` is the phone's time in milliseconds."""
    return world.send([world.item(data, place, at=when)], who or world.mate, language="en")


def said_to(response: Any) -> str:
    """The sentence to the phone, which keeps the hand."""
    answer = response.json()
    assert (answer["written"], answer["refused"]["at"], answer["refused"].get("gone")) == ([], 0, True)
    return str(answer["refused"]["sentence"])


WAITING = "It stays on this phone until they have answered."


def manage(world: World, name: str, late: LateHand) -> Any:
    address = reverse(name, args=[world.sheet.pk, late.pk])
    return client_of(world.owner).post(address, headers={"Accept-Language": "en"})


# The end of a link


@thorough
@pytest.mark.parametrize(
    ("holds", "days", "hour"), [("", 1, 12), ("noon", 1, 12), ("week", 7, None), ("close", None, None)]
)
def test_link_to_write_holds_until_noon_of_the_next_day_if_nothing_else_is_chosen(
    world: World, holds: str, days: int | None, hour: int | None
) -> None:
    Link.objects.all().delete()
    client_of(world.owner).post(reverse("sheet_links", args=[world.sheet.pk]), {"right": "write", "holds": holds})
    ends = write_link(world).expires_at
    now = timezone.localtime()
    assert (ends is None) == (days is None)
    if ends and days:
        there = timezone.localtime(ends)
        assert there.date() == now.date() + timedelta(days=days)
        assert hour in (None, there.hour)
    page = client_of(world.owner).get(reverse("sheet_links", args=[world.sheet.pk]))
    assert [row.link.expires_at for row in page.context["links"]] == [ends]


def test_link_to_look_does_not_end(world: World) -> None:
    Link.objects.all().delete()
    client_of(world.owner).post(reverse("sheet_links", args=[world.sheet.pk]), {"right": "look"})
    assert Link.objects.get().expires_at is None


@pytest.mark.parametrize("end", [close, lambda world: expire(write_link(world))])
def test_whoever_wrote_may_look_after_the_end_and_the_link_opens_nothing(world: World, end: Any) -> None:
    secret = secret_of(write_link(world))
    end(world)
    client = client_of(world.mate)
    page = client.get(world.sheet.get_absolute_url())
    assert (page.status_code, page.context["page"].may_write) == (200, False)
    assert client.post(reverse("record_hand", args=[world.sheet.pk]), posted(1)).status_code == 403
    assert Client().get(reverse("open_link", args=[secret])).status_code == 404
    assert not world.sheet.hands.exists()


def test_whoever_came_by_a_link_that_is_taken_back_does_not_even_look(world: World) -> None:
    link = write_link(world)
    expire(link)
    revoke(link)
    assert client_of(world.mate).get(world.sheet.get_absolute_url()).status_code == 404


def test_link_of_the_first_version_ends_with_the_evening_and_its_devices_still_look(world: World) -> None:
    """Its grants have no right to look beside them."""
    Grant.objects.filter(link=None, right=Right.LOOK).delete()
    close(world)
    assert client_of(world.mate).get(world.sheet.get_absolute_url()).status_code == 200


def test_reopened_evening_needs_a_new_link_to_write(world: World) -> None:
    old = write_link(world)
    close(world)
    assert client_of(world.mate).post(reverse("reopen_sheet", args=[world.sheet.pk])).status_code == 403
    reopen_sheet(world.sheet, by=world.owner.pk)
    assert client_of(world.mate).post(reverse("record_hand", args=[world.sheet.pk]), posted(1)).status_code == 403
    new = link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.pk)
    assert new != old
    accept_link(world.mate, new)
    assert client_of(world.mate).post(reverse("record_hand", args=[world.sheet.pk]), posted(1)).status_code == 302


def test_closing_and_reopening_stand_in_the_log_and_managers_are_told_of_the_latter(world: World) -> None:
    close(world)
    close(world)
    reopen_sheet(world.sheet, by=world.owner.pk)
    said = [(entry.kind, entry.device_id, entry.tells) for entry in LogEntry.objects.order_by("pk")]
    assert said == [
        (LogKind.SHEET_CLOSED, world.owner.pk, False),
        (LogKind.SHEET_REOPENED, world.owner.pk, True),
    ]


@pytest.mark.both
@pytest.mark.parametrize("who", ["owner", "mate"])
def test_end_that_was_said_without_network_is_none_under_the_hands_of_others(world: World, who: str) -> None:
    seen = write_hand(world.sheet, writing(1), device=world.mate).row.pk
    write_hand(world.sheet, writing(2), device=getattr(world, who))
    client, address = client_of(world.owner), reverse("close_sheet", args=[world.sheet.pk])
    answer = client.post(address, {"newest": seen}, headers={"Prefer": "return=minimal"})
    is_mine = who == "owner"
    assert answer.status_code == (204 if is_mine else 409)
    assert Session.objects.get(pk=world.sheet.pk).state == (State.CLOSED if is_mine else State.OPEN)
    assert client.post(address, {"newest": "x"}).status_code == 400


# Late hands


@pytest.mark.parametrize("end", [close, lambda world: expire(write_link(world)), lambda w: revoke(write_link(w))])
def test_hand_that_comes_late_is_kept_and_the_phone_is_told(world: World, end: Any) -> None:
    end(world)
    data = posted(1)
    told = (timezone.now() - timedelta(hours=2)).replace(microsecond=0)
    for _again in range(2):
        assert WAITING in said_to(deliver(world, data, when=told.timestamp() * 1000))
    late = LateHand.objects.get()
    assert (late.device_id, late.written_at, late.answer) == (world.mate.pk, told, Answer.WAITING)
    assert not world.sheet.hands.exists()
    assert LogEntry.objects.filter(kind=LogKind.HAND_LATE, tells=True).count() == 1


@pytest.mark.both
@pytest.mark.parametrize("opens", [True, False])
def test_all_that_a_phone_has_goes_to_the_managers_at_once_and_what_is_settled_does_not(
    world: World, *, opens: bool
) -> None:
    there, back, *late = (posted(number) for number in range(1, 6))
    deliver(world, there)  # its answer is lost
    close(world)
    if opens:  # whoever may still write there is told by the sheet that it takes nothing
        accept_link(world.mate, link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.pk))
        Session.objects.filter(pk=world.sheet.pk).update(state=State.CLOSED)
    undo = world.item({"uuid": uuid4(), "revision": 2, "of": back["uuid"]}, "hands/2/strike")
    items = [world.item(there), world.item(back), undo, *(world.item(data) for data in late)]
    answer = world.send(items, world.mate, language="en").json()
    assert sorted(answer["written"]) == [0, 1, 2]
    told = [answer["refused"], *answer["also"]]
    assert [(one["at"], one["gone"]) for one in told] == [(at, True) for at in (3, 4, 5)]
    assert all(WAITING in one["sentence"] for one in told)
    assert {str(row.uuid) for row in LateHand.objects.all()} == {str(data["uuid"]) for data in late}


def test_page_that_may_only_look_sends_what_waits_of_whoever_could_write(world: World) -> None:
    close(world)
    for device, sends in ((world.mate, True), (world.guest, False)):
        page = body_of(client_of(device).get(world.sheet.get_absolute_url()))
        assert ('id="outbox"' in page) == sends


@thorough
@pytest.mark.parametrize("closed", [True, False])
def test_manager_takes_a_late_hand_and_the_phone_may_forget_it(world: World, *, closed: bool) -> None:
    write_hand(world.sheet, writing(1), device=world.owner)
    close(world) if closed else expire(write_link(world))
    data = posted(1)
    deliver(world, data)
    page = client_of(world.owner).get(reverse("late_hands_of", args=[world.sheet.pk]))
    ((_row, _words, amounts),) = page.context["lines"]
    assert dict(amounts) == {"Anna": -10, "Bernd": 30, "Clara": -10, "Dieter": -10}
    late = LateHand.objects.get()
    for _twice in range(2):
        assert manage(world, "take_late_hand", late).status_code == 302
    assert list(world.sheet.hands.order_by("number").values_list("number", "device")) == [
        (1, world.owner.pk),
        (2, world.mate.pk),
    ]
    assert world.totals() == [-20, 60, -20, -20]
    assert Session.objects.get(pk=world.sheet.pk).state == (State.CLOSED if closed else State.OPEN)
    assert LogEntry.objects.get(kind=LogKind.HAND_TAKEN).tells
    assert deliver(world, data).json() == {"written": [0], "refused": None, "differing": []}


@thorough
def test_evening_that_takes_a_late_hand_ended_when_it_was_closed(world: World) -> None:
    close(world)
    ended = timezone.now() - timedelta(hours=3)
    Session.objects.filter(pk=world.sheet.pk).update(ended_at=ended)
    deliver(world, posted(1))
    before = Session.objects.get(pk=world.sheet.pk)
    assert manage(world, "take_late_hand", LateHand.objects.get()).status_code == 302
    after = Session.objects.get(pk=world.sheet.pk)
    assert (after.ended_at, after.state) == (ended, State.CLOSED)
    assert after.version > before.version
    assert list(Outing.objects.values_list("hands", flat=True)) == [1] * 4
    assert list(faults_in(world.sheet.club)) == []


@pytest.mark.both
def test_late_hand_of_a_sheet_that_went_on_brings_its_points_to_the_same_people_there(world: World) -> None:
    write_hand(world.sheet, writing(1), device=world.owner)
    sheet = Session.objects.get()
    rules, staying = published("braeunlingen-ministranten-3"), [2, 1, 0]
    going_on: dict[str, Any] = {"staying": staying, "dealer": 2, "rules": rules, "why": "weiter"}
    following = go_on(sheet, seen=sheet.version, device=world.owner, **going_on)
    mine = posted(2)
    assert WAITING in said_to(deliver(world, mine))
    deliver(world, posted(1, revision=2, points=50), place="hands/1/correct")
    new, change = LateHand.objects.order_by("pk")
    for _twice in range(2):
        assert manage(world, "take_late_hand", new).status_code == 302
    by_name = {seat.name: seat.total for seat in seats_of(following)}
    assert by_name == {"Anna": -20, "Bernd": 60, "Clara": -20, "Dieter": -20}
    assert deliver(world, mine).json()["written"] == [0]
    refused = manage(world, "take_late_hand", change)
    assert (refused.status_code, "as an adjustment on the sheet that goes on" in body_of(refused)) == (409, True)
    assert list(faults_in(world.sheet.club)) == []


def test_declined_hand_is_said_to_be_and_never_written(world: World) -> None:
    close(world)
    data = posted(1)
    deliver(world, data)
    late = LateHand.objects.get()
    assert manage(world, "decline_late_hand", late).status_code == 302
    assert manage(world, "take_late_hand", late).status_code == 302
    assert said_to(deliver(world, data)).endswith("did not take this hand. You can throw it away.")
    assert not world.sheet.hands.exists()
    assert LogEntry.objects.filter(kind=LogKind.HAND_DECLINED).count() == 1


@thorough
def test_late_correction_and_late_strike_are_proposals_too(world: World) -> None:
    row = write_hand(world.sheet, writing(1), device=world.mate).row
    close(world)
    assert WAITING in said_to(deliver(world, posted(1, revision=2, points=50), place="hands/1/correct"))
    strike = {"uuid": str(uuid4()), "revision": 3, "reason": "Anna sagt nein"}
    assert WAITING in said_to(deliver(world, strike, place="hands/1/strike"))
    for late in LateHand.objects.order_by("pk"):
        assert manage(world, "take_late_hand", late).status_code == 302
    assert [(each.revision, each.void) for each in world.sheet.hands.order_by("revision")] == [
        (1, False),
        (2, False),
        (3, True),
    ]
    assert row.number == 1


def test_late_correction_of_what_was_changed_since_is_not_taken_and_says_why(world: World) -> None:
    write_hand(world.sheet, writing(1), device=world.owner)
    strike_or_restore(world.sheet, number=1, revision=2, uuid=uuid4(), void=True, why="", device=world.owner)
    close(world)
    deliver(world, posted(1, revision=2, points=50), place="hands/1/correct")
    response = manage(world, "take_late_hand", LateHand.objects.get())
    assert response.status_code == 409
    assert "It was not written: " in body_of(response)
    assert LateHand.objects.get().answer == Answer.WAITING
    assert Session.objects.get(pk=world.sheet.pk).state == State.CLOSED


@pytest.mark.parametrize("who", ["guest", "stranger"])
def test_nobody_proposes_who_never_might_write(world: World, who: str) -> None:
    close(world)
    response = deliver(world, posted(1), who=getattr(world, who))
    assert response.status_code == (403 if who == "guest" else 404)
    assert not LateHand.objects.exists()


def test_device_that_was_put_out_proposes_nothing(world: World) -> None:
    close(world)
    Grant.objects.filter(device=world.mate).delete()
    assert deliver(world, posted(1)).status_code == 404


def test_person_at_the_page_is_told_that_it_is_closed_and_proposes_nothing(world: World) -> None:
    accept_link(world.mate, link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.pk))
    Session.objects.filter(pk=world.sheet.pk).update(state=State.CLOSED)
    response = client_of(world.mate).post(reverse("record_hand", args=[world.sheet.pk]), posted(1))
    assert response.status_code == 409
    assert not LateHand.objects.exists()


@pytest.mark.parametrize("state", [State.OPEN, State.HANDED_IN, State.CONFIRMED])
def test_hand_for_a_sheet_that_the_table_may_open_again_stays_on_the_phone(world: World, state: State) -> None:
    write_hand(world.sheet, writing(1), device=world.owner)
    Session.objects.update(state=state, planned=1, handed_in_by=None if state == State.OPEN else 0)
    answer = deliver(world, posted(2)).json()
    assert (answer["written"], answer["refused"]["at"], "gone" in answer["refused"]) == ([], 0, False)
    assert not LateHand.objects.exists()


def test_conflict_on_an_open_sheet_is_a_conflict(world: World) -> None:
    write_hand(world.sheet, writing(1), device=world.owner)
    answer = deliver(world, posted(1)).json()
    assert (answer["written"], answer["refused"], len(answer["differing"])) == ([0], None, 0)
    answer = deliver(world, posted(1, points=50)).json()
    assert (answer["written"], answer["refused"], len(answer["differing"])) == ([], None, 1)


@thorough
@pytest.mark.parametrize("time", [None, 32_472_144_000_000])
def test_phone_without_a_sound_clock_is_late_all_the_same(world: World, time: float | None) -> None:
    close(world)
    deliver(world, posted(1), when=time)
    assert LateHand.objects.get().written_at is None


def test_form_without_a_uuid_is_no_late_hand(world: World) -> None:
    close(world)
    assert deliver(world, {"game": "solo"}).status_code == 403
    assert not LateHand.objects.exists()


def test_device_may_have_so_many_waiting_and_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert services.MOST_LATE >= 48
    monkeypatch.setattr(services, "MOST_LATE", 2)
    close(world)
    answers = [said_to(deliver(world, posted(1))) for _n in range(3)]
    assert [WAITING in answer for answer in answers] == [True, True, False]
    assert "They stay on this phone." in answers[2]


@thorough
def test_unreadable_late_hand_can_be_declined_and_does_not_break_the_page(world: World) -> None:
    close(world)
    deliver(world, {"uuid": str(uuid4()), "number": "x", "lineup": "9,9", "game": "?"})
    address = reverse("late_hands_of", args=[world.sheet.pk])
    assert client_of(world.owner).get(address).status_code == 200
    assert manage(world, "take_late_hand", LateHand.objects.get()).status_code == 409
    assert manage(world, "decline_late_hand", LateHand.objects.get()).status_code == 302


def test_late_hands_are_kept_for_thirty_days(world: World) -> None:
    close(world)
    deliver(world, posted(1))
    deliver(world, posted(1))
    old = LateHand.objects.earliest("pk")
    LateHand.objects.filter(pk=old.pk).update(sent_at=timezone.now() - timedelta(days=31))
    assert purge_late_hands() == 1
    assert not LateHand.objects.filter(pk=old.pk).exists()


@thorough
def test_late_hands_ask_as_often_for_eight_as_for_one(world: World, django_assert_max_num_queries: Any) -> None:
    close(world)
    for count in (1, 8):
        while LateHand.objects.count() < count:
            deliver(world, posted(1))
        with django_assert_max_num_queries(6):
            page = client_of(world.owner).get(reverse("late_hands_of", args=[world.sheet.pk]))
        assert len(page.context["lines"]) == count


@thorough
def test_manager_is_led_to_late_hands_from_the_evening(world: World) -> None:
    close(world)
    deliver(world, posted(1))
    link = reverse("late_hands_of", args=[world.sheet.pk])
    address = reverse("evening", args=[world.sheet.pk])
    assert link in body_of(client_of(world.owner).get(address))
    assert link not in body_of(client_of(world.mate).get(address))


def test_sheet_can_go_without_its_late_hands_as_version_0_1_removes_it(world: World) -> None:
    """It does not know of them; the next purge of this version takes them."""
    key, keyless = uuid4(), Session.objects.get(pk=world.sheet.pk)
    keyless.pk = key
    keyless.save(force_insert=True)
    LateHand.objects.create(session_id=key, uuid=uuid4(), kind="new", fields={})
    with connection.cursor() as cursor:
        stored = Session._meta.pk.get_db_prep_save(key, connection)
        cursor.execute("DELETE FROM scoresheet_session WHERE id = %s", [stored])
    connection.check_constraints()
    purge_late_hands()
    assert not LateHand.objects.exists()
