"""The shelf of backups: what came last stays, whatever the clock says."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given, strategies as st
from pytest_django import Settings

from cegoscore import environment, files
from cegoscore.hosting import doctor, services
from cegoscore.hosting.copies import Proof, _replace_sqlite
from cegoscore.hosting.models import JobRun
from cegoscore.hosting.shelf import BEFORE_MIGRATING, KEY, backups, free_name, set_aside, thin_out
from tests.hosting.shelves import put_on
from tests.hosting.test_backups import fake_copy

pytestmark = pytest.mark.django_db

KEEP = 3


@pytest.fixture
def shelf(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty shelf of this host; backups cost nothing."""
    settings.DATA_DIR, settings.BACKUPS, settings.BACKUP_COPY = tmp_path, tmp_path / "backups", tmp_path / "stick"
    settings.BACKUP_KEEP = KEEP
    settings.BACKUPS.mkdir()
    settings.BACKUP_COPY.mkdir()
    monkeypatch.setattr(services, "write_copy", fake_copy)
    monkeypatch.setattr(services, "packed", lambda copy: copy)
    monkeypatch.setattr(services, "prove", lambda _copy: Proof("7 sheets, 0 faults", ends={}))
    return tmp_path / "backups"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class Clock:
    """The clock of the machine, which somebody sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = timedelta()
        real = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: real() + self.ahead)


@pytest.mark.parametrize("is_numbered", [True, False])
@pytest.mark.parametrize("days", [-2500, 3650])
def test_backup_made_while_the_clock_is_wrong_or_right_again_is_the_one_that_stays(
    shelf: Path, clock: Clock, settings: Settings, days: int, *, is_numbered: bool
) -> None:
    """A full shelf: of a clock that was ahead while it is right now, and the other way round."""
    clock.ahead = timedelta(days=max(days, 0))
    for night in range(KEEP):
        for place in (shelf, settings.BACKUP_COPY):
            put_on(place, f"{timezone.localtime() - timedelta(days=night):%Y-%m-%dT%H-%M-%S}", is_numbered=is_numbered)
    clock.ahead = timedelta(days=min(days, 0))
    said = services.back_up()
    name = said.partition(":")[0]
    for place in (shelf, settings.BACKUP_COPY):
        assert backups(place)[0].folder == place / name
        assert (place / name / KEY).exists()
    assert ("set aside" in said) is not is_numbered


@given(st.lists(st.integers(-4000, 4000), max_size=12))
def test_those_that_came_last_are_kept_whatever_the_clock_said(
    tmp_path_factory: pytest.TempPathFactory, days: list[int]
) -> None:
    place, came = tmp_path_factory.mktemp("shelf"), []
    for day in days:
        with pytest.MonkeyPatch.context() as patched:
            Clock(patched).ahead = timedelta(days=day)
            came.append(put_on(place, free_name(place).name))
            thin_out(place)
    most = 14
    assert [one.folder for one in backups(place)] == list(reversed(came))[:most]


def test_name_later_than_now_is_neither_counted_nor_removed_and_is_said(shelf: Path) -> None:
    ahead = [put_on(shelf, f"2036-11-2{day}T04-00-00", is_numbered=False).name for day in range(KEEP + 1)]
    before = put_on(shelf, "2026-11-01T04-00-00", is_numbered=False)
    thin_out(shelf)
    assert set_aside(shelf) == ahead
    assert [one.folder for one in backups(shelf)] == [before]
    JobRun.objects.create(name="backup", due_at=timezone.now(), ended_at=timezone.now(), outcome="proved")
    (finding,) = [finding for finding in doctor.findings() if finding.what == "backup"]
    assert all(name in finding.wrong for name in ahead)


def test_name_later_than_now_whose_place_is_known_is_counted_and_said(shelf: Path) -> None:
    ahead = put_on(shelf, "2036-11-28T04-00-00")
    put_on(shelf, "2026-11-28T04-00-00")
    assert (set_aside(shelf), backups(shelf)[-1].folder) == ([], ahead)
    JobRun.objects.create(name="backup", due_at=timezone.now(), ended_at=timezone.now(), outcome="proved")
    (finding,) = [finding for finding in doctor.findings() if finding.what == "backup"]
    assert (finding.wrong, finding.well) == ("", f"proved; made while the clock was ahead: {ahead.name}")


def test_copy_from_before_a_migration_of_today_is_not_measured_by_a_name_of_the_future(shelf: Path) -> None:
    for day in range(KEEP):
        put_on(shelf, f"2036-11-2{day}T04-00-00", is_numbered=False)
    copy = put_on(shelf, f"2026-11-28T05-00-00{BEFORE_MIGRATING}")
    thin_out(shelf)
    assert copy.exists()


def test_clock_that_comes_to_the_same_second_again_makes_another_folder(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.localtime()
    monkeypatch.setattr("django.utils.timezone.localtime", lambda *_: now)
    names = [services.back_up().partition(":")[0] for _twice in range(2)]
    assert [one.folder.name for one in backups(shelf)] == names[::-1]
    assert names[1] == f"{names[0]}-2"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Files brought to the disk and renamed, in this order, each by its last name."""
    made: list[str] = []
    fsync, replace, link = os.fsync, Path.replace, os.link

    def synced(descriptor: int) -> None:
        made.append(f"sync {Path(f'/proc/self/fd/{descriptor}').readlink().name}")
        fsync(descriptor)

    def renamed(draft: Path, target: Path) -> Path:
        made.append(f"name {target.name}")
        return replace(draft, target)

    def linked(draft: str, target: Path) -> None:
        made.append(f"name {target.name}")
        link(draft, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    monkeypatch.setattr(os, "link", linked)
    return made


def test_backup_and_its_copy_are_on_the_disk_before_they_bear_their_name(shelf: Path, calls: list[str]) -> None:
    name = services.back_up().partition(":")[0]
    for place in ("backups", "stick"):
        end = calls.index(f"sync {place}")
        before, calls = calls[:end], calls[end + 1 :]
        assert before[-1] == f"name {name}"
        assert {f"sync {file.name}" for file in (shelf / name).iterdir()} | {f"sync {name}.part"} <= set(before)


def test_document_and_key_are_on_the_disk_before_they_bear_their_name(tmp_path: Path, calls: list[str]) -> None:
    with files.written_whole(tmp_path / "club.json") as out:
        out.write(b"{}")
    assert calls == ["sync club.json.part", "name club.json", f"sync {tmp_path.name}"]
    calls.clear()
    environment.secret_key("UNSET", kept_in=tmp_path / "secret_key")
    assert calls[0].startswith("sync secret_key")
    assert calls[1:] == ["name secret_key", f"sync {tmp_path.name}"]


def test_logs_of_the_file_that_goes_are_gone_for_good_before_the_other_one_bears_its_name(
    tmp_path: Path, calls: list[str]
) -> None:
    """Else a power cut could leave them beside it."""
    database, copy = tmp_path / "live.sqlite3", tmp_path / "copy"
    for file in (database, copy):
        with closing(sqlite3.connect(file)) as made:
            made.execute("CREATE TABLE t (a)")
    (log := tmp_path / "live.sqlite3-wal").touch()
    _replace_sqlite(database, copy)
    assert not log.exists()
    assert calls[0] == f"sync {tmp_path.name}"
    assert calls[-2:] == ["name live.sqlite3", f"sync {tmp_path.name}"]


def test_name_is_given_where_folders_cannot_be_brought_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows and some shares."""
    opened = os.open

    def refused(path: Path, how: int, *more: int) -> int:
        if Path(path).is_dir():
            raise PermissionError
        return opened(path, how, *more)

    monkeypatch.setattr(os, "open", refused)
    with files.written_whole(tmp_path / "club.json") as out:
        out.write(b"{}")
    assert (tmp_path / "club.json").read_bytes() == b"{}"


def test_command_on_a_host_without_backups_says_so_and_clears_no_alarm(settings: Settings) -> None:
    settings.BACKUPS = None
    row = JobRun.objects.create(name="backup", due_at=timezone.now(), has_failed=True, outcome="disk full")
    with pytest.raises(CommandError, match="BACKUPS=0: this host makes no backups"):
        call_command("backup_server")
    assert JobRun.objects.get().outcome == row.outcome
