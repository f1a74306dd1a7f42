"""Names and clubs that were erased, deleted or locked stay so when a backup from before is put back."""

import json
import stat
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from cegoscore.clubs.models import Club, Device, LogEntry, LogKind, Player, Removal
from cegoscore.clubs.rights import deletion
from cegoscore.hosting import copies, services
from cegoscore.hosting.forgetting import FILE, keep_forgotten
from tests.hosting.programs import use_programs_of_the_server
from tests.worlds.lively_club import LivelyClub, backup_of
from tournaments.clubhouse.backup import write_backup
from tournaments.clubhouse.erasing import erase_clubs
from tournaments.clubhouse.people import forgotten
from tournaments.clubhouse.people.services import erase_person, rename_person, shorten_person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both, pytest.mark.heavy]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.BACKUPS, settings.DATA_DIR = tmp_path / "backups", tmp_path
    settings.BACKUPS.mkdir()
    use_programs_of_the_server(monkeypatch)
    # To prove a copy is a process each time; tests/hosting/test_backups.py has what it says.
    monkeypatch.setattr(services, "prove", lambda _copy: copies.Proof("not proved", {}))
    return tmp_path / "backups"


def names() -> list[str]:
    """The names of the four, in the order of their rows."""
    return list(Player.objects.order_by("pk").values_list("name", flat=True)[:4])


def test_backup_from_before_brings_no_erased_name_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lively = LivelyClub()
    call_command("backup_server", stdout=StringIO())
    (before,) = folder.glob("*T*")
    erased, shortened, renamed, _ = Player.objects.order_by("pk")[:4]
    old = names()
    typed = json.dumps(backup_of(lively.club), ensure_ascii=False).count(old[0])
    assert typed > 1  # in remarks, too
    erase_person(erased)
    shorten_person(shortened)
    rename_person(renamed, name="Zita", village="")
    after = names()
    out = StringIO()
    call_command("restore_server", str(before), "--discard", stdout=out)
    assert "Done again, as after this backup: 2 people" in out.getvalue()
    assert names() == [*after[:2], *old[2:]]
    assert old[0] not in json.dumps(backup_of(lively.club), ensure_ascii=False)
    # The list beside the backups says it also where the newer database is lost.
    call_command("backup_server", stdout=StringIO())
    kept = folder / FILE
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert old[0] not in kept.read_text(encoding="utf-8")
    Player.objects.filter(pk=erased.pk).update(name="Somebody else now")
    call_command("restore_server", str(before), "--discard", stdout=StringIO())
    assert names() == [*after[:2], *old[2:]]
    assert forgotten.erase_rows_again({"another server's club/1": ""}) == 0


def backed_up(folder: Path) -> Path:
    call_command("backup_server", stdout=StringIO())
    return max(folder.glob("*T*"))


def put_this_back(backup: Path) -> str:
    """First line that is said when a backup is put back."""
    out = StringIO()
    call_command("restore_server", str(backup), "--discard", stdout=out)
    return out.getvalue().splitlines()[0]


def lose_database(copy: Path) -> None:
    """Put a copy in the place of the database as by hand, without a word to anybody."""
    connection.close()
    copies.put_back(copies.copy_in(copy), connection.settings_dict)


def living() -> list[str]:
    return list(Player.objects.order_by("pk").values_list("name", flat=True))


def is_nothing_again(said: str) -> bool:
    return not said.startswith("Done again")


@pytest.mark.parametrize("keeps_database", [True, False])
def test_who_comes_after_a_restore_is_not_taken_for_who_was_erased(folder: Path, keeps_database: bool) -> None:
    club = one_club("Löwen")
    Player.objects.create(club=club, name="Anna")
    monday = backed_up(folder)
    berta = Player.objects.create(club=club, name="Berta")
    key = berta.pk
    erase_person(berta)
    tuesday = backed_up(folder)
    if not keeps_database:
        lose_database(monday)
    assert is_nothing_again(put_this_back(monday))
    clara = Player.objects.create(club=club, name="Clara")
    assert clara.pk > key
    wednesday = backed_up(folder)
    for backup in (wednesday, wednesday):
        assert is_nothing_again(put_this_back(backup))
        assert living() == ["Anna", "Clara"]
    assert is_nothing_again(put_this_back(tuesday))
    assert living() == ["Anna", ""]


