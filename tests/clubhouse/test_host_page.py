"""The page about the server: opened by the link of a command, by nobody else, and read-only."""

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from cegoscore.hosting.models import JobRun
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from tests.pages import body_of
from tests.worlds.sheet import World, client_of, writing
from tournaments.clubhouse.host import KEPT, OPENS_FOR

pytestmark = pytest.mark.django_db


def printed() -> str:
    out = StringIO()
    call_command("host_page", stdout=out)
    return out.getvalue().split()[-1]


@pytest.fixture
def host() -> Client:
    """A browser that has opened the link."""
    client = Client()
    assert client.get(printed(), follow=True).status_code == 200
    return client


def test_link_opens_the_page_and_leads_to_a_clean_address(settings: Settings, client: Client) -> None:
    answer = client.get(printed())
    assert (answer.status_code, answer["Location"]) == (302, "/host/")
    assert client.cookies["server"]["httponly"]
    settings.PUBLIC_URL = "https://cego.example.org"
    assert printed().startswith("https://cego.example.org/host/open/")


def test_nobody_else_sees_it(host: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    forged = {"server": host.cookies["server"].value + "x", "device": "x"}
    link, cookie = printed(), host.cookies["server"].value
    for client in (Client(), client_of(world.owner)):
        assert client.get("/host/").status_code == 404
        for secret in ("wrong", cookie, signing.dumps("host")):
            assert client.get(f"/host/open/{secret}").status_code == 404
        client.cookies.load(forged)
        assert client.get("/host/").status_code == 404
    # A day later the link, three months later the cookie.
    day = OPENS_FOR.total_seconds()
    later = timezone.now().timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: later + day + 5)
    assert Client().get(link).status_code == 404
    assert host.get("/host/").status_code == 200
    monkeypatch.setattr("django.core.signing.time.time", lambda: later + KEPT.total_seconds() + 5)
    assert host.get("/host/").status_code == 404


def test_it_changes_nothing(host: Client) -> None:
    assert host.post("/host/").status_code == 405
    assert "<form" not in body_of(host.get("/host/")).partition("<main")[2].partition("</main>")[0]


def test_it_says_which_jobs_ran_in_the_future(host: Client) -> None:
    later = timezone.now() + timedelta(days=3650)
    run = JobRun.objects.create(name="purge", due_at=later, ended_at=later)
    assert "Die Uhr ging vor" in body_of(host.get("/host/"))
    JobRun.objects.filter(pk=run.pk).update(due_at=timezone.now())
    assert "Die Uhr ging vor" not in body_of(host.get("/host/"))


def test_it_shows_health_backups_jobs_versions_and_clubs(host: Client, tmp_path: Path, settings: Settings) -> None:
    settings.BACKUPS = tmp_path
    (tmp_path / "2026-11-21T04-00-00").mkdir()
    for name, size in (("secret_key", 86), ("cegoscore.sqlite3", 4010)):
        (tmp_path / "2026-11-21T04-00-00" / name).write_bytes(b"x" * size)
    JobRun.objects.create(
        name="backup", due_at=timezone.now(), ended_at=timezone.now(), outcome="no space <left>", has_failed=True
    )
    world = World()
    world.sheet.club.name = "Stammtisch <Ochsen>"
    world.sheet.club.save()
    write_hand(world.sheet, writing(1), device=None)
    page = body_of(host.get("/host/"))
    shown = " ".join(page.split())
    for text in (
        "2026-11-21T04-00-00",
        "4,0 KB",
        "no space &lt;left&gt;",
        "Stammtisch &lt;Ochsen&gt;",
        "fehlgeschlagen",
    ):
        assert text in shown
    assert "1 Blatt, 1 Spiel, 4 Personen" in shown
    assert connection.display_name in shown


def test_switched_off_backups_are_no_fault(host: Client, settings: Settings) -> None:
    settings.BACKUPS = None
    assert "Noch keine." in body_of(host.get("/host/"))


def test_queries_do_not_grow_with_clubs(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[Any] = []
    for _ in range(2):
        World()
        with CaptureQueriesContext(connection) as queries:
            host.get("/host/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
    monkeypatch.setattr("tournaments.clubhouse.host.CLUBS_A_PAGE", 1)
    with CaptureQueriesContext(connection) as queries:
        assert "?page=2" in body_of(host.get("/host/"))
    counted = [query["sql"] for query in queries if "scoresheet_hand" in query["sql"]]
    assert [re.findall(r"IN \(([^()]*)\)", query)[0].count(",") for query in counted] == [0], "one club's hands alone"
    assert "?page=1" in body_of(host.get("/host/?page=2"))
