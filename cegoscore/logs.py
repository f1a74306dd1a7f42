"""Log lines: one a thing that happened, with time zone and request, as text; no secret of a link in them.

Errors are told to whoever runs the server by mail, too (ERROR_MAIL); off by default. A mail has the log line and the
trace, and nothing that somebody typed: no form, no cookie, no variable. Django's own handler, taught all of this, would
be no shorter, and a page would wait for the mail server.
"""

import logging
import re
import threading
import time
from collections import deque
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core.mail import mail_admins
from django.db import DatabaseError

MOST_AN_HOUR = 10
"""Mails of one process; what happens more often than that is in the log."""
HOUR = 3600.0


class MailHandler(logging.Handler):
    """Sends each error as a mail, from a thread of its own: no page waits for a mail server, only the end of a job."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.sent = deque([-HOUR] * MOST_AN_HOUR, maxlen=MOST_AN_HOUR)

    def emit(self, record: logging.LogRecord) -> None:
        """Send it, unless there were too many in the last hour."""
        now = time.monotonic()
        if settings.ADMINS and self.sent[0] <= now - HOUR:
            self.sent.append(now)
            threading.Thread(target=_send, args=(self.format(record),)).start()


def _send(text: str) -> None:
    try:
        mail_admins(text.splitlines()[0][:100], text)
    except (OSError, ValueError) as problem:
        # A warning: as an error it would become a mail again.
        logging.getLogger(__name__).warning("An error could not be mailed: %s", problem)


request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""The name of the request that is being answered, as its answer bears it."""

SECRET = re.compile(r"(?i)(/(?:s|t|open|announced)/)[\s/]*[^/\s?]+")
"""The secret of a link within a path. Wrong and revoked ones are logged, too; a line must never open anything."""

REFUSED = (400, 403, 404, 503)
"""Answers that say all there is to say: no trace goes with them."""


class LineFilter(logging.Filter):
    """Adds the request, hides secrets, and drops traces that tell nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place; every line is kept."""
        record.request_id = request_id.get()
        if isinstance(record.args, tuple):
            record.args = tuple(SECRET.sub(r"\1…", part) if isinstance(part, str) else part for part in record.args)
        problem = record.exc_info[1] if record.exc_info else None
        if isinstance(problem, DatabaseError):
            record.msg, record.args = f"{record.getMessage()}: {_first_line(problem)}", ()
        if getattr(record, "status_code", None) in REFUSED:
            record.exc_info = record.exc_text = None
        return True


class WithoutRows(logging.Formatter):
    """Text whose traces do not repeat what stands in the database."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 logging's
        """The trace, without the rows that a database repeats."""
        return without_rows(super().formatException(ei), ei[1])


def without_rows(text: str, problem: BaseException | None) -> str:
    """A text about an error, without what PostgreSQL tells behind the first line: the values of whole rows."""
    while problem is not None:
        cause = problem.__cause__
        if isinstance(problem, DatabaseError):
            for error in (problem, cause):
                text = text.replace(str(error).strip(), _first_line(error)) if error else text
        problem = cause or problem.__context__
    return text


def _first_line(problem: BaseException) -> str:
    return (str(problem).strip().splitlines() or [""])[0]


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"line": {"()": "cegoscore.logs.LineFilter"}},
    "formatters": {
        "text": {
            "()": "cegoscore.logs.WithoutRows",
            "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
            "style": "{",
            "datefmt": "%Y-%m-%d %H:%M:%S%z",  # without the offset an hour a year would be ambiguous
        },
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "text", "filters": ["line"]},
        "mail": {"class": "cegoscore.logs.MailHandler", "formatter": "text", "filters": ["line"]},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr", "mail"], "level": "INFO"},
    "loggers": {
        # In place of Django's own handlers.
        "django": {"handlers": [], "level": "INFO"},
        # Scanners that send what is no host name: not ours to act on.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}
"""Lines of text, all of them to stderr, and errors as mails to `ADMINS`, if there are any."""
