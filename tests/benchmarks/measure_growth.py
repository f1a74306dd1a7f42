"""Processor time of a circle's pages after 10 and after 1,000 evenings, side by side in one database: prints JSON.

What is added up over all evenings is measured for the first look after the oldest one changed, too (`first_`): nothing
of it is kept in a process. `end_newest` and `end_oldest` are an evening that is opened and ended again.

Run by `test_growth_speed` in a process of its own, because a test process instruments templates. What the database
computes counts, too. By hand: `python -m tests.benchmarks.measure_growth`.
"""

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import combinations, cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from uuid import UUID

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.test import RequestFactory

from cegoscore.assets.static_files import collect
from tests.benchmarks.sizes import size

ROUNDS = size(15, 1)
EVENINGS = {"few": 10, "many": size(1000, 11)}
HANDS = 24
PEOPLE = ("Anna", "Bernd", "Clara", "Dieter", "Emil", "Frieda", "Gustav")
ADDED_UP = ("player", "records_of_evenings", "records_of_hands")
FIRST = datetime(2006, 10, 4, 19, tzinfo=UTC)


def main() -> None:
    """Interleave the pages of both circles, so that a noisy moment hits all; medians in milliseconds."""
    django.setup()
    from tests.benchmarks.measure_requests import call

    call_command("migrate", verbosity=0)
    collect()
    circles = _circles()
    handler, clock = WSGIHandler(), Clock()
    costs: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for evenings, (factory, pages, sheets) in circles.items():
            for name, sheet in sheets.items():
                costs.setdefault(f"{name}_{evenings}", []).append(clock.milliseconds(partial(_change, sheet)))
            for name, page in pages.items():
                for look in ("", "first_") if name in ADDED_UP else ("",):
                    if look == "first_":
                        _change(sheets["end_oldest"])
                    cost = clock.milliseconds(partial(call, handler, factory.get(page).environ))
                    costs.setdefault(f"{look}{name}_{evenings}", []).append(cost)
    print(json.dumps({name: median(values) for name, values in costs.items()}))


class Clock:
    """Processor time of this process and, on PostgreSQL, of the one that serves its connection."""

    def __init__(self) -> None:
        self.served_by: Path | None = None
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self.served_by = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def _now(self) -> float:
        served = int(self.served_by.read_text().split()[0]) / 1e9 if self.served_by else 0.0
        return time.process_time() + served

    def milliseconds(self, act: Callable[[], object]) -> float:
        """Cost of something."""
        began = self._now()
        act()
        return (self._now() - began) * 1000


Circle = tuple[RequestFactory, dict[str, str], dict[str, UUID]]
"""A manager's browser, pages, and sheets to open and end again."""


def _circles() -> dict[str, Circle]:
    """Both circles; they play once, for all processes that measure with this database."""
    from cegoscore.clubs.models import Club, Device
    from cegoscore.outings.services import settle_all

    if not Club.objects.exists():
        for evenings in EVENINGS.values():
            _play(evenings)
        settle_all()
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
    devices = Device.objects.order_by("created_at")
    clubs = [Club.objects.get(name=f"Runde {evenings}") for evenings in EVENINGS.values()]
    return {name: _circle(club, device) for name, club, device in zip(EVENINGS, clubs, devices, strict=True)}


def _play(evenings: int) -> None:
    """A circle of seven, which its manager's device opened, meets so often, one of them always there."""
    from cegoscore.clubs.house_rules.rule_sets import stored
    from cegoscore.clubs.models import Device, Player
    from cegoscore.clubs.rights.links import open_club
    from cegoscore.scoresheet.models import Seat, Session
    from cegoscore.scoring.rules.rule_files import published
    from tests.worlds.made_up import played_hands, write_hands

    device, random = Device.objects.create(), Random(1)
    club, rules = open_club(device, name=f"Runde {evenings}"), published("braeunlingen-ministranten")
    people = Player.objects.bulk_create(Player(club=club, name=name) for name in PEOPLE)
    table = {"club": club, "rule_set": stored(rules), "lineup": [0, 1, 2, 3], "dealer": 3}
    began = [FIRST + timedelta(days=7 * number) for number in range(evenings)]
    sheets = Session.objects.bulk_create(
        Session(title=f"Stammtisch {number}", started_at=at, **table) for number, at in enumerate(began, 1)
    )
    Seat.objects.bulk_create(
        Seat(session=sheet, number=number, player=player)
        for sheet, company in zip(sheets, _companies(people), strict=False)
        for number, player in enumerate(company)
    )
    for sheet in sheets:
        write_hands(sheet, played_hands(random, rules, HANDS, dealer=3, skills=[0.0, 2.0, -2.0, 0.0]))
    for sheet, at in zip(sheets, began, strict=True):
        sheet.state, sheet.ended_at = "closed", at + timedelta(hours=4)
    Session.objects.bulk_update(sheets, ["state", "ended_at"], batch_size=200)


def _circle(club: Any, device: Any) -> Circle:
    """A circle as its manager sees it."""
    from cegoscore.clubs.models import Player
    from cegoscore.scoresheet.models import Session
    from tests.benchmarks.phones import cookies_of

    first = Player.objects.get(club=club, name=PEOPLE[0])
    sheets = Session.objects.filter(club=club).order_by("started_at")
    oldest, newest = sheets[0].pk, sheets.reverse()[0].pk
    home = f"/clubs/{club.pk}"
    pages = {
        "start": "/",
        "evenings": "/evenings",
        "search": "/evenings?q=anna",
        "club": home,
        "player": f"{home}/players/{first.pk}",
        "people": f"{home}/people",
        "records": f"{home}/records",
        "records_of_evenings": f"{home}/records?of=evenings",
        "records_of_hands": f"{home}/records?of=hands",
        "sheet": f"/sheets/{newest}",
    }
    ends = {"end_oldest": oldest, "end_newest": newest}
    return RequestFactory(headers={"cookie": cookies_of(device), "accept-encoding": "gzip"}), pages, ends


def _change(sheet: UUID) -> None:
    """Reopen an evening and end it again."""
    from cegoscore.scoresheet.ledger.services.sheets import close_sheet, reopen_sheet
    from cegoscore.scoresheet.models import Session

    for act in (reopen_sheet, close_sheet):
        act(Session.objects.get(pk=sheet))


def _companies(people: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Companies at the table: the first with any three of the others."""
    first, *others = people
    return ((first, *three) for three in cycle(combinations(others, 3)))


if __name__ == "__main__":
    main()