def test_whose_initials_became_a_name_again_keeps_it(folder: Path) -> None:
    club = one_club("Löwen")
    anna, martin = (Player.objects.create(club=club, name=name) for name in ("Anna Kern", "M."))
    shorten_person(anna)
    shortened = backed_up(folder)
    rename_person(anna, name="Anna Kern", village="")
    rename_person(martin, name="Martin", village="")
    named = backed_up(folder)
    assert is_nothing_again(put_this_back(named))
    assert living() == ["Anna Kern", "Martin"]
    assert is_nothing_again(put_this_back(shortened))
    assert living() == ["A. K.", "M."]
    shorten_person(Player.objects.get(pk=anna.pk))
    assert put_this_back(named) == "Done again, as after this backup: 1 people"
    assert living() == ["A. K.", "Martin"]


def test_who_was_erased_after_two_clubs_became_one_stays_so(folder: Path) -> None:
    kept, gone = one_club("Löwen"), one_club("Hirschen")
    berta = Player.objects.create(club=gone, name="Berta Gut")
    before = backed_up(folder)
    Player.objects.filter(pk=berta.pk).update(club=kept)
    Club.objects.filter(pk=gone.pk).update(joined_to=kept)
    erase_person(Player.objects.get(pk=berta.pk))
    assert put_this_back(before) == "Done again, as after this backup: 1 people"
    assert living() == [""]


def test_list_and_rows_of_the_version_before_come_over(folder: Path) -> None:
    """It knew people by club and row, and whoever was called by initials for shortened."""
    club = one_club("Löwen")
    people = [Player.objects.create(club=club, name=name) for name in ("Anna", "", "M.", "K. L.", "Zita")]
    LogEntry.objects.create(club=club, kind=LogKind.SHORTENED, after="K. L.")
    before = backed_up(folder)
    listed = {f"{club.pk}/{row.pk}": "" for row in people[:2]} | {f"{club.pk}/{people[2].pk}": "M."}
    (folder / FILE).write_text(json.dumps({"clubs": {}, "names": listed | {f"{club.pk}/99": ""}}))
    keep_forgotten(folder)
    kept = json.loads((folder / FILE).read_text())
    assert kept["names"] == {f"{club.pk}/99": ""}  # Anna lives, and the rest is known by UUID
    states = {key: happened.split()[1] for key, happened in kept["people"].items()}
    assert states == {str(people[1].uuid): "erased", str(people[3].uuid): "shortened"}
    # Where the newer database is lost, that list is all there is.
    (folder / FILE).write_text(json.dumps({"clubs": {}, "names": listed}))
    Player.objects.all()._raw_delete(connection.alias)
    assert put_this_back(before) == "Done again, as after this backup: 1 names"
    assert living() == ["", "", "M.", "K. L.", "Zita"]


def test_person_of_an_older_database_gets_the_same_uuid_in_every_copy() -> None:
    club = one_club("Löwen")
    rows = [Player.objects.create(club=club, name=name).pk for name in ("Anna", "Berta")]
    by_row = import_module("cegoscore.clubs.migrations.0021_uuid_of_a_person").name_by_row
    seen = set()
    for _ in range(2):
        with connection.schema_editor() as editor:
            by_row(apps, editor)
        seen.add(tuple(Player.objects.filter(pk__in=rows).order_by("pk").values_list("uuid", flat=True)))
    ((anna, berta),) = seen
    assert anna != berta


def test_row_of_the_version_before_gets_its_uuid_from_the_database() -> None:
    club = one_club("Löwen")
    with connection.cursor() as cursor:
        for name in ("Anna", "Berta"):
            cursor.execute(
                "INSERT INTO clubs_player (club_id, name, village) VALUES (%s, %s, '')",
                [Player._meta.get_field("club").get_db_prep_save(club.pk, connection), name],
            )
    assert len({player.uuid for player in Player.objects.all()}) == 2


