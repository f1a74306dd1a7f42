"""The file of one tournament for a calendar, read back by the rules of RFC 5545."""

import re
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import Club
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LINE = re.compile(r"(?P<name>[A-Z-]+)(?P<parameters>(;[A-Z-]+=[^;:,\"\x00-\x1f]+)*):(?P<value>[^\x00-\x1f\x7f]*)")
"""A content line (section 3.1), of the kinds that we write."""
ESCAPED = re.compile(r"\\([\\;,nN])")
ONCE = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION", "LOCATION", "URL", "SEQUENCE", "STATUS"}
"""Properties that an event has at most once (section 3.6.1)."""
TEXTS = {"SUMMARY", "DESCRIPTION", "LOCATION"}


def unescaped(value: str) -> str:
    """A text (section 3.3.11), in which no separator stands bare and no backslash alone."""
    assert not re.search(r"[;,\\]", ESCAPED.sub("", value))
    return ESCAPED.sub(lambda mark: "\n" if mark[1] in "nN" else mark[1], value)


def events_in(content: bytes) -> list[dict[str, tuple[str, str]]]:
    """The events of a calendar: parameters and value by name."""
    assert content.endswith(b"\r\n")
    folded = content.split(b"\r\n")[:-1]
    assert max(map(len, folded)) <= 75
    assert [line.decode() for line in folded], "no letter is cut in two"
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", content)
    lines = [LINE.fullmatch(line) for line in content.decode().replace("\r\n ", "").split("\r\n")[:-1]]
    read = [(line["name"], line["parameters"], line["value"]) for line in lines if line]
    assert len(read) == len(lines)
    assert read[:3] == [("BEGIN", "", "VCALENDAR"), ("VERSION", "", "2.0"), ("PRODID", "", "-//cegoscore//EN")]
    assert read.pop() == ("END", "", "VCALENDAR")
    begins = [place for place, line in enumerate(read) if line == ("BEGIN", "", "VEVENT")]
    return [_event(read[begin:end]) for begin, end in zip(begins, [*begins[1:], len(read)], strict=True)]


def _event(lines: list[tuple[str, str, str]]) -> dict[str, tuple[str, str]]:
    assert lines[-1] == ("END", "", "VEVENT")
    names = [name for name, _more, _value in lines[1:-1]]
    assert {"UID", "DTSTAMP", "DTSTART"} <= set(names) <= ONCE
    assert len(set(names)) == len(names)
    return {
        name: (more.removeprefix(";"), unescaped(value) if name in TEXTS else value)
        for name, more, value in lines[1:-1]
    }


def event_in(content: bytes) -> dict[str, tuple[str, str]]:
    """The one event of a calendar."""
    (event,) = events_in(content)
    return event


def file_of(world: World, client: Client | None = None) -> Any:
    return (client or Client()).get(reverse("tournament_calendar", args=[world.tournament.pk]))


def test_file_is_one_event_that_says_what_the_invitation_says() -> None:
    settings: dict[str, Any] = {
        "name": "Jubiläum; Preis, cego \\n " + "ö€" * 40,
        "venue": "Gasthaus Löwen, Saal; Hinterhaus",
        "hour": "14 Uhr, Anmeldung ab 13 Uhr",
    }
    world = World(is_public=True, **settings)
    answer = file_of(world)
    event = event_in(answer.content)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert (event["SUMMARY"][1], event["LOCATION"][1], event["DESCRIPTION"][1]) == tuple(settings.values())
    assert event["UID"][1] == f"{world.tournament.pk}@cegoscore"
    assert event["URL"][1] == f"http://testserver{world.tournament.get_absolute_url()}"
    assert "DTEND" not in event


BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("day", "hour", "begins"),
    [
        (date(2026, 11, 21), "14 Uhr, Anmeldung ab 13 Uhr", datetime(2026, 11, 21, 14, tzinfo=BERLIN)),
        (date(2026, 7, 4), "19.30 Uhr", datetime(2026, 7, 4, 19, 30, tzinfo=BERLIN)),
        (date(2026, 3, 29), "9:05 (Einlass 8 Uhr)", datetime(2026, 3, 29, 9, 5, tzinfo=BERLIN)),
        (date(2026, 7, 4), "2 p.m., door opens at 1 p.m.", date(2026, 7, 4)),
        (date(2026, 7, 4), "2, wenn alle da sind", date(2026, 7, 4)),
        (date(2026, 11, 21), "", date(2026, 11, 21)),
        (date(2026, 11, 21), "nachmittags", date(2026, 11, 21)),
        (date(2026, 11, 21), "13–19 Uhr", date(2026, 11, 21)),
        (date(2026, 11, 21), "13 Uhr bis 19 Uhr", date(2026, 11, 21)),
        (date(2026, 11, 21), "ab 25 Uhr", date(2026, 11, 21)),
        (date(2026, 12, 14), "14.12, 20 Uhr", date(2026, 12, 14)),
    ],
)
def test_event_begins_at_the_hour_that_the_text_begins_with_else_it_is_a_whole_day(
    world: World, day: date, hour: str, begins: datetime | date
) -> None:
    Tournament.objects.update(day=day, hour=hour, is_public=True)
    event = event_in(file_of(world).content)
    if isinstance(begins, datetime):
        assert event["DTSTART"] == ("", f"{begins.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    else:
        assert event["DTSTART"] == ("VALUE=DATE", f"{begins:%Y%m%d}")
        assert event["DTEND"] == ("VALUE=DATE", f"{date.fromordinal(begins.toordinal() + 1):%Y%m%d}")


def test_file_of_a_private_tournament_is_for_those_who_may_look() -> None:
    world = copied(World)
    assert file_of(world, client_of(world.stranger)).status_code == 404
    assert event_in(file_of(world, client_of(world.guest)).content)["SUMMARY"][1] == "Preiscego"
    assert Club.objects.get().name not in file_of(world, client_of(world.guest)).content.decode()
