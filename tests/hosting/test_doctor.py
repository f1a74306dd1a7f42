"""`doctor`: what is wrong with an installation, and what to type."""

import socket
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from cegoscore.hosting import doctor
from cegoscore.hosting.doctor import Finding, findings
from cegoscore.hosting.models import JobRun
from tests.hosting.shelves import put_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    """A data folder as the server makes it."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    settings.DATA_DIR = folder
    settings.BACKUPS = folder / "backups"
    return folder


def found(what: str) -> Finding:
    return next(finding for finding in findings() if finding.what == what)


def test_fresh_installation_is_well() -> None:
    out = StringIO()
    call_command("doctor", stdout=out)
    assert "WRONG" not in out.getvalue()
    assert "backup: the first one comes tonight" in out.getvalue()


def test_folder_that_others_look_into_is_wrong_and_the_command_ends_with_a_status(data: Path) -> None:
    data.chmod(0o755)
    data.parent.chmod(0o755)
    out = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("doctor", stdout=out)
    assert f"WRONG data folder: others may read it: chmod go= {data}" in out.getvalue()


def test_setting_of_an_earlier_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOLLOWERS", "100")
    assert found("settings").wrong == "FOLLOWERS is read no more: it is 4000."


def through(monkeypatch: pytest.MonkeyPatch, *, added: tuple[str, ...] = ("198.51.100.7",), **lost: str) -> None:
    """Let questions to `PUBLIC_URL` come through proxies that add and lose this."""
    headers = {"host": "cego.example.org", "x-forwarded-proto": "https"} | lost

    def asked(_address: str) -> Any:
        told = ", ".join((doctor.CLAIMED, *added))
        return Client().get("/readyz", headers=headers | {"x-forwarded-for": told}).json()["came"]

    monkeypatch.setattr(doctor, "asked", asked)
    monkeypatch.setattr(doctor, "sent_form", lambda address: (address, 405))


@pytest.fixture
def public(settings: Settings) -> Settings:
    settings.PUBLIC_URL, settings.BEHIND_TLS = "https://cego.example.org", True
    settings.CSRF_TRUSTED_ORIGINS = [settings.PUBLIC_URL]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    return settings


@pytest.mark.parametrize(
    ("added", "lost", "said"),
    [
        (("198.51.100.7",), {}, "https://cego.example.org: answers"),
        (("198.51.100.7",), {"host": "127.0.0.1:8000"}, "the proxy loses Host (it says 127.0.0.1:8000: redirects"),
        (("198.51.100.7",), {"host": "cego.example.org:8443"}, "the proxy loses Host (it says cego.example.org:8443"),
        (("198.51.100.7",), {"x-forwarded-proto": ""}, "the proxy loses X-Forwarded-Proto"),
        ((), {}, "the proxy loses X-Forwarded-For"),
        (("198.51.100.7", "192.0.2.99"), {}, "2 proxies add to X-Forwarded-For: set PROXIES=2"),
    ],
)
@pytest.mark.usefixtures("public")
def test_what_the_proxy_loses_is_said(
    monkeypatch: pytest.MonkeyPatch, added: tuple[str, ...], lost: dict[str, str], said: str
) -> None:
    through(monkeypatch, added=added, **lost)
    finding = found("PUBLIC_URL")
    text = finding.wrong or finding.well
    assert (said in text, not finding.wrong, ";" in text) == (True, said.endswith("answers"), False)


@pytest.mark.parametrize(
    ("proxy", "said"),
    [
        ({}, ""),
        ({"adds": "no-referrer"}, "adds Referrer-Policy: no-referrer"),
        ({"adds": "no-referrer, same-origin"}, ""),
        ({"origin": "https://other.example.org"}, "changes Origin"),
        ({"cookie": ""}, "changes Origin, Referer, cookies"),
    ],
)
@pytest.mark.usefixtures("public")
def test_form_through_the_public_address_says_what_a_proxy_does_to_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, proxy: dict[str, str], said: str
) -> None:
    class Proxy(BaseHTTPRequestHandler):
        """Hands a form on to us, as its host has set it up."""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Referrer-Policy", proxy.get("adds", "same-origin"))
            self.end_headers()

        def do_POST(self) -> None:
            came = {name.lower(): value for name, value in self.headers.items()}
            origin = came["origin"].replace(f"http://{came['host']}", settings.PUBLIC_URL)
            headers = {"host": "cego.example.org", "x-forwarded-proto": "https", "origin": origin}
            headers |= {"cookie": came["cookie"]} | {name: proxy[name] for name in proxy if name != "adds"}
            body = self.rfile.read(int(came["content-length"]))
            self.send_response(client.post("/readyz", body, came["content-type"], headers=headers).status_code)
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            """Nothing: the test says what went wrong."""

    client = Client(enforce_csrf_checks=True)
    with HTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found_out = "".join(doctor._refused(doctor.sent_form(f"http://127.0.0.1:{server.server_port}")))
        server.shutdown()
    assert said in found_out
    assert bool(said) == bool(found_out)


def test_public_address_where_somebody_else_or_nobody_answers_is_said(settings: Settings, public: Settings) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        settings.PUBLIC_URL = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        assert "no answer of this server" in found("PUBLIC_URL").wrong


def test_public_server_needs_https_and_an_imprint(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    through(monkeypatch)
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.PUBLIC_URL, settings.BEHIND_TLS = "http://cego.example.org", False
    assert found("PUBLIC_URL").wrong
    assert found("imprint").wrong
    settings.PUBLIC_URL, settings.BEHIND_TLS = "https://cego.example.org", True
    settings.IMPRINT = "/imprint"
    assert not found("PUBLIC_URL").wrong
    assert not found("imprint").wrong


def test_database_that_is_away_is_said_and_nothing_else_is_asked_of_it() -> None:
    def fail(*_args: object) -> None:
        raise OperationalError

    with connection.execute_wrapper(fail):
        seen = list(findings())
    assert seen[-1] == Finding("database", "it does not answer; see DATABASE_URL and the database's own log")


def test_missing_migration_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cegoscore.hosting.schema.known_migrations", lambda: frozenset({("clubs", "9999")}))
    assert found("migrations") == Finding("migrations", "the next start brings it up to date")


def test_failed_backup_is_wrong_with_its_reason() -> None:
    JobRun.objects.create(
        name="backup", due_at=timezone.now(), ended_at=timezone.now(), has_failed=True, outcome="disk full"
    )
    assert found("backup").wrong == "disk full"


def test_backup_that_was_made_before_the_database_came_back_from_it_is_told_as_one(settings: Settings) -> None:
    put_on(settings.BACKUPS, "2026-11-28T04-00-00")
    well = Finding("backup", "", "made by a job that this database does not know")
    assert found("backup") == well
    JobRun.objects.create(name="backup", due_at=timezone.now())  # which was making it
    assert found("backup") == well


def test_job_that_ran_in_the_future_is_wrong_and_its_backup_counts_for_nothing() -> None:
    assert not found("clock").wrong
    later = timezone.now() + timedelta(days=3650)
    JobRun.objects.create(name="backup", due_at=later, ended_at=later, outcome="proved")
    assert found("backup").wrong
    assert found("clock").wrong == "it was ahead when these ran, which run again within minutes: backup"


@pytest.mark.parametrize(
    ("disks", "text"), [([1, 1], "is on the same disk"), ([1, None], "is not there"), ([1, 2], "is on another disk")]
)
def test_second_folder_of_backups_has_to_be_on_another_disk(
    disks: list[int | None], text: str, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.BACKUP_COPY = tmp_path
    monkeypatch.setattr("cegoscore.hosting.services._disk", {settings.BACKUPS: disks[0], tmp_path: disks[1]}.get)
    finding = found("second folder")
    assert text in (finding.wrong or finding.well)
    assert (not finding.wrong) == (disks == [1, 2])


def test_backups_that_are_switched_off_are_the_hosts_choice(settings: Settings) -> None:
    settings.BACKUPS = None
    assert not found("backup").wrong