# Clubs


def test_club_that_came_back_from_its_file_is_not_erased_again(folder: Path, tmp_path: Path) -> None:
    club = one_club("Löwen")
    anna, berta = (Player.objects.create(club=club, name=name) for name in ("Anna", "Berta"))
    file = tmp_path / "club.json"
    with file.open("w", encoding="utf-8") as out:
        write_backup(club, out)
    erase_person(berta)
    gone_for_good(club)
    backed_up(folder)
    out_text = StringIO()
    call_command("restore", str(file), stdout=out_text)
    assert "Erased again, as after this backup: 1 names" in out_text.getvalue()
    assert living() == ["Anna", ""]
    assert [player.uuid for player in Player.objects.order_by("pk")] == [anna.uuid, berta.uuid]
    there = backed_up(folder)
    for _ in range(2):
        assert is_nothing_again(put_this_back(there))
        assert living() == ["Anna", ""]
    call_command("restore", str(file), "--copy", stdout=StringIO())
    assert living() == ["Anna", "", "Anna", ""]


def one_club(name: str) -> Club:
    return Club.objects.create(name=name)


def put_back(folder: Path) -> str:
    """Put the oldest backup back."""
    out = StringIO()
    call_command("restore_server", str(min(folder.glob("*T*"))), "--discard", stdout=out)
    return out.getvalue()


def gone_for_good(club: Club) -> None:
    deletion.delete_as_host(club)
    Removal.objects.filter(club=club).update(at=timezone.now() - timedelta(days=31))
    erase_clubs()


@pytest.mark.parametrize("keeps_database", [True, False])
def test_backup_from_before_brings_no_club_back(folder: Path, keeps_database: bool) -> None:
    acts: dict[str, Callable[[Club], None]] = {
        "deleted": deletion.delete_as_host,
        "locked": deletion.lock_as_host,
        "erased": gone_for_good,
        "as it was": lambda _club: None,
    }
    clubs = {name: one_club(name) for name in acts}
    part = one_club("a part of the erased one since")
    call_command("backup_server", stdout=StringIO())
    Club.with_hidden.filter(pk=part.pk).update(joined_to=clubs["erased"])
    for name, act in acts.items():
        act(clubs[name])
    removals = dict(Removal.objects.values_list("club__name", "at"))
    if not keeps_database:  # the list beside the backups knows it, too
        keep_forgotten(folder)
        connection.close()
        copies.put_back(copies.copy_in(next(folder.glob("*T*"))), connection.settings_dict)
    said = put_back(folder)
    assert said.splitlines()[0] == "Done again, as after this backup: 4 clubs"
    assert list(Club.objects.values_list("name", flat=True)) == ["as it was"]
    assert dict(Removal.objects.values_list("club__name", "at")) == removals
    assert set(Club.with_hidden.values_list("name", flat=True)) == {"as it was", "deleted", "locked"}


def test_club_that_was_brought_back_is_not_shut_again(folder: Path) -> None:
    club = one_club("Löwen")
    deletion.lock_as_host(club)
    call_command("backup_server", stdout=StringIO())
    assert "locked" in (folder / FILE).read_text(encoding="utf-8")
    deletion.bring_back(club, by=None)
    assert put_back(folder).splitlines()[0] == "Done again, as after this backup: 1 clubs"
    assert Club.objects.get() == club
    assert not put_back(folder).startswith("Done again")
    deletion.delete_as_host(club)
    assert put_back(folder).splitlines()[0] == "Done again, as after this backup: 1 clubs"
    assert not Club.objects.exists()


def test_deletion_that_was_stopped_is_not_open_again(folder: Path) -> None:
    club, device = one_club("Löwen"), Device.objects.create()
    deletion.ask_deletion(club, by=device.pk)
    call_command("backup_server", stdout=StringIO())
    deletion.stop_deletion(club, by=device.pk)
    assert put_back(folder).splitlines()[0] == "Done again, as after this backup: 1 clubs"
    assert not Removal.objects.exists()
