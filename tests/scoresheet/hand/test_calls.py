"""The way of a hand by its length: calls of our own code, files that they stand in, and trips to the database."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cegoscore.clubs.house_rules.rule_sets import rules_of, short_digest
from cegoscore.scoresheet.hand.one_hand import READS
from cegoscore.scoresheet.models import Hand
from tests.calls import Calls, counted_calls
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of, posted

pytestmark = [pytest.mark.django_db, pytest.mark.both]

MOST_CALLS, MOST_FILES, TRIPS, MOST_MORE = 240, 34, 3, 120

Sent = tuple[str, dict[str, Any]]


def write(client: Client, sent: Sent) -> Calls:
    """Send it; how often each function of ours is called for it."""
    with counted_calls() as calls:
        client.post(sent[0], **sent[1])
    return calls


def form(world: World, numbers: range) -> Sent:
    [number] = numbers
    return f"{world.sheet.get_absolute_url()}/hands", {"data": posted(number, seen=number - 1)}


def queue(world: World, numbers: range) -> Sent:
    items = [world.item(posted(number, seen=numbers[0] - 1)) for number in numbers]
    sent = {"data": json.dumps(items), "content_type": "application/json", "headers": {READS: "hand"}}
    return f"{world.sheet.get_absolute_url()}/queue", sent


def content_of(world: World, numbers: range) -> dict[str, str]:
    """A phone's file, with the table for whoever opens a new sheet with it."""
    table = {"names": NAMES, "rules": short_digest(rules_of(world.sheet.rule_set)), "totals": [-10, 30, -10, -10]}
    return {"content": world.unsent([world.item(posted(number)) for number in numbers], table=table)}


def file(world: World, numbers: range) -> Sent:
    return f"{world.sheet.get_absolute_url()}/unsent", {"data": content_of(world, numbers)}


def blank_sheet(world: World, numbers: range) -> Sent:
    return "/unsent", {"data": content_of(world, numbers)}


@pytest.mark.parametrize("way", [form, queue])
def test_hand_goes_a_short_way_and_is_read_once(way: Callable[[World, range], Sent]) -> None:
    world = copied(World)
    client = client_of(world.owner)
    for number in (1, 2):
        write(client, way(world, range(number, number + 1)))
    calls = write(client, way(world, range(3, 4)))
    assert Hand.objects.count() == 3
    assert calls["cegoscore/scoring/documents/hand_document.py", "take_outcome"] == 1
    assert calls["cegoscore/database/prepared.py", "carry_out"] == TRIPS
    assert calls.total() <= MOST_CALLS, calls.most_common(40)
    files = {file for file, _name in calls}
    assert len(files) <= MOST_FILES, sorted(files)


@pytest.mark.parametrize("way", [queue, file, blank_sheet])
def test_each_further_hand_of_a_phone_costs_little(way: Callable[[World, range], Sent]) -> None:
    warm, few, many = (copied(World) for _ in range(3))
    write(client_of(warm.owner), way(warm, range(1, 3)))
    before = write(client_of(few.owner), way(few, range(1, 3)))
    calls = write(client_of(many.owner), way(many, range(1, 13)))
    assert Hand.objects.count() == 2 + 2 + 12
    assert (calls - before).total() <= 10 * MOST_MORE, (calls - before).most_common(40)
