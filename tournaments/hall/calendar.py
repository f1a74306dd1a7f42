"""Calendar files for phones (iCalendar, RFC 5545): a club's feed, a season's, and one tournament.

A tournament is an event with the hour at which it begins, in UTC, or a whole day where no hour can be read. How long it
lasts nobody knows.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from cegoscore.reached import public_address
from tournaments.models import Tournament

BEGINS = re.compile(
    r"\s*(?=\d+(:|[.\d]*\s*(uhr|h)))(?P<hour>[01]?\d|2[0-3])([:.](?P<minute>[0-5]\d))?\s*(uhr|h)?\s*($|[,;(])",
    re.IGNORECASE,
)
"""A text that begins with a clock time: `14.30 Uhr, Anmeldung ab 13 Uhr`, `14:30`."""
LONGEST = 75
"""Octets of a line; what is longer goes on in the next one behind a blank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """An event of a calendar: on a whole day, or from the hour with which the text about it begins."""

    key: str
    """The same in every file and at every fetch."""
    since: datetime
    """The moment from which on it was known."""
    version: int
    name: str
    day: date
    hour: str = ""
    place: str = ""
    path: str
    is_cancelled: bool = False


def appointment_of(tournament: Tournament) -> Appointment:
    """The tournament as its own page says it."""
    return Appointment(
        key=str(tournament.pk),
        since=tournament.created_at,
        version=tournament.version,
        name=tournament.name,
        day=tournament.day,
        hour=tournament.hour,
        place=tournament.venue,
        path=tournament.get_absolute_url(),
        is_cancelled=tournament.cancelled_at is not None,
    )


def calendar_answer(request: HttpRequest, events: Iterable[Appointment], *, name: str = "") -> HttpResponse:
    """The file; a feed has a `name`. Calendars have no cookies, so it is the same for everybody."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//cegoscore//EN",
        *([f"X-WR-CALNAME:{_text(name)}"] if name else []),
        *(line for event in events for line in _event(request, event)),
        "END:VCALENDAR",
    ]
    text = "".join(f"{part}\r\n" for line in lines for part in _folded(line))
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _event(request: HttpRequest, event: Appointment) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.key}@cegoscore"
    yield f"DTSTAMP:{event.since.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{event.version}"
    if event.is_cancelled:
        yield "STATUS:CANCELLED"
    if begins := _clock_in(event.hour):
        at = timezone.make_aware(datetime.combine(event.day, begins))
        yield f"DTSTART:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    else:
        yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(event.name)}"
    if event.hour:
        yield f"DESCRIPTION:{_text(event.hour)}"
    if event.place:
        yield f"LOCATION:{_text(event.place)}"
    yield f"URL:{public_address(request, event.path)}"
    yield "END:VEVENT"


def _clock_in(text: str) -> time | None:
    """The time with which the text begins, if that is clear: neither `nachmittags` nor `13 bis 19 Uhr` is."""
    read = BEGINS.match(text)
    return time(int(read["hour"]), int(read["minute"] or 0)) if read else None


def _text(text: str) -> str:
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return "\\n".join(text.splitlines())


def _folded(line: str) -> Iterator[str]:
    """The line in parts of at most so many octets, never through a letter."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST:
            yield part
            part = " "
        part += letter
    yield part
