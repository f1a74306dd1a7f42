"""A club's coming public tournaments for the calendar on somebody's phone (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, timedelta

from cegoscore.clubs.models import Club
from tournaments.models import Tournament

LONGEST = 75
"""Octets of a line; what is longer goes on in the next one behind a blank."""


def calendar_of(club: Club, tournaments: Iterable[Tournament], address_of: Callable[[Tournament], str]) -> str:
    """The feed; every tournament is a whole day."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//cegoscore//EN",
        f"X-WR-CALNAME:{_text(club.name or 'Cego')}",
        *(line for each in tournaments for line in _event(each, address_of(each))),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _event(tournament: Tournament, address: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{tournament.pk}@cegoscore"
    yield f"DTSTAMP:{tournament.created_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{tournament.version}"
    if tournament.cancelled_at:
        yield "STATUS:CANCELLED"
    yield f"DTSTART;VALUE=DATE:{tournament.day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{tournament.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(tournament.name)}"
    if tournament.hour:
        yield f"DESCRIPTION:{_text(tournament.hour)}"
    if tournament.venue:
        yield f"LOCATION:{_text(tournament.venue)}"
    yield f"URL:{address}"
    yield "END:VEVENT"


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
