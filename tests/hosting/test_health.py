"""`healthz` and `readyz`: alive, and able to record a hand."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

import cegoscore
from cegoscore.hosting import health, schema
from cegoscore.hosting.jobs import this_host
from cegoscore.hosting.models import Heartbeat, JobRun
from cegoscore.hosting.shelf import KEY, ends_now
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand
from tests.hosting.shelves import put_on
from tests.pages import body_of
from tests.worlds.sheet import World, writing

pytestmark = pytest.mark.django_db


def failing(*beginnings: str) -> object:
    """A wrapper that lets statements that begin so fail."""

    def execute(run: object, statement: str, *args: object) -> object:
        if statement.startswith(beginnings):
            raise OperationalError("disk gone, secret detail")
        return run(statement, *args)  # type: ignore[operator]

    return execute


@pytest.fixture(autouse=True)
def backed_up(tmp_path: Path, settings: Settings) -> Path:
    """A backup that was made just now, with its folder."""
    settings.BACKUPS = tmp_path / "backups"
    JobRun.objects.create(name="backup", due_at=timezone.now(), ended_at=timezone.now(), host=this_host())
    return put_on(settings.BACKUPS, "2026-11-28T04-00-00")


@pytest.fixture
def unwritable() -> Iterator[None]:
    with connection.execute_wrapper(failing("INSERT", "UPDATE")):  # type: ignore[arg-type]
        yield


def test_healthz_answers_ok_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok")
    assert "no-store" in response["Cache-Control"]


def test_both_answer_503_when_the_database_fails_and_tell_no_details(client: Client) -> None:
    with connection.execute_wrapper(failing("SELECT")):  # type: ignore[arg-type]
        alive, ready = client.get("/healthz"), client.get("/readyz")
    assert (alive.status_code, alive.content) == (503, b"the database does not answer")
    assert (ready.status_code, ready.json()["database"]) == (503, "away")
    assert "secret" not in body_of(ready)


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_proxies_ask_by_the_address_that_they_know(address: str, client: Client) -> None:
    assert client.get(address, headers={"Host": "app:8000"}).status_code == 200
    assert client.get("/privacy", headers={"Host": "app:8000"}).status_code == 400


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_asking_is_all_one_can_do(address: str, client: Client) -> None:
    assert client.post(address).status_code == 405


def test_ready_says_what_was_looked_at(client: Client) -> None:
    response = client.get("/readyz")
    parts = dict.fromkeys(("database", "writing", "migrations", "disk", "backup"), "ok")
    assert response.json() == {"status": "ready", "version": cegoscore.__version__} | parts
    assert response.status_code == 200


def test_disk_that_takes_no_hand_is_not_ready_although_alive(client: Client, unwritable: None) -> None:
    assert client.get("/healthz").status_code == 200
    response = client.get("/readyz")
    assert (response.status_code, response.json()["writing"]) == (503, "refused")


def test_disk_that_is_nearly_full_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=health.LEAST_FREE - 1))
    response = client.get("/readyz")
    assert (response.status_code, response.json()["disk"]) == (503, "low")


def test_database_without_the_newest_migration_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = schema.known_migrations() | {("clubs", "9999_from_tomorrow")}
    monkeypatch.setattr(schema, "known_migrations", lambda: newer)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["migrations"]) == (503, "behind")


def test_heartbeat_is_written_again_after_ten_seconds(client: Client) -> None:
    client.get("/readyz")
    first = Heartbeat.objects.get()
    client.get("/readyz")
    assert Heartbeat.objects.get().at == first.at
    Heartbeat.objects.update(at=first.at - health.WRITTEN_WITHIN)
    client.get("/readyz")
    assert Heartbeat.objects.get().at >= first.at


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"has_failed": True}, "failed"),
        ({"ended_at": timezone.now() - health.OLDEST_BACKUP - timedelta(hours=1)}, "old"),
    ],
)
def test_missing_backup_is_said_but_hands_are_recorded(
    changes: dict[str, object], expected: str, client: Client
) -> None:
    JobRun.objects.update(**changes)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["backup"]) == (200, expected)


def test_phone_that_asks_by_its_makers_name_learns_that_it_may_stay(client: Client) -> None:
    asked = client.get("/generate_204", headers={"Host": "connectivitycheck.gstatic.com"})
    assert (asked.status_code, asked.content) == (204, b"")
    assert client.get("/", headers={"Host": "connectivitycheck.gstatic.com"}).status_code == 400


def backup_says(client: Client) -> tuple[str, str | None]:
    """The state of the backup in the answer, and the evening with which the newest one ends."""
    said = client.get("/readyz").json()
    return said["backup"], said.get("backup_ends")


def test_backup_is_what_lies_on_the_disk_whatever_the_job_said(client: Client, backed_up: Path) -> None:
    copy = backed_up / "copy"
    copy.write_text("cut short")
    assert backup_says(client) == ("damaged", None)
    copy.unlink()
    assert backup_says(client) == ("damaged", None)
    (backed_up / KEY).unlink()
    assert backup_says(client) == ("gone", None)


def test_database_that_came_back_from_its_first_backup_says_what_lies_there(client: Client, backed_up: Path) -> None:
    JobRun.objects.update(ended_at=None)  # it was being made
    assert backup_says(client)[0] == "ok"
    (backed_up / "copy").unlink()
    assert backup_says(client)[0] == "damaged"
    (backed_up / KEY).unlink()
    assert backup_says(client)[0] == "none yet"


def test_backup_says_with_which_evening_it_ends_and_is_old_once_it_lacks_what_was_written(
    client: Client, backed_up: Path
) -> None:
    world = World()
    night = datetime.fromisoformat("2026-11-28T00:40:00+01:00")
    write_hand(world.sheet, writing(1), device=None)
    Hand.objects.update(written_at=night)
    ends = ends_now()
    yesterday = timezone.now() - timedelta(hours=30)
    put_on(backed_up.parent, "2026-11-28T04-00-00-2", made_at=yesterday, ends=ends)
    assert backup_says(client) == ("ok", "2026-11-27")
    write_hand(world.sheet, writing(2), device=None)
    assert backup_says(client) == ("old", "2026-11-27")
    put_on(backed_up.parent, "2026-11-29T04-00-00", ends=ends)  # of today: the rest comes tonight
    assert backup_says(client) == ("ok", "2026-11-27")


def test_copy_of_a_clock_that_was_ahead_does_not_pass_for_one_of_today(client: Client, backed_up: Path) -> None:
    write_hand(World().sheet, writing(1), device=None)
    put_on(backed_up.parent, "2036-11-28T04-00-00", made_at=timezone.now() + timedelta(days=3650))
    assert backup_says(client)[0] == "old"


def test_host_that_did_not_make_the_backup_does_not_say_that_it_is_there(client: Client, settings: Settings) -> None:
    JobRun.objects.update(host="another:/var/lib/cegoscore")
    assert backup_says(client)[0] == "elsewhere"
    settings.BACKUPS = None
    assert backup_says(client)[0] == "off"


@pytest.mark.postgres
@pytest.mark.parametrize("what", ["standby", "read-only"])
def test_host_whose_database_takes_no_writes_is_not_ready_though_another_host_has_just_written(
    client: Client, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    assert client.get("/readyz").status_code == 200
    if what == "standby":
        monkeypatch.setattr(health, "STANDBY", "SELECT true, true")
    else:
        connection.cursor().execute("SET LOCAL transaction_read_only = on")
    assert what in health.takes_no_writes()
    response = client.get("/readyz")
    assert (response.status_code, response.json()["writing"]) == (503, "refused")
    out = StringIO()
    call_command("prepare", stdout=out)
    assert f"takes no writes, it is {'a ' if what == 'standby' else ''}{what}" in out.getvalue()
