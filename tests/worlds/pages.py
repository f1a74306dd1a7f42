"""Every address of the lively club that may be looked at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Model
from django.test import Client, override_settings
from django.urls import get_resolver, resolve, reverse

from tests.effort import EVERY_CASE, sample
from tests.rendering import reads_of_templates
from tests.test_house import routes
from tests.worlds.lively_club import LivelyClub
from tests.worlds.tournament import client_of
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.backup.scopes import rows_of
from tournaments.hall.paper import PAPERS

WORDS: dict[str, tuple[str, ...]] = {
    "identifier": ("grupp",),
    "game": ("cego", "raeuber"),
    "what": tuple(PAPERS),
    "key": ("cards", "tricks", "bidding", "trainer"),
}
"""Words that stand in addresses, by parameter."""
NOT_FOR_READING = {"secret"}
QUERIES = {
    "club_records": ("?of=evenings", "?of=hands"),
    "season": ("?table=1", "?sort=name"),
    "season_wall": ("?table=1",),
    "wall": ("?show=names", "?show=tables", "?show=standings", "?show=ceremony"),
    "tournament": ("?me=1", "?q=anna", "?q=zz"),
    "standings": ("?round=1",),
    "change_rules": ("?rules=dreier",),
    "player_hands": ("?of=evenings", "?of=tournaments"),
}
"""Queries with which pages show the rest of what they can show."""


def keys_of(lively: LivelyClub, parameter: str) -> list[Any]:
    """Values for `sheet_id` and the like in an address: what the club is about, and more rows; two in `make test`."""
    if parameter == "offer_id":
        return [lively.tournament.offer.pk]
    model = {"sheet": "session", "night": "clubnight"}.get(parameter[:-3], parameter[:-3])
    part = next(part for part in PARTS if part.model._meta.model_name == model)
    named: dict[str, list[Model]] = {
        "session": [lively.evening, lively.running],
        "tournament": [lively.tournament],
        "season": [lively.season, lively.championship],
        "clubnight": [lively.night],
    }
    rows = [*named.get(model, []), *list(rows_of(part, lively.club))[:3]]
    found = list(dict.fromkeys(row.pk for row in rows))[:4]
    return found[: sample(len(found), 2)]


def pages(lively: LivelyClub) -> list[str]:
    """Every address that may be looked at, once, with the club's keys and some numbers that may fit or not."""
    return list(dict.fromkeys(_addresses(lively)))


def one_of_each(lively: LivelyClub) -> list[str]:
    """One of those addresses for each route and query, of what the club is about; all of them in `.ci/run`."""
    if EVERY_CASE:
        return pages(lively)
    first: dict[tuple[str | None, str, str], str] = {}
    for address in _addresses(lively):
        path, _mark, query = address.partition("?")
        found = resolve(path)
        first.setdefault((found.url_name, str(found.kwargs.get("what")), query), address)
    return list(dict.fromkeys(first.values()))


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


@dataclass(frozen=True, kw_only=True)
class Answer:
    """Headers and text that an address answers, and what its templates read from the database."""

    headers: Mapping[str, str]
    text: str
    reads: Sequence[str] = ()

    @property
    def is_html(self) -> bool:
        """True for a page or a part of one."""
        return bool(self.text) and self.headers["Content-Type"].startswith("text/html")


def is_for_all(answer: Answer) -> bool:
    """True if a cache may give the answer to others, although it may depend on who asks."""
    said = answer.headers["Cache-Control"]
    return "private" not in said and "no-store" not in said and "Cookie" not in answer.headers.get("Vary", "")


def answers_to(client: Client, *addresses: str, **headers: str) -> Iterator[tuple[str, Answer]]:
    """The answer of each address."""
    for address in addresses:
        with reads_of_templates() as reads:
            response = client.get(address, headers=headers)
        content = b"".join(response)  # a large document comes as a file, which is closed at its end
        yield address, Answer(headers=dict(response.headers), text=content.decode(errors="replace"), reads=reads)


@cache
def walked() -> Mapping[str, Answer]:
    """Answers that the organiser of a lively club gets from one address of each route, fetched once a process."""
    with override_settings(IMPRINT="/imprint", IMPRINT_TEXT="Wir"):
        lively = LivelyClub()
        return dict(answers_to(client_of(lively.organiser), *one_of_each(lively)))
