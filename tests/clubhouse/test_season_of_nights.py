"""A season of five club nights of thirty people at up to eight tables, by the pages, counted with a pencil, too."""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import Club, Link, Player, Right
from cegoscore.clubs.rights.links import secret_of
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import ClubNight, Session
from tests.pages import body_of
from tests.worlds.sheet import posted
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

FIRST = ("Anna", "Bernd", "Clara", "Dieter", "Emil", "Frida", "Georg", "Hilde", "Ida", "Jörg")
LAST = ("Ketterer", "Läufer", "Müller")
PEOPLE = [f"{first} {last}" for last in LAST for first in FIRST]
SIZES = ([5, 5, 4, 4, 4, 4, 4], [5] * 6, [4, 4, 4, 4, 4, 4, 3, 3])
"""Tables of an evening; evenings take turns with them."""
NIGHTS = 5
FOUR, THREE = "braeunlingen-ministranten", "braeunlingen-ministranten-3"
BEST = 4
"""Evenings of somebody's that count."""


def paid(points: int) -> int:
    """Amount between declarer and each other for a Solo: the difference, double if won, to the nearest five, not 0."""
    difference = points - 35
    if difference > 0:
        return max(5, (2 * difference + 2) // 5 * 5)
    return -max(5, (-difference + 2) // 5 * 5)


@dataclass
class PlayedTable:
    """A table as a bookkeeper with a pencil keeps it: whose column is which, who sits there, who deals."""

    number: int
    columns: list[str]
    chairs: list[int] = field(default_factory=list)
    dealer: int = 0
    hands: int = 0

    def __post_init__(self) -> None:
        self.chairs = list(range(len(self.columns)))
        self.dealer = 0

    def deal_on(self) -> None:
        """The next hand is dealt by whoever sits next."""
        self.hands += 1
        self.dealer = self.chairs[(self.chairs.index(self.dealer) + 1) % len(self.chairs)]


class PencilledSeason:
    """The pages as one who manages the club uses them, and the pencil's count of every evening."""

    def __init__(self) -> None:
        self.client = Client()
        self.counts: list[dict[str, int]] = []
        self.day = date(2026, 1, 7)
        values = {
            "name": "Winter",
            "first_day": self.day,
            "last_day": self.day + timedelta(days=365),
            "worth": "points",
        }
        values |= {"least": 1, "best": BEST, "club": "", "club_name": "Mittwochsrunde", "uuid": uuid4()}
        self.post(reverse("new_season"), values)
        self.club, self.season = Club.objects.get(), Season.objects.get()

    def post(self, address: str, values: dict[str, Any], client: Client | None = None) -> str:
        answer = (client or self.client).post(address, values)
        assert answer.status_code == 302, (address, re.sub(r"\s+", " ", body_of(answer))[:3000])
        return str(answer["Location"])

    def plan(self, tables: int) -> ClubNight:
        """A night at an inn, a fortnight after the last."""
        key = uuid4()
        values = {"uuid": key, "version": 0, "name": "Spielabend", "day": self.day, "place": "Löwen", "rules": FOUR}
        self.post(reverse("new_night", args=[self.club.pk]), values | {"places": tables})
        self.day += timedelta(days=14)
        return ClubNight.objects.get(pk=key)

    def open(self, night: ClubNight, tables: list[PlayedTable], *, by_code: int) -> None:
        """The last tables by their codes, those of three by themselves, all others together."""
        small = [table for table in tables if len(table.columns) == 3]
        others = [table for table in tables if table not in small]
        together = others[: len(others) - by_code]
        names = {f"table_{table.number}_{seat}": name for table in together for seat, name in enumerate(table.columns)}
        self.post(reverse("open_tables", args=[night.pk]), names)
        self.post(reverse("night_links", args=[night.pk]), {"right": "write"})
        secret = secret_of(Link.objects.get(target=night.pk, right=Right.WRITE))
        for table in others[len(others) - by_code :]:
            phone = Client()
            address = phone.get(reverse("open_link", args=[secret]))["Location"]
            seats = {f"name_{seat}": name for seat, name in enumerate(table.columns)}
            self.post(address, {"table": table.number, "first_dealer": 0, **seats}, phone)
        for table in small:
            seats = {f"name_{seat}": name for seat, name in enumerate(table.columns)}
            own = {"circle": self.club.pk, "rules": THREE, "first_dealer": 0, **seats}
            alone = self.post(reverse("new_table"), own).rpartition("/")[2]
            self.post(reverse("add_tables", args=[night.pk]), {"sheets": [alone]})

    def play(self, night: ClubNight, table: PlayedTable, points: int, count: dict[str, int]) -> None:
        """A Solo of whoever sits behind the dealer."""
        declarer = table.chairs[(table.chairs.index(table.dealer) + 1) % len(table.chairs)]
        lineup = ",".join(map(str, table.chairs))
        hand = posted(table.hands + 1, lineup=lineup, dealer=table.dealer, declarer=declarer, points=points)
        sheet = Session.objects.get(night=night, night_table=table.number)
        answer = self.client.post(reverse("record_hand", args=[sheet.pk]), hand)
        assert answer.status_code in (200, 302), body_of(answer)[:2000]
        for seat in table.chairs:
            share = (len(table.chairs) - 1) * paid(points) if seat == declarer else -paid(points)
            count[table.columns[seat]] += share
        table.deal_on()

    def change_places(self, night: ClubNight, one: PlayedTable, other: PlayedTable) -> None:
        """Whoever sits first at two tables changes with the other, on the page that shows everybody's table."""
        mover, came = one.columns[one.chairs[0]], other.columns[other.chairs[0]]
        address = reverse("arrange_night", args=[night.pk])
        form = self.client.get(address).context["form"]
        values = {name.html_name: name.value() or "" for name in form.rows}
        persons = dict(Player.objects.values_list("name", "pk"))
        values |= {f"person_{persons[mover]}": other.number, f"person_{persons[came]}": one.number}
        self.post(address, values | {"version": form["version"].value()})
        for table, newcomer in ((one, came), (other, mover)):
            table.columns.append(newcomer)
            was_dealer = table.dealer == table.chairs[0]
            table.chairs[0] = len(table.columns) - 1
            table.dealer = table.chairs[0] if was_dealer else table.dealer

    def evening(self, number: int) -> None:
        """Two hands at every table, two people changing places between them; then the season counts the night."""
        sizes = SIZES[number % len(SIZES)]
        order = PEOPLE[number * 7 % 30 :] + PEOPLE[: number * 7 % 30]
        starts = [sum(sizes[:place]) for place in range(len(sizes))]
        tables = [
            PlayedTable(number=place + 1, columns=order[start : start + size])
            for place, (start, size) in enumerate(zip(starts, sizes, strict=True))
        ]
        night, count = self.plan(len(tables)), defaultdict[str, int](int)
        self.open(night, tables, by_code=number % 3)
        for table in tables:
            self.play(night, table, 20 + (number * 11 + table.number * 5) % 45, count)
        self.change_places(night, tables[0], tables[3])
        for table in tables:
            self.play(night, table, 20 + (number * 17 + table.number * 7) % 45, count)
        assert self.standing(night) == count
        self.post(reverse("end_night", args=[night.pk]), {})
        self.post(reverse("season_events", args=[self.season.pk]), {"night": night.pk})
        self.counts.append(dict(count))

    def standing(self, night: ClubNight) -> dict[str, int]:
        """Points by name, as the night's page shows them."""
        page = body_of(self.client.get(night.get_absolute_url()))
        total = r"<td>\s*(?:<a [^>]*>)?([+−]?\d+)(?:</a>)?\s*</td>\s*</tr>"
        rows = re.findall(rf'<th scope="row">\d+\. (.+?)</th>.*?{total}', page, re.DOTALL)
        return {unescape(name): int(points.replace("−", "-")) for name, points in rows}


@pytest.mark.heavy
def test_season_of_five_nights_of_thirty_people_is_what_a_pencil_makes_of_it() -> None:
    season = PencilledSeason()
    for number in range(NIGHTS):
        season.evening(number)
    results = {name: [count[name] for count in season.counts] for name in PEOPLE}
    totals = {name: sum(sorted(points)[-BEST:]) for name, points in results.items()}
    table = season.client.get(reverse("season_json", args=[season.season.pk])).json()["tables"][0]["rows"]
    assert {row["player"]["name"]: row["total"] for row in table} == totals
    assert {row["player"]["name"]: [each["points"] for each in row["results"]] for row in table} == results
    assert [row["total"] for row in table] == sorted(totals.values(), reverse=True)
    assert {row["events"] for row in table} == {NIGHTS}
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(PEOPLE)
    page = season.client.get(season.season.get_absolute_url())
    columns = [sort["label"] for _event, sort, *_more in page.context["page"]["columns"]]
    assert len(set(columns)) == NIGHTS
    assert list(faults_in(season.club)) == []
    assert not any(sum(count.values()) for count in season.counts)
