"""The way of a table's total by its length: calls of our own code for each way in which it gets there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.rights import devices
from tests.calls import Calls, counted_calls
from tests.worlds.copied import copied
from tests.worlds.desk import totals
from tests.worlds.tournament import World, client_of, drawn, play_hands
from tournaments.models import Decision, Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

Way = Callable[[World, Table], tuple[str, dict[str, Any]]]


def sent(client: Client, address: str, data: dict[str, Any], **headers: str) -> Calls:
    """Send a form; how often each function of ours is called for it."""
    with counted_calls() as calls:
        response = client.post(address, data, headers=headers)
    assert response.status_code == 302, response.status_code
    return calls


def at_desk(name: str, table: Table, **data: Any) -> tuple[str, dict[str, Any]]:
    return reverse(name, args=[table.round.tournament_id, table.round.number, table.number]), data


def typed(_world: World, table: Table) -> tuple[str, dict[str, Any]]:
    return at_desk("type_totals", table, **totals(90, -30, -30, -30))


def corrected(world: World, table: Table) -> tuple[str, dict[str, Any]]:
    client_of(world.organiser).post(*at_desk("type_totals", table, **totals(60, 0, -30, -30)))
    return at_desk("type_totals", table, **totals(90, -30, -30, -30, why="vertippt"))


def typed_again(world: World, table: Table) -> tuple[str, dict[str, Any]]:
    type(world.tournament).objects.update(types_twice=True)
    client_of(world.helper).post(*typed(world, table))
    return typed(world, table)


def accepted(_world: World, table: Table) -> tuple[str, dict[str, Any]]:
    assert table.sheet
    play_hands(table.sheet, 2)
    table.sheet.refresh_from_db()
    return at_desk("accept_table", table, seen=table.sheet.version)


def accepted_unfinished(_world: World, table: Table) -> tuple[str, dict[str, Any]]:
    assert table.sheet
    play_hands(table.sheet, 1)
    table.sheet.refresh_from_db()
    return at_desk("accept_table", table, seen=table.sheet.version, why="heim")


def voided(_world: World, table: Table) -> tuple[str, dict[str, Any]]:
    assert table.sheet
    play_hands(table.sheet, 2)
    return at_desk("void_table", table, why="Zettel weg")


def settled(_world: World, table: Table) -> tuple[str, dict[str, Any]]:
    Table.objects.filter(pk=table.pk).update(disputed_at="2026-11-21T12:00Z")
    return at_desk("void_table", table, why="Zettel weg")


def exchanged(world: World, table: Table) -> tuple[str, dict[str, Any]]:
    world.type_all(table.round)
    return at_desk("swap_sheets", table, other=2, seen="90,30,-30,-90", why="vertauscht")


def closed(world: World, table: Table) -> tuple[str, dict[str, Any]]:
    world.type_all(table.round)
    return reverse("close_round", args=[table.round.tournament_id, 1]), {}


def ended(_world: World, table: Table) -> tuple[str, dict[str, Any]]:
    return reverse("end_early", args=[table.round.tournament_id, 1]), {"why": "Strom weg"}


def confirmed(world: World, table: Table) -> tuple[str, dict[str, Any]]:
    assert table.sheet
    play_hands(table.sheet, 2)
    table.sheet.refresh_from_db()
    client_of(world.organiser).post(
        reverse("hand_in", args=[table.sheet_id]), {"version": table.sheet.version, "seat": 0}
    )
    table.sheet.refresh_from_db()
    return reverse("confirm_sheet", args=[table.sheet_id]), {"version": table.sheet.version, "seat": 1}


WAYS: dict[Way, tuple[int, int]] = {
    typed: (93, 0),
    corrected: (114, 1),
    typed_again: (94, 0),
    accepted: (74, 0),
    accepted_unfinished: (94, 1),
    voided: (97, 1),
    settled: (97, 1),
    exchanged: (80, 0),
    closed: (86, 1),
    ended: (230, 4),
    confirmed: (56, 0),
}
"""Each way with the most calls that it may take, and the decisions that it adds to the chain."""


@pytest.mark.parametrize("way", WAYS)
def test_total_goes_a_short_way_and_is_decided_once(way: Way) -> None:
    world, (most, lines) = copied(drawn, 8, hands=2), WAYS[way]
    numbers = (1,) if way in (closed, ended, exchanged) else (2, 1)
    for number in numbers:  # the first of two warms what is kept up
        address, data = way(world, Table.objects.select_related("round", "sheet").get(number=number))
        before = Decision.objects.count()
        devices._read.cache_clear()  # a cookie names the second in which it was written
        calls = sent(client_of(world.organiser), address, data)
    assert Decision.objects.count() - before == lines
    assert calls.total() <= most, calls.most_common(40)
