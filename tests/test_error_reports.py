"""Errors told to the host: off by default, limited, and without anything that somebody typed."""

from __future__ import annotations

import gzip
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import brotli
import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from cegoscore import error_reports, logs
from cegoscore.environment import mail_server
from cegoscore.error_reports import MOST_AN_HOUR, MailHandler
from tests import collected
from tests.served import ROOT


def send(client: Client) -> None:
    """Post something with a secret in its address to a page that fails."""
    client.raise_request_exception = False
    client.cookies["device"] = "signed-cookie"
    assert client.post("/s/secretlink", {"name": "Berta Geheim"}).status_code == 500


@pytest.fixture
def mailed(settings: Settings) -> Iterator[MailHandler]:
    """Errors of Django's are mailed, each before the next line runs."""
    settings.ERROR_MAIL = settings.SERVER_EMAIL = "host@example.org"
    settings.ROOT_URLCONF = "tests.failing_urls"
    handler, logger = MailHandler(), logging.getLogger("django")
    handler.addFilter(logs.LineFilter())
    logger.addHandler(handler)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", threading.Thread.run)
        yield handler
    logger.removeHandler(handler)


def test_nobody_is_told_by_default(settings: Settings) -> None:
    assert (settings.ERROR_MAIL, settings.SENTRY_DSN) == ("", "")
    assert "mail" not in logs.settings("text")["handlers"]
    assert logs.settings("text", mailed=True)["root"]["handlers"] == ["stderr", "mail"]


def test_mail_has_the_trace_and_nothing_that_was_typed(mailed: MailHandler, client: Client) -> None:
    send(client)
    (sent,) = mail.outbox
    assert (sent.subject, sent.to) == ("[cegoscore] Internal Server Error: /s/…", ["host@example.org"])
    assert "ZeroDivisionError: division of 11" in sent.body
    for typed in ("Geheim", "secretlink", "signed-cookie"):
        assert typed not in sent.body


def test_mail_has_no_row_that_the_database_repeats(mailed: MailHandler, client: Client) -> None:
    client.raise_request_exception = False
    assert client.get("/row").status_code == 500
    (sent,) = mail.outbox
    assert 'null value in column "day" violates a constraint' in sent.body
    assert "Geheim" not in sent.body


def test_flood_of_errors_is_no_flood_of_mails(mailed: MailHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    logger = logging.getLogger("django")
    for _ in range(MOST_AN_HOUR + 5):
        logger.error("The disk is full")
    assert len(mail.outbox) == MOST_AN_HOUR
    monkeypatch.setattr(error_reports, "HOUR", 0.0)
    logger.error("The disk is full")
    assert len(mail.outbox) == MOST_AN_HOUR + 1


def test_mail_server_that_is_away_is_a_line_in_the_log(
    mailed: MailHandler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*args: object) -> None:
        raise ConnectionRefusedError("no mail today")

    monkeypatch.setattr(error_reports, "send_mail", refuse)
    logging.getLogger("django").error("The disk is full")
    assert "An error could not be mailed: no mail today" in caplog.messages


@pytest.mark.parametrize(
    ("address", "port", "encrypted"),
    [
        ("", 25, (False, False)),
        ("smtp://anna:p%40ss@mail.example.org:587", 587, (False, True)),
        ("smtps://anna:p%40ss@mail.example.org", 465, (True, False)),
    ],
)
def test_password_for_the_mail_server_is_sent_encrypted(
    address: str, port: int, encrypted: tuple[bool, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_SERVER", address)
    found = mail_server("MAIL_SERVER")
    assert found["EMAIL_PORT"] == port
    assert (found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == encrypted
    assert found["EMAIL_HOST_PASSWORD"] == ("p@ss" if address else "")


OPENERS = {"gzip": gzip.decompress, "br": brotli.decompress}

FAILS = """
import django; django.setup()
import sentry_sdk
from django.conf import settings
from django.test import Client
settings.ROOT_URLCONF = "tests.failing_urls"
client = Client(raise_request_exception=False, SERVER_NAME="localhost")
client.cookies["device"] = "signed-cookie"
assert client.post("/s/secretlink", {"name": "Berta Geheim"}).status_code == 500
assert client.get("/row").status_code == 500
sentry_sdk.flush()
"""


@pytest.fixture
def received() -> Iterator[tuple[str, list[bytes]]]:
    """The address of a Sentry that takes everything, and what it took."""
    took: list[bytes] = []

    class Sentry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            took.append(OPENERS[self.headers["Content-Encoding"]](body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Sentry) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://key@127.0.0.1:{server.server_port}/1", took
        server.shutdown()
        thread.join()


@pytest.mark.thorough
def test_sentry_gets_the_trace_and_nothing_that_was_typed(received: tuple[str, list[bytes]], tmp_path: Path) -> None:
    """In a process of its own: Sentry's library stays in the one that has started it."""
    address, took = received
    collected.give(tmp_path)
    own = {"DJANGO_SETTINGS_MODULE": "cegoscore.settings", "DATA_DIR": str(tmp_path), "SENTRY_DSN": address}
    subprocess.run([sys.executable, "-c", FAILS], cwd=ROOT, env=os.environ | own, check=True, capture_output=True)
    said = b"".join(took)
    assert b"ZeroDivisionError" in said
    assert b"violates a constraint" in said
    assert b'"transaction":"/s/\\u2026"' in said
    for typed in (b"Geheim", b"secretlink", b"signed-cookie"):
        assert typed not in said
