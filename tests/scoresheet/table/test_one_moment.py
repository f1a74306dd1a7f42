"""The sheet is shown as it stood at one moment, whenever another phone writes while it is read."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connections
from django.urls import reverse
from psycopg.pq import TransactionStatus

from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Session, State
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

pytestmark = pytest.mark.django_db

TOTAL = re.compile(r'data-total="(-?\d+)"')
PAID = re.compile(r'data-paid="([-\d,]+)"')
VERSION = re.compile(r'data-bell="[^"]+\?v=(\d+)"')
MOMENTS = range(1, 12)
"""Turns to the database before which somebody else may write; the longest answer here takes fewer."""


def two_hands() -> World:
    """Two hands stand there."""
    world = copied(World)
    for number in (1, 2):
        write_hand(fresh(world), writing(number), device=world.owner)
    return world


@pytest.fixture
def world(db: None) -> World:
    return copied(two_hands)


def fresh(world: World) -> Session:
    return Session.objects.get(pk=world.sheet.pk)


def meanwhile(monkeypatch: pytest.MonkeyPatch, moment: int, change: Callable[[], object]) -> None:
    """Make a change once, before the turn to the database that is to come as the `moment`th from now.

    Or before the next one, if that one undoes what has failed: this connection is the other phone's too.
    """
    database: Any = type(connections[DEFAULT_DB_ALIAS])
    cursor, left = database.cursor, [moment]

    def counted(self: Any) -> Any:
        if self.vendor == "sqlite" or self.connection.info.transaction_status != TransactionStatus.INERROR:
            left[0] -= 1
            if left[0] == 0:
                change()
        return cursor(self)

    monkeypatch.setattr(database, "cursor", counted)


def assert_of_one_moment(html: str) -> None:
    """Each hand here is one version: totals, lines and the version that the page follows from belong together."""
    totals = [int(total) for total in TOTAL.findall(html)]
    lines = [[int(amount) for amount in paid.split(",")] for paid in PAID.findall(html)]
    assert totals == [sum(column) for column in zip(*lines, strict=True)]
    assert VERSION.findall(html) == [str(len(lines))]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("view", ["sheet", "sheet_changes"])
def test_page_read_while_another_phone_writes_shows_one_moment(
    world: World, monkeypatch: pytest.MonkeyPatch, view: str, moment: int
) -> None:
    meanwhile(monkeypatch, moment, lambda: write_hand(fresh(world), writing(3), device=world.mate))
    assert_of_one_moment(body_of(client_of(world.owner).get(reverse(view, args=[world.sheet.id]))))


@pytest.mark.parametrize("moment", MOMENTS)
def test_refused_hand_comes_back_beside_one_moment(world: World, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    """The place is taken: the answer brings the whole sheet."""
    meanwhile(monkeypatch, moment, lambda: write_hand(fresh(world), writing(3), device=world.mate))
    url, fields = reverse("record_hand", args=[world.sheet.id]), posted(2, points=43)
    answer = client_of(world.owner).post(url, fields)
    assert answer.status_code == 409
    assert_of_one_moment(body_of(answer))


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("before", "then"), [(State.OPEN, State.CLOSED), (State.CLOSED, State.OPEN)])
def test_sheet_that_is_closed_or_opened_while_it_is_read_is_followed_as_it_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch, before: State, then: State, moment: int
) -> None:
    """A page that shows it closed is loaded anew once it is open; one that shows it open keeps its panel."""

    def turn_over() -> None:
        sheet = fresh(world)
        Session.objects.filter(pk=sheet.pk).update(state=then, version=sheet.version + 1)

    Session.objects.update(state=before)
    query = {"v": "1"} | ({"closed": ""} if before == State.CLOSED else {})
    meanwhile(monkeypatch, moment, turn_over)
    answer = client_of(world.owner).get(reverse("sheet_changes", args=[world.sheet.id]), query)
    html, is_open = body_of(answer), fresh(world).state == State.OPEN
    is_new = VERSION.findall(html) == ["3"]
    if before == State.CLOSED:
        assert ("HX-Refresh" in answer.headers) or not (is_new and is_open)
    else:
        assert ('id="panel"' in html, "&amp;closed" in html) == (not is_new, is_new)
