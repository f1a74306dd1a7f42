"""Errors told to the host: off by default, limited, and without anything that somebody typed."""

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from cegoscore import logs
from cegoscore.environment import mail_server
from cegoscore.logs import MOST_AN_HOUR, MailHandler
from tests.served import MEASURED, PATIENCE, ROOT


def send(client: Client) -> None:
    """Post something with a secret in its address to a page that fails."""
    client.raise_request_exception = False
    client.cookies["device"] = "signed-cookie"
    assert client.post("/s/secretlink", {"name": "Berta Geheim"}).status_code == 500


@pytest.fixture
def mailed(settings: Settings) -> Iterator[MailHandler]:
    """The handler of our own settings, with somebody to write to."""
    settings.ADMINS, settings.SERVER_EMAIL = [("", "host@example.org")], "cego@example.org"
    settings.EMAIL_SUBJECT_PREFIX = "[cegoscore] "
    settings.ROOT_URLCONF = "tests.failing_urls"
    handler = next(handler for handler in logging.getLogger().handlers if isinstance(handler, MailHandler))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", threading.Thread.run)
        patch.setattr(handler, "sent", MailHandler().sent)
        yield handler


def test_nobody_is_told_by_default(settings: Settings) -> None:
    assert settings.ADMINS == []
    logging.getLogger("django").error("The disk is full")
    assert mail.outbox == []


def test_mail_has_the_trace_and_nothing_that_was_typed(mailed: MailHandler, client: Client) -> None:
    send(client)
    (sent,) = mail.outbox
    assert (sent.from_email, sent.to) == ("cego@example.org", ["host@example.org"])
    assert sent.subject.startswith("[cegoscore] ")
    assert sent.subject.endswith("Internal Server Error: /s/…")
    assert "ZeroDivisionError: division of 11" in sent.body
    for typed in ("Geheim", "secretlink", "signed-cookie", "Request", "SECRET_KEY"):
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
    monkeypatch.setattr(logs, "HOUR", 0.0)
    logger.error("The disk is full")
    assert len(mail.outbox) == MOST_AN_HOUR + 1


ERROR_AT_THE_END = """
import logging, time
import django
django.setup()
from cegoscore import logs
logs._send = lambda text: time.sleep(0.2) or print("sent")
logging.getLogger("cegoscore").error("The backup failed")
"""


def test_mail_of_a_job_that_ends_at_once_is_sent_all_the_same(tmp_path: Path) -> None:
    own = MEASURED | {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cegoscore.settings"}
    own |= {"ERROR_MAIL": "host@example.org"}
    command = [sys.executable, "-c", ERROR_AT_THE_END]
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "sent\n", done.stderr


@pytest.mark.parametrize("problem", [ConnectionRefusedError, ValueError])
def test_mail_that_cannot_be_sent_is_a_line_in_the_log(
    problem: type[Exception], mailed: MailHandler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As where the server is away, or the password has letters that SMTP does not know."""

    def refuse(*args: object) -> None:
        raise problem("no mail today")

    monkeypatch.setattr(logs, "mail_admins", refuse)
    logging.getLogger("django").error("The disk is full")
    assert "An error could not be mailed: no mail today" in caplog.messages


@pytest.mark.parametrize(
    ("address", "port", "encrypted", "sender"),
    [
        (None, 25, (False, False), "host@example.org"),
        ("smtp://anna:p%40ss@mail.example.org:587?from=cego@example.org", 587, (False, True), "cego@example.org"),
        ("smtps://anna:p%40ss@mail.example.org", 465, (True, False), "host@example.org"),
    ],
)
def test_password_for_the_mail_server_is_sent_encrypted(
    address: str | None, port: int, encrypted: tuple[bool, bool], sender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if address:
        monkeypatch.setenv("MAIL_SERVER", address)
    found = mail_server("MAIL_SERVER", sender="host@example.org")
    assert (found["EMAIL_PORT"], found["SERVER_EMAIL"]) == (port, sender)
    assert (found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == encrypted
    assert found["EMAIL_HOST_PASSWORD"] == ("p@ss" if address else "")
