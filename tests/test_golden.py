"""Documents of every published version are read by this one, and what it writes has what they had."""

import json
from itertools import chain
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse

import cegoscore
from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.contest import published_draw
from cegoscore.contest.draw import replay
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.sheets import import_document
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.documents import document as session_document
from tests.effort import thorough
from tests.golden import DIGESTS, FILES, HERE, digests, text_of, versions
from tests.golden.__main__ import every_document
from tests.worlds.lively_club import restored
from tests.worlds.sheet import client_of
from tests.worlds.tournament_file import document_of as document_of_tournament, read_in, rows_of
from tournaments.clubhouse.people.copy import copy_of
from tournaments.course.access import EVERYTHING
from tournaments.models import Tournament
from tournaments.papers.exports import data_of
from tournaments.seasons.exports import table_document
from tournaments.seasons.models import Season
from tournaments.standings.queries import standings_of

HOW_TO_HEAL = """
A golden file is what a published version wrote, and people keep such files: it is never changed or deleted. If a test
here fails because a format changed, teach the reader the old form (docs/formats/club.md, "Changing the format") and
put the file back. Only for a version that is not published yet: `.venv/bin/python -m tests.golden VERSION` writes its
files anew, and their digests with them.
"""

every_version = pytest.mark.parametrize("version", versions())


def golden(version: str, name: str) -> Any:
    return json.loads(text_of(version, name))


def lost(before: Any, now: Any, place: str = "") -> list[str]:
    """The places at which a document says less, or something else, than it did; new keys are no loss."""
    if isinstance(before, dict) and isinstance(now, dict):
        inside = [lost(value, now.get(key, ...), f"{place}/{key}") for key, value in sorted(before.items())]
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        inside = [lost(one, other, f"{place}/{n}") for n, (one, other) in enumerate(zip(before, now, strict=True))]
    else:
        inside = [[] if before == now else [place]]
    return list(chain.from_iterable(inside))


def test_loss_is_seen_wherever_it_is() -> None:
    before = {"rows": [{"rank": 1, "name": "Anna"}], "final": True}
    assert lost(before, before | {"new": 1}) == []
    assert lost(before, {"rows": [{"rank": 2}]}) == ["/final", "/rows/0/name", "/rows/0/rank"]
    assert lost(before, {"rows": [], "final": True}) == ["/rows"]


# The files


def keys_of(document: Any) -> set[str]:
    """Every key within a document."""
    inside = document.values() if isinstance(document, dict) else document if isinstance(document, list) else []
    return set(document if isinstance(document, dict) else []).union(*map(keys_of, inside))


@every_version
def test_every_key_of_a_persons_copy_is_described(version: str) -> None:
    described = (HERE.parents[1] / "docs/formats/club.md").read_text(encoding="utf-8")
    assert {key for key in keys_of(golden(version, "person.json")) if f"`{key}`" not in described} == set()


def test_no_golden_file_is_changed_or_missing() -> None:
    assert list(digests()) == DIGESTS.read_text().splitlines(), HOW_TO_HEAL


@every_version
def test_every_version_has_a_file_of_each_format_that_it_knew(version: str) -> None:
    found = {line.partition("/")[2] for line in digests() if f"  {version}/" in line}
    assert found >= set(FILES), HOW_TO_HEAL


def test_this_version_has_golden_files() -> None:
    minor = ".".join(cegoscore.__version__.split(".")[:2])
    assert minor in versions(), f"Before {minor} is published: .venv/bin/python -m tests.golden {minor}"


@pytest.mark.django_db
def test_every_format_still_says_what_it_said_when_it_was_published() -> None:
    minor = ".".join(cegoscore.__version__.split(".")[:2])
    written = every_document()
    assert written.keys() == set(FILES)
    gone = {name: keys_of(golden(minor, name)) - keys_of(json.loads(text)) for name, text in written.items()}
    assert {name: keys for name, keys in gone.items() if keys} == {}


# What is read again


@pytest.mark.django_db
@every_version
def test_backup_is_restored_and_proved(version: str) -> None:
    club = restored(golden(version, "backup.json"))
    assert list(faults_in(club)) == [], HOW_TO_HEAL


@pytest.mark.django_db
@every_version
def test_session_document_is_read_and_written_again(version: str) -> None:
    before = golden(version, "session.json")
    document, problems = session_document.parse(before)
    assert document, (problems, HOW_TO_HEAL)
    sheet = import_document(document, device=Device.objects.create())
    assert lost(before, session_document.write(document_of(sheet))) == [], HOW_TO_HEAL


