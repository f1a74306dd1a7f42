"""A sheet as a document, as a table, as a message, and back in again without loss."""

import csv
import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import given, settings

from cegoscore.clubs.models import Player
from cegoscore.outings.models import Outing
from cegoscore.scoresheet.evening.exports import csv_of, document_of, message_of
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import add_note, adjust, strike_adjustment
from cegoscore.scoresheet.ledger.services.sheets import cannot_keep, close_sheet, import_document
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoresheet.table.services import change_rules
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract, DeadKind, PenaltyKind
from cegoscore.scoring.documents.document import Document, NoteKind, current_entries, parse, write
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.rules.rule_files import published
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.pages import body_of
from tests.scoresheet.acting import faults_of
from tests.scoring.strategies import documents
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, writing

RAEUBER = hands.Raeuber(contract=Contract.RAEUBER, card_points=(20, 9, 14, 7))
DEAD = hands.Dead(kind=DeadKind.THROWN_IN)
FREE = hands.Free(amounts=(30, -10, -10, -10), why="Wette")


def again(document: Document) -> Document:
    """The document after a journey through JSON, the database and back."""
    parsed, problems = parse(json.loads(json.dumps(write(document))))
    assert parsed is not None, problems
    world = copied(World)
    return document_of(Session.objects.get(pk=import_document(parsed, device=world.owner).pk))


def histories(document: Document) -> Counter[Any]:
    """Every revision with who wrote it and why, in whatever order."""
    return Counter((entry.hand, entry.revision, entry.void, entry.by, entry.why) for entry in document.entries)


def long_evening(world: World) -> Session:
    """A correction, a struck hand, one put in between, dead deals with and without history, notes, an adjustment."""
    sheet = world.sheet
    Session.objects.update(title="Stammtisch", stake=Decimal("0.05"), currency="€")
    sheet.refresh_from_db()
    for number, outcome in enumerate((RAEUBER, DEAD, RAEUBER, None, DEAD, None), 1):
        write_hand(sheet, writing(number, outcome), device=world.owner)
    write_hand(sheet, writing(1, revision=2, why="verzählt", dealer=3), device=world.owner)
    write_hand(sheet, writing(3, FREE, revision=2, why="falsche Spalte", dealer=1), device=world.mate)
    for number in (4, 5):
        strike_or_restore(sheet, number=number, revision=2, uuid=uuid4(), void=True, why="doppelt", device=world.owner)
    between = (sheet.hands.get(number=1, revision=1).place + sheet.hands.get(number=2).place) // 2
    write_hand(sheet, writing(7, FREE, place=between), device=world.owner)
    adjust(sheet, uuid=uuid4(), amounts=[50, -50, 0, 0], why="vom Zettel", device=world.owner)
    wrong = adjust(sheet, uuid=uuid4(), amounts=[0, 9, -9, 0], why="Entscheid", device=world.owner)
    strike_adjustment(sheet, adjustment=wrong.pk, why="Gestrichen", device=world.mate)
    Session.objects.update(stake_factor=3, compulsory_after=4)
    sheet.refresh_from_db()
    add_note(sheet, uuid4(), NoteKind.TEXT, None, "Lena kam um zehn", world.owner)
    add_note(sheet, uuid4(), NoteKind.SCHNAPS_BOUGHT, 2, "", world.owner)
    return sheet


# The document


def test_document_holds_the_whole_ledger(world: World) -> None:
    document = document_of(long_evening(world))
    # The one put in between stands second; a struck deal without result has a history and so a number of its own.
    assert [(entry.number, entry.revision, entry.void) for entry in document.entries] == [
        (1, 1, False),
        (1, 2, False),
        (2, 1, False),
        (None, 1, False),
        (3, 1, False),
        (3, 2, False),
        (4, 1, False),
        (4, 2, True),
        (6, 1, False),
        (6, 2, True),
        (5, 1, False),
    ]
    assert document.entries[1].why == "verzählt"
    assert (document.entries[5].hand.outcome, document.entries[5].why) == (FREE, "falsche Spalte")
    assert [entry.by for entry in document.entries[4:6]] == ["A", "B"]
    assert [entry.strikes for entry in document.adjustments] == [None, None, 2]
    assert (document.stake_factor, document.compulsory_after) == (3, 5)  # the one put in stands before, too
    assert (document.title, document.stake, document.currency) == ("Stammtisch", Decimal("0.05"), "€")
    assert [(note.after, note.kind, note.seat, note.why) for note in document.notes] == [
        (7, NoteKind.TEXT, None, "Lena kam um zehn"),
        (7, NoteKind.SCHNAPS_BOUGHT, 2, None),
    ]
    assert write(document)["rules"] == "braeunlingen-ministranten"
    assert ledger(document).totals == tuple(world.totals())


