"""Correcting a hand on a small phone."""

import uuid
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.ledger.services import ledger
from tests.browser.panel import Panel
from tests.browser.without_network import SAVED, SOLO, seat
from tests.effort import sample, thorough
from tests.worlds.sheet import World, writing

OUTDATED = "Jemand hat dieses Spiel inzwischen geändert, darum wurde deine Änderung nicht gespeichert."


def strike_or_restore(world: World, revision: int, *, void: bool) -> None:
    """Revise the first hand on another phone."""
    key = uuid.uuid4()
    ledger.strike_or_restore(world.sheet, number=1, revision=revision, uuid=key, void=void, why="", device=world.mate)


@pytest.mark.django_db(transaction=True)
def test_the_panel_is_in_sight_when_a_correction_opens(new_phone: Callable[..., Page]) -> None:
    phone = seat(new_phone(viewport={"width": 360, "height": 640}), World())
    Panel(phone).write(SOLO)
    expect(phone.locator(SAVED)).to_be_visible()
    phone.goto(f"{phone.url}/hands/1")
    panel = phone.locator("#panel").bounding_box()
    assert panel
    assert panel["y"] < 320


@thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["correct", "strike", "restore"][: sample(3, 1)])
def test_change_that_came_too_late_is_refused_in_sight(new_phone: Callable[..., Page], act: str) -> None:
    world = World()
    phone = new_phone()
    sheet = seat(phone, world).url
    ledger.write_hand(world.sheet, writing(1), device=world.owner)
    if act == "restore":
        strike_or_restore(world, 2, void=True)
    phone.goto(f"{urlsplit(sheet).path}/hands/1")
    strike_or_restore(world, 3 if act == "restore" else 2, void=act != "restore")
    if act == "correct":
        Panel(phone).keys(4)
        phone.locator("#panel [data-save]").tap()
    else:
        if act == "strike":
            phone.get_by_text("Dieses Spiel streichen").tap()
        named = {"strike": "Streichen", "restore": "Wieder gelten lassen"}
        phone.get_by_role("button", name=named[act], exact=True).tap()
    expect(phone.get_by_text(OUTDATED)).to_be_visible()
    assert urlsplit(phone.url).path == urlsplit(sheet).path + "/hands/1"
    answer = phone.reload()
    assert answer
    assert answer.status == 200
