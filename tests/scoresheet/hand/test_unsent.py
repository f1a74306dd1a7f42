"""Hands from a file of another phone: refused where the sheet says so, never half understood."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cegoscore.clubs.models import Device, Link, Right
from cegoscore.clubs.rights.links import accept_link, link_for, revoke
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand, Session
from tests.pages import body_of
from tests.scoresheet.acting import faults_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

pytestmark = pytest.mark.django_db


def file_of(world: World, items: list[Any], **changes: Any) -> SimpleUploadedFile:
    return SimpleUploadedFile("unsent.json", world.unsent(items, **changes).encode())


def item(world: World, number: int, **fields: Any) -> list[Any]:
    return world.item(posted(number, **fields))


def read_in(world: World, file: SimpleUploadedFile, **more: str) -> Any:
    return client_of(world.mate).post(f"{world.sheet.get_absolute_url()}/unsent", {"file": file} | more)


def test_it_stops_where_something_else_stands_and_says_so() -> None:
    world = copied(World)
    write_hand(world.sheet, writing(1), device=None)
    answer = read_in(world, file_of(world, [item(world, 1, points=50), item(world, 2, points=30)]))
    assert answer.status_code == 409
    page = body_of(answer)
    assert "Jetzt steht dort: Solo, Bernd 41 : 29." in page
    assert re.findall("<li>(Eintrag .*?)</li>", page) == [
        "Eintrag 1: Solo, Bernd 50 : 20",
        "Eintrag 2: Solo, Bernd 30 : 40",
    ]
    assert Hand.objects.count() == 1


def test_what_was_refused_is_left_out_with_all_that_was_done_to_it_and_the_rest_is_written_once() -> None:
    world = copied(World)
    write_hand(world.sheet, writing(1), device=None)
    strike = [f"{world.sheet.get_absolute_url()}/hands/1/strike", [["uuid", str(uuid4())], ["revision", "2"]]]
    refused = read_in(world, file_of(world, [item(world, 1, points=50), strike, item(world, 2)]))
    found = re.search(r'name="content" value="([^"]*)"', body_of(refused))
    assert found
    assert b'name="without" value="1"' in refused.content
    for said in ("1 Eintrag wurde aufgeschrieben", "1 stand schon da"):
        data = {"content": unescape(found[1]), "without": "1"}
        answer = client_of(world.mate).post(f"{world.sheet.get_absolute_url()}/unsent", data)
        assert answer.status_code == 200
        assert said in body_of(answer)
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "void")
    assert list(rows) == [(1, 1, False), (2, 1, False)]
    assert list(faults_of(world.sheet)) == []


def test_an_earlier_decision_is_kept_when_another_is_needed() -> None:
    world = copied(World)
    for number in (1, 2):
        write_hand(world.sheet, writing(number), device=None)
    answer = read_in(world, file_of(world, [item(world, 1), item(world, 2, points=50), item(world, 3)]), without="1")
    assert answer.status_code == 409
    assert b'name="without" value="1,2"' in answer.content
    assert b'name="without" value="1"' in answer.content  # to try again
    assert read_in(world, file_of(world, [item(world, 3)]), without="1;2").status_code == 422


@pytest.mark.parametrize("state", ["handed_in", "confirmed", "closed"])
def test_a_sheet_that_is_not_open_takes_nothing_new_and_knows_what_it_has(state: str) -> None:
    world = copied(World)
    hands = [item(world, 1), item(world, 2)]
    assert read_in(world, file_of(world, hands)).status_code == 200
    Session.objects.update(state=state)
    again = read_in(world, file_of(world, hands))
    assert (again.status_code, "2 standen schon da" in body_of(again)) == (200, True)
    more = read_in(world, file_of(world, [*hands, item(world, 3)]))
    assert more.status_code == 409
    page = body_of(more)
    assert "Eintrag 3: Solo, Bernd 41 : 29" in page
    assert "Noch einmal versuchen" in page
    assert "auslassen" not in page  # that would not help
    assert Hand.objects.count() == 2


def test_a_link_that_was_taken_back_reads_nothing_in() -> None:
    world = copied(World)
    revoke(Link.objects.get(right=Right.WRITE, target=world.sheet.id))
    assert client_of(world.mate).get(f"{world.sheet.get_absolute_url()}/unsent").status_code == 404
    assert read_in(world, file_of(world, [item(world, 1)])).status_code == 404
    assert not Hand.objects.exists()


def test_the_desk_reads_in_for_its_tables_and_for_no_others() -> None:
    world, desk, other = World(), Device.objects.create(), Device.objects.create()
    world.sheet.event = uuid4()
    world.sheet.save()
    for device, event in ((desk, world.sheet.event), (other, uuid4())):
        accept_link(device, link_for(world.sheet.club, right=Right.DESK, target=event))
    address, hands = f"{world.sheet.get_absolute_url()}/unsent", [item(world, 1)]
    assert client_of(other).post(address, {"file": file_of(world, hands)}).status_code == 404
    assert client_of(world.guest).post(address, {"file": file_of(world, hands)}).status_code == 403
    assert not Hand.objects.exists()
    assert client_of(desk).post(address, {"file": file_of(world, hands)}).status_code == 200
    assert world.totals() == [-10, 30, -10, -10]


@pytest.mark.parametrize("sent", [{"content": ""}, {"file": SimpleUploadedFile("unsent.json", b"")}])
def test_what_is_empty_is_asked_for_once_more(sent: dict[str, Any]) -> None:
    world = copied(World)
    answer = client_of(world.mate).post(f"{world.sheet.get_absolute_url()}/unsent", sent)
    assert answer.status_code == 422
    assert answer.content.count(b"field-error") == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"checksum": "00000000"}, "beschädigt"),
        ({"format": "other"}, "beschädigt"),
        ({"sheet": "6f9619ff-8b86-d011-b42d-00cf4fc964ff"}, "anderen Blatt"),
        ({"hands": "["}, "keine Datei"),
        ({"hands": 7}, "keine Datei"),
        ({"hands": '[["/evil", []]]'}, "keine Datei"),
    ],
)
def test_what_is_no_such_file_is_refused(changes: dict[str, Any], sentence: str) -> None:
    world = copied(World)
    answer = read_in(world, file_of(world, [item(world, 1)], **changes))
    assert answer.status_code == 422
    assert sentence in body_of(answer)
    assert not Hand.objects.exists()


def test_an_outbox_is_told_in_a_word_that_its_hand_is_written() -> None:
    world = copied(World)
    url = f"{world.sheet.get_absolute_url()}/hands"
    client, hand = client_of(world.mate), posted(1)
    for _twice in range(2):
        answer = client.post(url, hand, headers={"prefer": "return=minimal"})
        assert (answer.status_code, answer.headers["Preference-Applied"]) == (204, "return=minimal")
    assert client.post(url, posted(1, points=50), headers={"prefer": "return=minimal"}).status_code == 409
    strike = {"uuid": "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "revision": 2}
    assert client.post(f"{url}/1/strike", strike, headers={"prefer": "return=minimal"}).status_code == 204
    assert Hand.objects.count() == 2


def test_a_hand_that_counts_again_comes_out_of_a_file_too() -> None:
    world = copied(World)
    hands = f"{world.sheet.get_absolute_url()}/hands"
    again = [["uuid", "6f9619ff-8b86-d011-b42d-00cf4fc964ff"], ["revision", "3"]]
    struck = [["uuid", "7f9619ff-8b86-d011-b42d-00cf4fc964ff"], ["revision", "2"]]
    items = [item(world, 1), [f"{hands}/1/strike", struck], [f"{hands}/1/restore", again]]
    assert read_in(world, file_of(world, items)).status_code == 200
    rows = Hand.objects.order_by("revision").values_list("revision", "void")
    assert list(rows) == [(1, False), (2, True), (3, False)]
    assert world.totals() == [-10, 30, -10, -10]


def test_the_sheet_does_not_say_that_all_is_saved_before_the_phone_has_looked() -> None:
    """Only the phone knows its unsent hands: without its script the page says nothing of them."""
    world = copied(World)
    page = body_of(client_of(world.mate).get(world.sheet.get_absolute_url()))
    sign = re.search(r'<p id="saved".*?</p>', page, re.DOTALL)
    assert sign
    assert 'data-state=""' in sign[0]
    assert re.sub("<[^>]*>", "", sign[0]).strip() == ""


def test_the_line_of_a_struck_hand_says_to_the_outbox_what_it_would_pay() -> None:
    world = copied(World)
    client, hands = client_of(world.mate), f"{world.sheet.get_absolute_url()}/hands"
    client.post(hands, posted(1))
    client.post(hands, posted(2, game="dead", dead="misdeal", declarer=None, points=None))
    for number in (1, 2):
        client.post(f"{hands}/{number}/strike", {"uuid": str(uuid4()), "revision": 2})
    page = body_of(client.get(world.sheet.get_absolute_url()))
    assert re.findall(r'<li class="line void" data-number="(\d)".*? data-paid="([^"]*)"', page) == [
        ("2", ",,,"),
        ("1", "-10,30,-10,-10"),
    ]