def test_document_comes_back_as_it_left(world: World) -> None:
    document = document_of(long_evening(world))
    assert again(document) == document


def test_evening_comes_back_with_what_was_struck_or_corrected_under_rules_that_it_had_before(world: World) -> None:
    penalty = hands.Penalty(kind=PenaltyKind.REVOKE, offender=1)
    for number in (1, 2):
        write_hand(world.sheet, writing(number, penalty), device=world.owner)
    write_hand(world.sheet, writing(1, revision=2), device=world.owner)
    strike_or_restore(world.sheet, number=2, revision=2, uuid=uuid4(), void=True, why="", device=world.owner)
    sheet = Session.objects.get(pk=world.sheet.pk)
    change_rules(sheet, seen=sheet.version, rules=published("grupp"), why="doch", device=world.owner)
    document = document_of(sheet)
    assert [entry.hand.outcome for entry in document.entries if entry.void or entry.revision == 1] == [penalty] * 3
    assert again(document) == document
    assert [fault for sheet in Session.objects.all() for fault in faults_of(sheet)] == []


def test_closed_evening_comes_back_closed(world: World) -> None:
    close_sheet(long_evening(world))
    document = document_of(Session.objects.get(pk=world.sheet.pk))
    assert document.ended is not None
    assert again(document) == document
    imported = Session.objects.exclude(pk=world.sheet.pk).filter(title="Stammtisch").get()
    assert imported.state == State.CLOSED
    assert Outing.objects.filter(key=imported.pk).count() == 4


def test_house_rules_travel_with_the_document(db: None) -> None:
    original = published("dreier").document
    world = copied(World, rules="dreier", names=("Anna", "Bernd", "Clara"))
    data = write(document_of(world.sheet)) | {"rules": {**original, "id": "unsere"}}
    parsed, problems = parse(data)
    assert parsed is not None, problems
    document = again(parsed)
    assert document.rules == parsed.rules
    assert write(document)["rules"]["id"] == "unsere"


