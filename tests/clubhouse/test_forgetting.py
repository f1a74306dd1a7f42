"""Names and clubs that were erased, deleted or locked stay so when a backup from before is put back."""

import json
import stat
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from cegoscore.clubs.models import Club, Device, Player, Removal
from cegoscore.clubs.rights import deletion
from cegoscore.hosting import copies
from cegoscore.hosting.forgetting import FILE, keep_forgotten
from tests.hosting.programs import use_programs_of_the_server
from tests.worlds.lively_club import LivelyClub, backup_of
from tournaments.clubhouse.erasing import erase_clubs
from tournaments.clubhouse.people import services
from tournaments.clubhouse.people.services import erase_person, rename_person, shorten_person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both, pytest.mark.heavy]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.BACKUPS, settings.DATA_DIR = tmp_path / "backups", tmp_path
    settings.BACKUPS.mkdir()
    use_programs_of_the_server(monkeypatch)
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
    assert "Done again, as after this backup: 2 names" in out.getvalue()
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
    assert services.erase_names_again({"another server's club/1": ""}) == 0


# Clubs


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
