"""Hands that a phone could not send become a sheet of their own, for anybody who has the file."""

import json
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cegoscore.clubs.house_rules.rule_sets import rules_of, short_digest
from cegoscore.clubs.models import Device
from cegoscore.scoresheet.models import Hand, Session
from tests.pages import body_of
from tests.scoresheet.acting import faults_of
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of, posted

pytestmark = pytest.mark.django_db


def document(world: World, items: list[Any], totals: list[int], /, **changes: Any) -> str:
    """A file as the phone makes it; `changes` are those of its table."""
    table = {"names": list(NAMES), "rules": short_digest(rules_of(world.sheet.rule_set)), "title": "Freitag"}
    return world.unsent(items, table=table | {"stake": "0.0500", "currency": "€", "totals": totals} | changes)


def item(world: World, number: int, **fields: Any) -> list[Any]:
    return world.item(posted(number, **fields))


def struck(world: World, number: int, revision: int) -> list[Any]:
    return world.item({"uuid": uuid.uuid4(), "revision": revision}, f"hands/{number}/strike")


def read_in(client: Client, text: str) -> Session:
    """The new sheet, as the browser comes to it."""
    answer = client.post("/unsent", {"content": text})
    assert answer.status_code == 302, body_of(answer)
    return Session.objects.get(pk=answer["location"].rsplit("/", 1)[1])


def totals(sheet: Session) -> list[int]:
    return list(sheet.seats.order_by("number").values_list("total", flat=True))


def test_a_stranger_gets_a_sheet_with_the_hands_and_the_totals_that_the_phone_showed() -> None:
    world, stranger = World(), Client()
    text = document(world, [item(world, 8), item(world, 9), struck(world, 9, 2)], [15, 5, -10, -10])
    sheet = read_in(stranger, text)
    assert stranger.get(sheet.get_absolute_url()).status_code == 200
    assert sheet.pk != world.sheet.pk
    assert (sheet.title, str(sheet.stake), sheet.currency) == ("Freitag", "0.0500", "€")
    assert [seat.name for seat in sheet.seats.order_by("number")] == list(NAMES)
    rows = sheet.hands.order_by("number", "revision").values_list("number", "revision", "void")
    assert list(rows) == [(1, 1, False), (2, 1, False), (2, 2, True)]
    assert totals(sheet) == [15, 5, -10, -10]
    assert [(each.why, each.amounts) for each in sheet.adjustments.all()] == [("Vorher gespielt", [25, -25, 0, 0])]
    assert list(faults_of(sheet)) == []
    assert not world.sheet.hands.exists()


def test_read_in_twice_by_a_phone_it_is_one_sheet_and_another_phone_gets_its_own() -> None:
    world = copied(World)
    text = document(world, [item(world, 1)], [-10, 30, -10, -10])
    first, other = client_of(Device.objects.create()), client_of(Device.objects.create())
    sheet = read_in(first, text)
    assert read_in(first, text).pk == sheet.pk
    assert read_in(other, text).pk != sheet.pk
    assert Hand.objects.count() == 2
    assert not sheet.adjustments.exists()


def test_what_cannot_be_written_here_stays_in_the_totals() -> None:
    world = copied(World)
    revises_a_sent_one = struck(world, 3, 2)
    text = document(world, [revises_a_sent_one, item(world, 4, points=999)], [10, -30, 10, 10])
    sheet = read_in(Client(), text)
    assert (sheet.hands.count(), totals(sheet)) == (0, [10, -30, 10, 10])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rules": "0" * 16}, "Diese Hausregeln kennt der Server nicht."),
        ({"totals": [1, 0, 0, 0]}, "Das ist keine Datei"),
        ({"totals": [True, -1, 0, 0]}, "Das ist keine Datei"),
        ({"totals": [0, 0, 0]}, "Das ist keine Datei"),
        ({"names": ["A", "B", "C", "\u200b"]}, "Das ist keine Datei"),
        ({"names": 4}, "Das ist keine Datei"),
        ({"title": 4}, "Das ist keine Datei"),
    ],
)
def test_a_table_that_cannot_be_is_refused(changes: dict[str, Any], sentence: str) -> None:
    world = copied(World)
    answer = Client().post("/unsent", {"content": document(world, [item(world, 1)], [0, 0, 0, 0], **changes)})
    assert (answer.status_code, Session.objects.count()) == (422, 1)
    assert sentence in body_of(answer)


def test_a_file_of_an_older_phone_does_not_say_who_plays() -> None:
    world = copied(World)
    old = {key: value for key, value in json.loads(document(world, [], [0] * 4)).items() if key != "table"}
    file = SimpleUploadedFile("unsent.json", json.dumps(old).encode())
    answer = Client().post("/unsent", {"file": file})
    assert answer.status_code == 422
    assert "sie sagt nicht, wer spielt" in body_of(answer)


@pytest.mark.parametrize(("known", "sentence"), [(True, "Der Server nimmt"), (False, "sein Cookie verloren")])
def test_a_sheet_that_is_not_there_offers_what_waits_and_says_if_the_cookie_is_gone(known: bool, sentence: str) -> None:
    client = client_of(Device.objects.create()) if known else Client()
    page = body_of(client.get(f"/sheets/{uuid.uuid4()}"))
    assert 'action="/unsent"' in page
    assert sentence in " ".join(page.split())
    assert 'id="left"' not in body_of(client.get("/clubs/1"))
