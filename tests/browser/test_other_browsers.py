"""An evening in Firefox and in WebKitGTK: hands, a correction, hands without network, settling, the running desk."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pytest_django.live_server_helper import LiveServer

from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.devices import COOKIE
from cegoscore.scoresheet.models import Session
from tests.browser.other_browsers import Driver, Network, firefox, webkit
from tests.browser.test_papers import NAME, PEOPLE_THERE, crowd, pages_of
from tests.browser.test_round_table import NAMES, PEOPLE
from tests.browser.without_network import EINE, FILL_AND_SAVE, SOLO, ULTI
from tests.scoresheet.acting import faults_of
from tests.served import wait_until
from tests.worlds import tournament
from tests.worlds.sheet import World, client_of
from tournaments.models import Table

pytestmark = [pytest.mark.heavy, pytest.mark.django_db(transaction=True)]

STATE = "return document.querySelector('#saved')?.dataset.state"
UNSENT = "return document.querySelectorAll('#lines .unsent').length"
TOTALS = "return [...document.querySelectorAll('#totals [data-total]')].map((each) => Number(each.dataset.total))"
TEXT = "return document.body.innerText"
CONTROLLED = "return !navigator.serviceWorker || Boolean(navigator.serviceWorker.controller)"
# The answer goes before the page does.
LEAVE = "setTimeout(() => document.querySelector(values[0]).click())"
# What Safari 15.4 does not have: scripts must do without.
OLDER = "delete AbortSignal.timeout; delete Element.prototype.checkVisibility; delete AbortSignal.any"


@pytest.fixture
def network(live_server: LiveServer) -> Iterator[Network]:
    network = Network(urlsplit(live_server.url).port or 0)
    yield network
    network.cut()


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"])
def driver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    with request.param(tmp_path) as driver:
        yield driver


def sit(driver: Driver, network: Network, device: Device, path: str) -> str:
    """Open a page as a device; the address of the server."""
    home = f"http://127.0.0.1:{network.port}"
    driver.open(f"{home}/healthz")
    driver.cookie(COOKIE, client_of(device).cookies[COOKIE].value)
    driver.open(f"{home}{path}")
    return home


def is_saved(driver: Driver) -> bool:
    return bool(driver.run(STATE) == "saved" and driver.run(UNSENT) == 0)


def test_an_evening_with_a_correction_hands_without_network_and_settling(driver: Driver, network: Network) -> None:
    world = World()
    path = world.sheet.get_absolute_url()
    home = sit(driver, network, world.owner, path)
    driver.run(OLDER)
    wait_until(lambda: driver.run("return 'ready' in document.querySelector('#outbox').dataset"), "the outbox")
    driver.run(f"return ({FILL_AND_SAVE})(values[0])", [SOLO, EINE])
    wait_until(lambda: is_saved(driver), "all saved")
    wait_until(lambda: driver.run(CONTROLLED), "the worker keeps the page, where there is one")
    network.cut()
    driver.run(f"return ({FILL_AND_SAVE})(values[0])", [ULTI, SOLO])
    assert driver.run(UNSENT) == 2
    shown = driver.run(TOTALS)
    network.open()
    wait_until(lambda: is_saved(driver), "what waited is saved")
    assert driver.run(TOTALS) == shown == world.totals()
    driver.open(f"{home}{path}/hands/1")
    driver.run("for (const key of '50') document.querySelector(`[data-key='${key}']`).click()")
    driver.run(LEAVE, "#panel [data-save]")
    wait_until(lambda: world.sheet.hands.filter(number=1, revision=2).exists(), "the correction")
    driver.open(f"{home}{path}")
    assert driver.run(TOTALS) == world.totals() != shown
    driver.open(f"{home}{path}/evening")
    assert "Bernd" in driver.run(TEXT)
    driver.run(LEAVE, "form[action$='/close'] button")
    wait_until(lambda: Session.objects.get().state == "closed", "the sheet is closed")
    assert list(faults_of(world.sheet)) == []


def test_round_the_table_without_network_every_field_of_people_names_who_sits_there(
    driver: Driver, network: Network
) -> None:
    world = World("braeunlingen-loewen", NAMES)
    sit(driver, network, world.owner, world.sheet.get_absolute_url())
    driver.run(OLDER)
    wait_until(lambda: driver.run("return 'ready' in document.querySelector('#outbox').dataset"), "the outbox")
    network.cut()
    for dealer in (4, 0, 1, 2, 3, 4):
        playing = [seat for seat in range(5) if seat != dealer]
        fields: dict[str, list[int]] = {}
        for field, name, seat, _kinds in driver.run(f"return ({PEOPLE})(values[0])", NAMES):
            assert NAMES[seat] == name
            fields.setdefault(field, []).append(seat)
        assert fields.keys() >= {"declarer", "announcer", "most", "without_trick", "free"}
        assert fields == {field: list(range(5)) if field == "free" else playing for field in fields}
        driver.run(f"return ({FILL_AND_SAVE})(values[0])", [SOLO | {"declarer": playing[0]}])
    shown = driver.run(TOTALS)
    network.open()
    wait_until(lambda: is_saved(driver), "what waited is saved")
    assert driver.run(TOTALS) == shown == world.totals()


FRAME = r"""
  const [select, field] = ["rules", "name_0"].map((name) => document.querySelector(`form.new-table [name=${name}]`));
  const { left, right, top, bottom } = select.getBoundingClientRect();
  return [[left, right, top, bottom], getComputedStyle(field).backgroundColor.match(/\d+/g).map(Number)];
