"""Errors of the server told to whoever runs it, by mail (ERROR_MAIL); off by default.

A mail has the log line and the trace, and nothing that somebody typed: no form, no cookie, no variable, and no secret
of a link. Django's own handler, taught all of this, would be no shorter, and a page would wait for the mail server.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque

from django.conf import settings
from django.core.mail import mail_admins

MOST_AN_HOUR = 10
"""Mails of one process; what happens more often than that is in the log."""
HOUR = 3600.0


class MailHandler(logging.Handler):
    """Sends each error as a mail, from a thread of its own: no page waits for a mail server."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.sent = deque([-HOUR] * MOST_AN_HOUR, maxlen=MOST_AN_HOUR)

    def emit(self, record: logging.LogRecord) -> None:
        """Send it, unless there were too many in the last hour."""
        now = time.monotonic()
        if settings.ADMINS and self.sent[0] <= now - HOUR:
            self.sent.append(now)
            threading.Thread(target=_send, args=(self.format(record),), daemon=True).start()


def _send(text: str) -> None:
    try:
        mail_admins(text.splitlines()[0][:100], text)
    except OSError as problem:
        # A warning: as an error it would become a mail again.
        logging.getLogger(__name__).warning("An error could not be mailed: %s", problem)
