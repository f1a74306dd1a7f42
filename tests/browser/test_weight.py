"""Weight of the first visit to a sheet with everything that follows by itself, counted on the wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import Watch
from tests.browser.counting import Wire, wire_to
from tests.browser.panel import known_as
from tests.browser.without_network import eventually, page_kept, ready
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]


@pytest.fixture
def wire(live_server: LiveServer) -> Iterator[Wire]:
    """A proxy in front of the app."""
    with wire_to(live_server.url) as wire:
        yield wire


ASKED_LATER = ("/healthz", "/bell/", "/changes")
"""Questions of a test, and of a page that follows."""


def test_the_first_visit_to_a_sheet(new_phone: Callable[..., Page], wire: Wire, watch: Watch) -> None:
    """Eight requests; what the worker keeps for times without network comes when the page is idle."""
    world = World()
    watch.home = wire.url.removeprefix("http://")
    phone = new_phone(base_url=wire.url)
    known_as(phone, world.owner)
    path = world.sheet.get_absolute_url()
    phone.goto(path)
    ready(phone)
    page_kept(phone)
    eventually(lambda: any(url == f"{path}/rules" for url, _size in wire.answers), phone)  # what is kept last
    asked = [each for each in wire.answers if not any(part in each[0] for part in ASKED_LATER)]
    idle = next(place for place, (url, _size) in enumerate(asked) if url.endswith("/pack.json"))
    page, worker = asked[:idle], asked[idle:]
    assert page[0][0] == path
    assert page[-1][0] == "/sheets/worker.js"
    assert len(page) <= 8, page
    assert sum(size for _url, size in page) <= 46_500, page
    parts = [f"{path}/{part}" for part in ("bidding", "count", "rules")]
    assert [url for url, _size in worker if not url.startswith("/static/")] == ["/sheets/pack.json", path, *parts]
