"""Weight of the first visit to a sheet with everything that follows by itself, counted on the wire."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import Watch
from tests.browser.counting import Wire, wire_to
from tests.browser.panel import Panel, known_as
from tests.browser.without_network import SOLO, eventually, page_kept, ready
from tests.effort import thorough
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]


@pytest.fixture
def wire(live_server: LiveServer) -> Iterator[Wire]:
    """A proxy in front of the app."""
    with wire_to(live_server.url) as wire:
        yield wire


ASKED_LATER = ("/healthz", "/bell/", "/changes", "/static/img/icon.")
"""Questions of a test, of a page that follows, and of a browser with tabs."""


ASK_WORKER = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = resolve));
  active.postMessage("/", [port2]);
  await answered;
}"""
GERMAN = "?lang=de"
PACK, REST = f"/sheets/pack.json{GERMAN}", f"/sheets/rest.json{GERMAN}"


def asked_by_itself(wire: Wire) -> list[tuple[str, int]]:
    """Addresses that the phone has asked for so far, with the bytes of each answer."""
    return [each for each in wire.answers if not any(part in each[0] for part in ASKED_LATER)]


@thorough
def test_the_first_visit_to_a_sheet(new_phone: Callable[..., Page], wire: Wire, watch: Watch) -> None:
    """Eight requests and 54 kB; the worker's pack comes when it is idle, and it keeps the page that the phone has.

    The rest comes with the first hand. htmx is 15 of them, once a year.
    """
    world = World()
    watch.home = wire.url.removeprefix("http://")
    phone = new_phone(base_url=wire.url)
    known_as(phone, world.owner)
    path = world.sheet.get_absolute_url()
    phone.goto(path)
    page_kept(ready(phone))
    for _ in range(3):
        phone.evaluate(ASK_WORKER)  # what it was asked before is done then
    asked = asked_by_itself(wire)
    *visit, pack = asked
    assert [url for url, _size in asked].count(path) == 1, asked
    assert (visit[-1][0], pack[0]) == (f"/sheets/worker.js{GERMAN}", PACK), asked
    assert len(visit) <= 8, asked
    assert sum(size for _url, size in visit) <= 53_800, visit
    assert pack[1] <= 16_000, asked
    Panel(phone).write(SOLO)
    parts = [f"{path}/{part}{GERMAN}" for part in ("count", "rules", "rules/bidding")]
    eventually(lambda: [url for url, _size in asked_by_itself(wire)][-4:] == [REST, *parts], phone)
