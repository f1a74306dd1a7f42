"""Names that were erased stay erased when a backup from before is put back."""

from __future__ import annotations

import json
import stat
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from cegoscore.clubs.models import Player
from cegoscore.hosting.forgetting import FILE
from tests.hosting.programs import use_programs_of_the_server
from tests.worlds.lively_club import LivelyClub, backup_of
from tournaments.clubhouse.people import forgetting
from tournaments.clubhouse.people.services import erase_person, rename_person, shorten_person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both, pytest.mark.heavy]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.BACKUPS = tmp_path / "backups"
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
    assert "Erased again: 2 names" in out.getvalue()
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
    assert forgetting.erase_names_again({"another server's club/1": ""}) == 0
