"""Log lines: one a thing that happened, with time zone and request, as text; no secret of a link in them."""

from __future__ import annotations

import logging
import re
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""The name of the request that is being answered, as its answer bears it."""

SECRET = re.compile(r"(/(?:s|t|open|announced)/)[^/\s?]+")
"""The secret of a link within a path. Wrong and revoked ones are logged, too; a line must never open anything."""

REFUSED = (400, 403, 404, 503)
"""Answers that say all there is to say: no trace goes with them."""


class LineFilter(logging.Filter):
    """Adds the request, hides secrets, and drops traces that tell nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place; every line is kept."""
        record.request_id = request_id.get()
        # A request is nothing that can be written down; Django adds it for mails.
        record.__dict__.pop("request", None)
        if isinstance(record.args, tuple):
            record.args = tuple(SECRET.sub(r"\1…", part) if isinstance(part, str) else part for part in record.args)
        problem = record.exc_info[1] if record.exc_info else None
        if isinstance(problem, DatabaseError):
            record.msg, record.args = f"{record.getMessage()}: {_first_line(problem)}", ()
        if getattr(record, "status_code", None) in REFUSED:
            record.exc_info = record.exc_text = None
        return True


class Zoned(logging.Formatter):
    """Text with the time as ISO 8601 and its offset: an hour a year would be ambiguous without."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802 logging's
        """The moment of the record in the site's time zone."""
        return at(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 logging's
        """The trace, without the rows that a database repeats."""
        return without_rows(super().formatException(ei), ei[1])


def without_rows(text: str, problem: BaseException | None) -> str:
    """A text about an error, without what PostgreSQL tells behind the first line: the values of whole rows."""
    while problem is not None:
        cause = problem.__cause__
        if isinstance(problem, DatabaseError):
            for each in (problem, cause):
                text = text.replace(str(each).strip(), _first_line(each)) if each else text
        problem = cause or problem.__context__
    return text


def _first_line(problem: BaseException) -> str:
    return (str(problem).strip().splitlines() or [""])[0]


def at(record: logging.LogRecord) -> str:
    """The moment of a record, to the millisecond, with its offset."""
    moment = datetime.fromtimestamp(record.created, tz=timezone.get_default_timezone())
    return moment.isoformat(sep=" ", timespec="milliseconds")


def settings(*, mailed: bool = False) -> dict[str, Any]:
    """Django's LOGGING: lines of text, all of them to stderr, and errors as mails if asked for."""
    handlers = ["stderr", *(["mail"] if mailed else [])]
    mail = {"class": "cegoscore.error_reports.MailHandler", "formatter": "text", "filters": ["line"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"line": {"()": "cegoscore.logs.LineFilter"}},
        "formatters": {
            "text": {
                "()": "cegoscore.logs.Zoned",
                "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
                "style": "{",
            },
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "text", "filters": ["line"]},
            "nowhere": {"class": "logging.NullHandler"},
            **({"mail": mail} if mailed else {}),
        },
        "root": {"handlers": handlers, "level": "INFO"},
        "loggers": {
            "django": {"handlers": handlers, "level": "INFO", "propagate": False},
            # Scanners that send what is no host name: not ours to act on.
            "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        },
    }
