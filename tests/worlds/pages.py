"""Every address of the lively club that may be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import get_resolver, reverse

from tests.test_house import routes
from tests.worlds.lively_club import LivelyClub
from tournaments.clubhouse.backup.parts import PARTS, rows_of

WORDS: dict[str, tuple[str, ...]] = {
    "identifier": ("grupp",),
    "what": ("poster", "names", "tables", "cards", "sheets", "everything", "standings", "certificates"),
}
"""Words that stand in addresses, by parameter."""
NOT_FOR_READING = {"secret"}
QUERIES = {
    "club_records": ("?of=evenings", "?of=hands"),
    "season": ("?table=1", "?sort=name"),
    "season_wall": ("?table=1",),
    "beamer": ("?show=names", "?show=tables", "?show=standings", "?show=ceremony"),
    "tournament": ("?me=1", "?q=anna"),
    "standings": ("?round=1",),
}
"""Queries with which pages show the rest of what they can show."""


def keys_of(lively: LivelyClub, parameter: str) -> list[Any]:
    """Values for `sheet_id`, `tournament_id` and the like in an address: the first of these rows."""
    model = {"sheet": "session", "night": "clubnight"}.get(parameter[:-3], parameter[:-3])
    part = next(part for part in PARTS if part.model._meta.model_name == model)
    found = {lively.evening.pk} if model == "session" else set()
    return list(found | {row.pk for row in list(rows_of(part, lively.club))[:3]})


def pages(lively: LivelyClub) -> list[str]:
    """Every address that may be looked at, once, with the club's keys and some numbers that may fit or not."""
    return list(dict.fromkeys(_addresses(lively)))


def _addresses(lively: LivelyClub) -> Iterator[str]:
    """The address of every route and query; several routes may have one."""
    numbers = [1, 2, lively.people[0].pk]
    for route in routes(get_resolver()):
        asked = dict(route.pattern.converters)
        if asked.keys() & NOT_FOR_READING:
            continue
        ways: list[dict[str, Any]] = [{}]
        for name, converter in asked.items():
            kind = type(converter).__name__
            values = {"UUIDConverter": lambda name: keys_of(lively, name), "IntConverter": lambda _name: numbers}
            ways = [way | {name: value} for way in ways for value in values.get(kind, WORDS.__getitem__)(name)]
        for way in ways:
            address = reverse(str(route.name), kwargs=way)
            yield from (address + query for query in ("", *QUERIES.get(str(route.name), ())))