@thorough
@settings(max_examples=examples(60), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(data=documents())
def test_any_document_comes_back_with_all_its_sums(db: None, data: dict[str, Any]) -> None:
    parsed, problems = parse(data)
    assert parsed is not None, problems
    assert cannot_keep(parsed) == []
    once = again(parsed)
    sums, before = ledger(once), ledger(parsed)
    assert (sums.totals, sums.schnaps, once.rules) == (before.totals, before.schnaps, parsed.rules)
    assert [entry.hand for entry in current_entries(once)] == [entry.hand for entry in current_entries(parsed)]
    assert histories(once) == histories(parsed)
    assert (once.adjustments, once.stake_factor) == (parsed.adjustments, parsed.stake_factor)
    kept = [(note.kind, note.seat, note.why) for note in parsed.notes]
    assert [(note.kind, note.seat, note.why) for note in once.notes] == kept
    assert (once.compulsory_after is None) == (parsed.compulsory_after is None)
    assert again(once) == once


def test_column_that_came_later_has_nothing_in_older_adjustments(world: World) -> None:
    adjust(world.sheet, uuid=uuid4(), amounts=[50, -50, 0, 0], why="vom Zettel", device=None)
    write_hand(world.sheet, writing(1, FREE), device=None)
    write_hand(world.sheet, writing(2, RAEUBER), device=None)
    emil = Player.objects.create(club=world.sheet.club, name="Emil")
    world.sheet.seats.create(number=4, player=emil)
    document = document_of(world.sheet)
    assert document.adjustments[0].amounts == (50, -50, 0, 0, 0)
    assert ledger(document).totals == tuple(world.totals())
    assert again(document) == document


def test_erased_and_equal_names_get_names_of_their_own(world: World) -> None:
    Player.objects.filter(name="Anna").update(name="")
    Player.objects.filter(name__in=("Clara", "Dieter")).update(name="Bernd")
    assert document_of(world.sheet).players == ("Spieler 1", "Bernd", "Bernd (3)", "Bernd (4)")


# The table


def test_table_has_a_row_a_hand_and_a_column_a_player(world: World) -> None:
    sheet = long_evening(world)
    with translation.override("de"):
        assert [";".join(row) for row in csv.reader(csv_of(sheet).splitlines(), delimiter=";")] == [
            "Nr.;Spiel;Ausgang;Geber;Anna;Bernd;Clara;Dieter;Bemerkung",
            "1;Solo;Bernd 41 : 29;Dieter;-10;30;-10;-10;verzählt",
            "2;Freier Eintrag;Wette;Bernd;30;-10;-10;-10;",
            "3;Freier Eintrag;Wette;Bernd;30;-10;-10;-10;falsche Spalte",
            "4;Solo;Bernd 41 : 29;Anna;-10;30;-10;-10;",
            ";Nachtrag;;;50;-50;0;0;vom Zettel",
            ";Nachtrag;;;0;9;-9;0;Entscheid",
            ";Nachtrag;;;0;-9;9;0;Gestrichen",
            ";Summe;;;90;-10;-40;-40;",
        ]
    with translation.override("en"):
        assert csv_of(sheet).startswith('"No.","Game","Outcome","Dealer","Anna","Bernd","Clara","Dieter","Remark"')


@pytest.mark.parametrize("name", ["=1+1", "+49", "-2", "@SUM(A1)", "\t=1+1", " =1+1"])
def test_names_are_no_formulas(world: World, name: str) -> None:
    Player.objects.filter(name="Anna").update(name=name)
    with translation.override("de"):
        heading = csv_of(world.sheet).splitlines()[0].split(";")
    assert heading[4] == f'"\'{name.strip()}"'


def test_table_is_a_file_with_a_name(world: World) -> None:
    started = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
    Session.objects.update(title="Stammtisch im Löwen", started_at=started)
    response = client_of(world.guest).get(reverse("export_csv", args=[world.sheet.id]))
    assert response["Content-Disposition"] == 'attachment; filename="stammtisch-im-lowen-2026-11-21.csv"'
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b'\xef\xbb\xbf"Nr.";')


# The message


def test_message_in_german_and_in_english(world: World) -> None:
    buergermeister = hands.Points(contract=Contract.SOLO, declarer=2, points=35)
    write_hand(world.sheet, writing(1), device=None)
    write_hand(world.sheet, writing(2, buergermeister), device=None)
    Session.objects.update(title="Stammtisch", started_at=datetime(2026, 11, 21, 19, tzinfo=UTC))
    sheet = Session.objects.get()
    with translation.override("de"):
        assert message_of(sheet) == (
            "Stammtisch, 21. November 2026\n\nBernd +35\nAnna −5\nDieter −5\nClara −25\n\n"
            "Clara zahlt an Bernd 25 Punkte\nAnna zahlt an Bernd 5 Punkte\nDieter zahlt an Bernd 5 Punkte\n\n"
            "2 Spiele nach den Regeln „Bräunlingen, Ministranten“\nSchnaps: Clara schuldet eine Runde\n"
            "Bestes Spiel: Solo, Bernd 41 : 29, +30 (41 Augen, 6 über 35, mal 2 für Solo: 12, auf 5er gerundet: 10)\n"
        )
    with translation.override("en"):
        assert message_of(sheet).endswith(
            "2 hands by the rules “Bräunlingen, Ministranten”\nSchnaps: Clara owes a round\n"
            "Best hand: Solo, Bernd 41 : 29, +30 "
            "(41 card points, 6 over 35, times 2 for Solo: 12, to the nearest 5: 10)\n"
        )


# Reading in


def sent(text: str | None = None, file: bytes | None = None, client: Client | None = None) -> Any:
    data: dict[str, Any] = {} if text is None else {"text": text}
    data |= {} if file is None else {"file": SimpleUploadedFile("abend.json", file)}
    return (client or Client()).post(reverse("import_sheet"), data)


