"""Every address of a sheet, a club, a tournament and a season, tried by everybody: also after the end of their right.

An answer other than 403 and 404 means that the door was open; 405 says nothing.
"""

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from cegoscore.bookings.models import EVENING, Booking
from cegoscore.clubs.models import Device, Link, LogEntry, Right
from cegoscore.clubs.rights.links import accept_link, link_for, open_club
from cegoscore.clubs.rights.managers import come_by_link, manager_link, managers_of, put_out
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.models import Session
from tests.effort import EVERY_CASE, sample, thorough
from tests.test_house import routes
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.sheet import World, client_of, writing

pytestmark = pytest.mark.django_db

READING = """
    sheet_changes sheet sheet_rules hand_rules sheet_bidding count_cards evening export_document export_csv
    share_text picture hand
"""
WRITING = """
    sheet_links:get table set_turn customs adjust_sheet:get read_unsent record_hand correct_hand insert_hand strike_hand
    deal_later restore_hand hand_in confirm_sheet take_back call_referee referee_came record_queue pay unpay
    take_over
"""
MANAGING = """
    buy_round close_sheet reopen_sheet delete_sheet join_table reseat
    sheet_links:post sheet_give_code sheet_revoke_link
    change_rules leave_table go_on
    change_round set_stake note_gstiess adjust_sheet:post
    strike_adjustment late_hands_of take_late_hand decline_late_hand
"""
LOOK, WRITE, MANAGE = READING.split(), WRITING.split(), MANAGING.split()
RESTORE = ["restore_sheet"]
"""Its page is that of a deleted evening."""
FOR_EVERYBODY = {"table_sign"}
"""A sign on a table is for whoever sits there; it says nothing of a club but which public tournament it holds today."""
OF_A_TABLE = ["hall_from_sheet"]
"""Leads from a tournament's sheet to its page; an evening has none (tests/tournaments/hall/test_hall_link.py)."""


def needed(name: str, method: str) -> Right | None:
    """The least right that an address of a sheet asks for."""
    for right, names in ((Right.LOOK, LOOK), (Right.WRITE, WRITE), (Right.MANAGE, MANAGE)):
        if {name, f"{name}:{method}"} & set(names):
            return right
    return None


class Evening(World):
    """An evening with everybody whose right has ended."""

    def __init__(self) -> None:
        super().__init__()
        write_hand(self.sheet, writing(1), device=self.mate)
        for_links = link_for(self.sheet.club, right=Right.LOOK, target=self.sheet.pk)
        self.adjustment = adjust(self.sheet, uuid=uuid4(), amounts=[5, -5, 0, 0], why="Wette", device=self.owner).pk
        self.link = for_links.pk
        place = {"club": self.sheet.club, "kind": EVENING, "key": self.sheet.pk, "uuid": uuid4(), "cents": 5}
        payer, receiver = (seat.player for seat in self.sheet.seats.order_by("-number")[:2])
        self.booking = Booking.objects.create(**place, payer=payer, receiver=receiver).pk
        self.second, self.out = Device.objects.create(), Device.objects.create()
        for device in (self.second, self.out):
            come_by_link(device, manager_link(self.sheet.club, by=self.owner))
        put_out(self.sheet.club, self.out.pk, by=self.owner.pk)

    def address(self, name: str) -> str:
        numbers = {
            "number": 1,
            "link_id": self.link,
            "adjustment": self.adjustment,
            "late_id": 1,
            "booking_id": self.booking,
        }
        wanted = routes_by_name()[name].pattern.converters.keys() - {"sheet_id"}
        return reverse(name, kwargs={"sheet_id": self.sheet.pk, **{key: numbers[key] for key in wanted}})


@cache
def routes_by_name() -> dict[str | None, URLPattern]:
    return {route.name: route for route in routes(get_resolver())}


def sheet_routes() -> list[str]:
    return sorted(str(route.name) for route in routes(get_resolver()) if "sheet_id" in route.pattern.converters)


def test_every_address_of_a_sheet_is_in_the_matrix() -> None:
    named = {name.partition(":")[0] for name in (*LOOK, *WRITE, *MANAGE, *RESTORE, *OF_A_TABLE)}
    assert named == set(sheet_routes())


def expire(world: Evening) -> None:
    Link.objects.filter(target=world.sheet.pk, right=Right.WRITE).update(
        expires_at=timezone.now() - timedelta(minutes=1)
    )


def close(world: Evening) -> None:
    close_sheet(world.sheet, by=world.owner.pk)


ROLES: dict[str, tuple[Right | None, Right | None]] = {
    "owner": (Right.MANAGE, Right.MANAGE),
    "second": (Right.MANAGE, Right.MANAGE),
    "mate": (Right.WRITE, Right.LOOK),
    "guest": (Right.LOOK, Right.LOOK),
    "out": (None, None),
    "stranger": (None, None),
}
"""The right of each device while the evening is played, and after its end."""


