"""Errors of the server told to whoever runs it, by mail (ERROR_MAIL) or to a Sentry (SENTRY_DSN); off by default.

A report has the log line and the trace, and nothing that somebody typed: no form, no cookie, no variable, and no secret
of a link.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from django.conf import settings
from django.core.mail import send_mail

import cegoscore
from cegoscore.logs import SECRET, without_rows

MOST_AN_HOUR = 10
"""Mails of one process; what happens more often than that is in the log."""
HOUR = 3600.0


class MailHandler(logging.Handler):
    """Sends each error as a mail, from a thread of its own: no page waits for a mail server."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.sent: list[float] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Send it, unless there were too many in the last hour."""
        now = time.monotonic()
        self.sent = [moment for moment in self.sent if moment > now - HOUR]
        if len(self.sent) >= MOST_AN_HOUR:
            return
        self.sent.append(now)
        threading.Thread(target=_send, args=(self.format(record),), daemon=True).start()


def _send(text: str) -> None:
    subject = f"[cegoscore] {text.splitlines()[0][:100]}"
    try:
        send_mail(subject, text, settings.SERVER_EMAIL, [settings.ERROR_MAIL])
    except OSError as problem:
        # A warning: as an error it would become a mail again.
        logging.getLogger(__name__).warning("An error could not be mailed: %s", problem)


def start_sentry() -> None:
    """Report errors to the Sentry of SENTRY_DSN."""
    import sentry_sdk  # noqa: PLC0415 - costs memory where it is not used
    from sentry_sdk.integrations.django import DjangoIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"cegoscore@{cegoscore.__version__}",
        integrations=[DjangoIntegration()],
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=without_secrets,
    )


def without_secrets(event: Any, hint: Any) -> Any:
    """An event with the route and without the request, without the secret of a link and the rows of a database."""
    event.pop("request", None)
    for each in event.get("exception", {}).get("values", []):
        each["value"] = without_rows(each["value"], hint["exc_info"][1])
    if "transaction" in event:
        event["transaction"] = SECRET.sub(r"\1…", event["transaction"])
    return event