@thorough
def test_evening_is_read_in_from_text_and_from_a_file(world: World) -> None:
    document = document_of(long_evening(world))
    text = json.dumps(write(document))
    for response in (sent(text), sent(file=b"\xef\xbb\xbf" + text.encode())):
        assert response.status_code == 302
        sheet = Session.objects.get(pk=response["Location"].rpartition("/")[2])
        assert document_of(sheet) == document
        assert [seat.total for seat in sheet.seats.order_by("number")] == world.totals()


def test_evening_that_is_here_already_is_read_in_again_only_if_somebody_says_so(world: World) -> None:
    text, client = json.dumps(write(document_of(long_evening(world)))), client_of(world.guest)
    asked = sent(file=text.encode(), client=client)
    assert (asked.status_code, Session.objects.count()) == (409, 1)
    assert f'href="{world.sheet.get_absolute_url()}"' in body_of(asked)
    assert asked.context["form"]["text"].value() == text, "the file need not be chosen again"
    assert client.post(reverse("import_sheet"), {"text": text, "again": ""}).status_code == 302
    assert Session.objects.count() == 2
    assert sent(text, client=client_of(world.stranger)).status_code == 302, "a stranger learns nothing of it"


def test_fault_of_somebody_whose_name_cannot_be_shown_is_told_all_the_same(world: World) -> None:
    data = write(document_of(world.sheet)) | {"players": ["Anna", "Bernd", "Clara", "Dieter", "E\ud800"]}
    data["lineup"], data["hands"] = [0, 1, 2, 3], [{"contract": "solo", "declarer": 4, "points": 40}]
    assert sent(json.dumps(data)).status_code == 422


def test_read_in_evening_belongs_to_the_device(world: World) -> None:
    client = Client()
    response = sent(json.dumps(write(document_of(world.sheet))), client=client)
    assert client.get(response["Location"]).status_code == 200
    assert client_of(world.owner).get(response["Location"]).status_code == 404


def test_everything_wrong_is_listed_at_once_with_its_place(world: World) -> None:
    data = write(document_of(world.sheet)) | {"stake": "much", "colour": "red"}
    data["hands"] = [{"contract": "solo", "declarer": 1, "points": 71}, {"contract": "piccolo", "declarer": 0}]
    response = sent(json.dumps(data))
    assert response.status_code == 422
    assert response.context["problems"] == [
        ("stake", "Hierher gehört ein Geldbetrag über null."),
        ("colour", "Das ist hier nicht bekannt."),
        ("Eintrag 1: points", "Das sind mehr Augen, als es gibt (70)."),
        ("Eintrag 2", "Wie ist es ausgegangen?"),
    ]
    assert Session.objects.count() == 1
    html = body_of(response)
    assert "Eintrag 1: points" in html
    assert "&quot;colour&quot;" in html


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (None, None),
        ("   ", None),
        ("{", None),
        ("[]", None),
        ("[" * 100_000, None),
        ('{"players": 7}', None),
        (None, b"\xff\xfe"),
        (None, b""),
        (None, b" " * 1_000_001),
        ("x" * 1_000_001, None),
    ],
)
def test_what_is_no_evening_is_refused(db: None, text: str | None, file: bytes | None) -> None:
    response = sent(text, file)
    assert response.status_code == 422
    assert 'role="alert"' in body_of(response)
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"stake": "0.00005"},
        {"stake": "10000000"},
        {"started": "0001-01-01"},
        {"ended": "9999-12-31T23:59:59-12:00"},
    ],
)
def test_what_the_database_cannot_hold_is_said(world: World, fields: dict[str, str]) -> None:
    response = sent(json.dumps(write(document_of(world.sheet)) | fields))
    assert response.status_code == 422
    assert [place for place, _sentence in response.context["problems"]] == list(fields)


def test_clock_on_the_wall_is_meant_where_no_zone_is_given(world: World) -> None:
    document = replace(document_of(world.sheet), started="2026-11-21T20:15:00")
    assert again(document).started == "2026-11-21T20:15:00+01:00"