ENDS = {"playing": None, "expired": expire, "closed": close}
AT_ONCE = [("playing", who) for who in ROLES if who != "second"] + [("expired", "mate"), ("closed", "owner")]
"""After an end `make test` tries one whose right it changes, and the one who may open the evening again."""
TRIED = [
    pytest.param(who, end, id=f"{name}-{who}")
    for name, end in ENDS.items()
    for who in ROLES
    if EVERY_CASE or (name, who) in AT_ONCE
]


@pytest.mark.parametrize(("who", "end"), TRIED)
def test_sheet_opens_for_whoever_has_the_right_and_for_nobody_else(who: str, end: Any) -> None:
    """The forms are all but empty, nothing that they write lasts, and what is only looked at writes nothing."""
    world = copied(Evening)
    if end:
        end(world)
    has = ROLES[who][0 if end is None else 1]
    client, wrong = client_of(getattr(world, who)), []
    before = written(world)
    for name in set(sheet_routes()) - {*RESTORE, *OF_A_TABLE}:
        for method in ("get", "post"):
            asked = needed(name, method)
            opens = has is not None and asked is not None and has.covers(asked)
            with transaction.atomic():
                status = getattr(client, method)(world.address(name), {"right": "look"}).status_code
                transaction.set_rollback(opens and method == "post")
            shut = 404 if has is None else 403
            if name.endswith("_late_hand") and opens:
                continue  # there is none
            if status != 405 and asked is not None and (status in (403, 404) if opens else status != shut):
                wrong.append((name, method, status))
    assert wrong == []
    assert written(world) == before


def written(world: Evening) -> Any:
    """The sheet, its links and the number of log entries, of which a change leaves something."""
    links = Link.objects.filter(club=world.sheet.club_id).values_list("pk", "revoked_at", "code_hash")
    return Session._base_manager.values().get(pk=world.sheet.pk), list(links), LogEntry.objects.count()


@thorough
def test_no_page_of_a_sheet_asks_the_database_more_often_the_longer_the_evening_is() -> None:
    """Asked for twice: the first look may read rules and templates."""
    world = copied(Evening)
    client, counts = client_of(world.owner), []
    for hands in (2, 12):
        for number in range(world.sheet.hands.count() + 1, hands + 1):
            write_hand(world.sheet, writing(number), device=world.mate)
        found: dict[str, int] = {}
        for name in set(sheet_routes()) - {*RESTORE, *OF_A_TABLE}:
            status = client.get(world.address(name)).status_code
            with CaptureQueriesContext(connection) as asked:
                client.get(world.address(name))
            found |= {name: len(asked)} if status == 200 else {}
        counts.append(found)
    assert counts[0] == counts[1]
    assert len(counts[0]) > 20


# Clubs, tournaments, seasons


def keyed(lively: LivelyClub) -> Iterator[tuple[str, str]]:
    """Name and address of every route with the key of a club or something of it, for a row that is there."""
    rows: dict[str, Any] = {
        "club_id": lively.club.pk,
        "tournament_id": lively.tournament.pk,
        "season_id": lively.season.pk,
        "night_id": lively.night.pk,
        "player_id": lively.people[0].pk,
        "link_id": Link.objects.filter(club=lively.club).earliest("pk").pk,
        "manager_id": managers_of(lively.club.pk)[0].pk,
        "entry_id": LogEntry.objects.filter(club=lively.club).earliest("pk").pk,
        "entrant_id": lively.tournament.entrants.earliest("pk").pk,
        "event_id": lively.season.events.earliest("pk").pk,
    }
    for route in routes(get_resolver()):
        wanted = route.pattern.converters
        if wanted.keys() & {"club_id", "tournament_id", "season_id", "night_id"}:
            values = {name: rows.get(name, any_value(route, name)) for name in wanted}
            yield str(route.name), reverse(str(route.name), kwargs=values)


def any_value(route: URLPattern, name: str) -> Any:
    """Some value for a parameter of a route."""
    return 1 if type(route.pattern.converters[name]).__name__ == "IntConverter" else "names"


@pytest.mark.parametrize("who", ["out", "stranger", "neighbour"][: sample(3, 1)])
def test_nothing_of_a_club_opens_for_strangers_put_out_devices_and_managers_of_another_club(who: str) -> None:
    lively = copied(LivelyClub)
    out, neighbour = Device.objects.create(), Device.objects.create()
    open_club(neighbour, name="Nachbarn")
    come_by_link(out, manager_link(lively.club, by=lively.organiser))
    accept_link(out, link_for(lively.club, right=Right.DESK, target=lively.tournament.pk))
    put_out(lively.club, out.pk, by=lively.organiser.pk)
    client = client_of({"stranger": lively.stranger, "out": out, "neighbour": neighbour}[who])
    entries = LogEntry.objects.count()
    answers = {
        (name, method): getattr(client, method)(address).status_code
        for name, address in keyed(lively)
        if name not in FOR_EVERYBODY
        for method in ("get", "post")
    }
    assert len(answers) > 150
    assert {place for place, status in answers.items() if status not in (404, 405)} == set()
    assert LogEntry.objects.count() == entries
