"""Calendar files for phones (iCalendar, RFC 5545): a club's feed, and one tournament.

A tournament is an event with the hour at which it begins, in UTC, or a whole day where no hour can be read. How long it
lasts nobody knows.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta

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


def calendar_answer(request: HttpRequest, tournaments: Iterable[Tournament], *, name: str = "") -> HttpResponse:
    """The file; a feed has a `name`. Calendars have no cookies, so it is the same for everybody."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//cegoscore//EN",
        *([f"X-WR-CALNAME:{_text(name)}"] if name else []),
        *(line for tournament in tournaments for line in _event(request, tournament)),
        "END:VCALENDAR",
    ]
    text = "".join(f"{part}\r\n" for line in lines for part in _folded(line))
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _event(request: HttpRequest, tournament: Tournament) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{tournament.pk}@cegoscore"
    yield f"DTSTAMP:{tournament.created_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{tournament.version}"
    if tournament.cancelled_at:
        yield "STATUS:CANCELLED"
    if begins := _clock_in(tournament.hour):
        at = timezone.make_aware(datetime.combine(tournament.day, begins))
        yield f"DTSTART:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    else:
        yield f"DTSTART;VALUE=DATE:{tournament.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{tournament.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(tournament.name)}"
    if tournament.hour:
        yield f"DESCRIPTION:{_text(tournament.hour)}"
    if tournament.venue:
        yield f"LOCATION:{_text(tournament.venue)}"
    yield f"URL:{public_address(request, tournament.get_absolute_url())}"
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