@pytest.mark.django_db
@every_version
def test_tournament_is_read_and_written_again(version: str) -> None:
    """A file of version 0.1 becomes rows once; what was written once is written again."""
    written = document_of_tournament(read_in(golden(version, "tournament.json")))
    assert document_of_tournament(read_in(written)) == written, HOW_TO_HEAL


SAME = {
    "categories": ("kind", "name"),
    "prizes": ("kind", "rank", "category", "what"),
    "entrants": ("number", "status", "paid", "house", "practises", "fixed_table", "uuid", "created", "categories"),
    "apart": ("one", "other", "weight"),
    "rounds": ("number", "state", "draw", "draws", "drawn", "started", "closed"),
    "tables": ("round", "number", "practice", "disputed", "void"),
    "results": ("round", "entrant", "table", "seat", "points", "games_won", "source"),
    "decisions": ("kind", "why", "at"),
}
"""Columns that the backup of a club and the document of its only tournament had both, in version 0.1."""


@pytest.mark.django_db
def test_tournament_of_version_0_1_says_as_rows_what_it_said_as_a_tree() -> None:
    backup, now = golden("0.1", "backup.json"), document_of_tournament(read_in(golden("0.1", "tournament.json")))
    for part, columns in SAME.items():
        before, after = (only(columns, each, part) for each in (backup, now))
        assert before == after, part
    hands, kept = (only(HAND, each, "hands") for each in (backup, now))
    assert kept == [hand for hand in hands if hand in kept]
    assert len(kept) == 4


def only(columns: tuple[str, ...], document: Any, part: str) -> list[dict[str, Any]]:
    """Some columns of a part."""
    return [{name: row[name] for name in columns} for row in rows_of(document, part)]


HAND = ("number", "place", "revision", "uuid", "lineup", "dealer", "game", "outcome", "stake_factor", "void", "why")
"""Columns of a hand on any sheet of the club."""


@every_version
def test_published_draw_is_read_and_gives_the_same_tables(version: str) -> None:
    before = golden(version, "draw.json")
    published, problems = published_draw.parse(before)
    assert published, (problems, HOW_TO_HEAL)
    assert lost(before, json.loads(json.dumps(published_draw.write(replay(published.basis))))) == [], HOW_TO_HEAL


@pytest.mark.django_db
@every_version
def test_unsent_hands_are_read_from_the_file_of_a_phone(version: str) -> None:
    restored(golden(version, "backup.json"))
    sheet = Session.objects.get(pk=golden(version, "unsent.json")["sheet"])
    phone = Device.objects.create()
    accept_link(phone, link_for(sheet.club, right=Right.WRITE, target=sheet.pk))
    before = Hand.objects.filter(session=sheet).count()
    file = SimpleUploadedFile("unsent.json", text_of(version, "unsent.json").encode())
    response = client_of(phone).post(f"{reverse('sheet', args=[sheet.pk])}/unsent", {"file": file})
    assert (response.status_code, Hand.objects.filter(session=sheet).count()) == (200, before + 2), HOW_TO_HEAL


# What is only written


@thorough
@pytest.mark.django_db
@every_version
def test_standings_say_what_they_said(version: str) -> None:
    club = restored(golden(version, "backup.json"))
    tournament = Tournament.objects.get(club=club)
    now = json.loads(json.dumps(data_of(tournament, standings_of(tournament, EVERYTHING))))
    assert lost(golden(version, "standings.json"), now) == [], HOW_TO_HEAL


@thorough
@pytest.mark.django_db
@every_version
def test_league_table_says_what_it_said(version: str) -> None:
    """But for the numbers of people, which a restored club has anew."""
    restored(golden(version, "backup.json"))
    before = golden(version, "league-table.json")
    now = json.loads(json.dumps(table_document(Season.objects.get(pk=before["season"]["id"]))))
    for document in (before, now):
        for table in document["tables"]:
            numbers = {row["player"].pop("id"): place for place, row in enumerate(table["rows"])}
            for row in table["rows"]:
                row["tied_with"] = sorted(numbers[key] for key in row["tied_with"])
    assert lost(before, now) == [], HOW_TO_HEAL


@thorough
@pytest.mark.django_db
@every_version
def test_copy_for_a_person_says_what_it_said(version: str) -> None:
    club = restored(golden(version, "backup.json"))
    before = golden(version, "person.json")
    person = Player.objects.get(club=club, name=before["name"], merged_into=None)
    assert lost(before, json.loads(json.dumps(copy_of(person), cls=DjangoJSONEncoder))) == [], HOW_TO_HEAL