"""


def test_a_select_has_the_colour_of_the_other_fields(driver: Driver, network: Network) -> None:
    """Wherever it stands: by itself WebKitGTK draws one grey on which it has the pointer."""
    driver.open(f"http://127.0.0.1:{network.port}/new")
    for block in ("center", "end", "start"):
        scroll = "document.querySelector('form.new-table [name=rules]').scrollIntoView({ block: values[0] })"
        driver.run(scroll, block)
        (left, right, top, bottom), colour = driver.run(FRAME)
        places = (left + 5, (top + bottom) / 2), ((left + right) / 2, top + 4), ((left + right) / 2, bottom - 4)

        def is_drawn(*, places: Sequence[tuple[float, float]] = places, colour: Sequence[int] = colour) -> bool:
            picture = driver.picture()
            return all(picture.at(*place) == tuple(colour) for place in places)

        wait_until(is_drawn, f"the colour of the select, {block}")


def test_the_desk_follows_what_happens_at_the_tables(driver: Driver, network: Network) -> None:
    world = tournament.World(hands=2, rounds=1)
    world.register(8)
    world.draw()
    sit(driver, network, world.organiser, f"/tournaments/{world.tournament.pk}/rounds/1")
    driver.run(OLDER)
    table = "return document.querySelector('#table-1').innerText"
    before = driver.run(table)
    tournament.type_table(Table.objects.get(number=1))
    wait_until(lambda: driver.run(table) != before, "the desk sees it")
    assert any(said in driver.run(table) for said in ("eingetippt", "typed in"))


def test_firefox_prints_no_page_without_title_event_and_people(network: Network, tmp_path: Path) -> None:
    world = crowd(41)
    with firefox(tmp_path) as driver:
        for what in ("names", "tables", "cards", "sheets", "standings", "certificates"):
            sit(driver, network, world.helper, f"/tournaments/{world.tournament.pk}/print/{what}")
            for width, height in ((21.0, 29.7), (14.8, 21.0)):
                (tmp_path / "paper.pdf").write_bytes(driver.pdf(width, height, 1.2))
                for number, text in enumerate(pages_of(tmp_path / "paper.pdf"), start=1):
                    assert NAME in text, (what, width, number)
                    assert PEOPLE_THERE.search(text), (what, width, number)
