"""An evening under each fault that networks have: nobody waits, and in the end the sheet is that of `score`."""

import json
import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Playwright, Route, expect

from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.rules.rule_files import published
from tests.browser.panel import Panel, totals
from tests.browser.without_network import SAVED, SOLO, assert_as_stored, eventually, listed, seat, stored, write_all
from tests.scoresheet.acting import faults_of
from tests.worlds.sheet import NAMES, World, open_table

EVENING = json.loads((Path(__file__).parent / "evening.json").read_text())

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_network", "still"),
]

Fault = Callable[[Route], Any]


def _lost(share: float) -> Fault:
    chance = random.Random(12)

    def fault(route: Route) -> None:
        route.abort() if chance.random() < share else route.continue_()

    return fault


def _somebody_else(status: int, **headers: str) -> Fault:
    """An inn's page or a proxy's answers everything."""
    return lambda route: route.fulfill(status=status, headers=headers, body="<p id='login'>Willkommen im WLAN</p>")


def _swallow(route: Route) -> None:
    """The server hears everything, the phone nothing."""
    with suppress(Error):  # the phone does not wait for ever
        route.fetch()
        route.abort()


def _half_open(route: Route) -> None:
    """Nothing is ever answered, and nothing breaks off."""


def _every_other(fault: Fault) -> Fault:
    turns = count()
    return lambda route: fault(route) if next(turns) % 2 else route.continue_()


FAULTS: dict[str, Fault | int] = {
    "a third lost": _lost(0.3),
    "two seconds of latency": 2000,
    "half open": _half_open,
    "captive 200": _somebody_else(200),
    "captive 302": _somebody_else(302, location="http://localhost:9/login"),
    "captive 403": _somebody_else(403),
    "captive 404": _somebody_else(404),
    "bad gateway": _somebody_else(502),
    "answers swallowed": _swallow,
    "every other answer swallowed": _every_other(_swallow),
    "dead": lambda route: route.abort(),
}
BY_TURNS = ("a third lost", "two seconds of latency", "every other answer swallowed")
"""Faults that meet one hand and spare the next. Under the others all hands wait alike: every third one is enough."""


ADDRESSES = ("**/queue", "**/changes*", "**/bell/**")
"""Addresses that an open sheet asks by itself."""


@contextmanager
def _faulty(sheet: Page, fault: Fault | int) -> Iterator[None]:
    """A fault of what the sheet sends and asks; a number is a latency in milliseconds."""
    if isinstance(fault, int):
        network = sheet.context.new_cdp_session(sheet)
        slow = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        network.send("Network.emulateNetworkConditions", slow | {"latency": fault})
        yield
        network.send("Network.emulateNetworkConditions", slow | {"latency": 0})
        return
    for address in ADDRESSES:
        sheet.route(address, fault)
    yield
    for address in ADDRESSES:
        sheet.unroute(address)


@pytest.mark.parametrize("name", FAULTS)
def test_an_evening_under_a_fault_ends_with_the_totals_of_score(phone: Page, watch: Any, name: str) -> None:
    world = World(rules=EVENING["rules"], names=tuple(EVENING["players"]))
    hands = EVENING["hands"] if name in BY_TURNS else EVENING["hands"][2::3]
    document, problems = parse(EVENING | {"hands": hands})
    assert document is not None, problems
    played = list(ledger(document).totals)
    sheet = seat(phone, world)
    sheet.locator("script[src*=besides]").wait_for(state="attached")
    with _faulty(sheet, FAULTS[name]):
        write_all(sheet, hands)
        eventually(lambda: totals(sheet) == listed(sheet) == played, sheet)
        assert sheet.locator("#login").count() == 0
    expect(sheet.locator(SAVED)).to_be_visible()
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    assert totals(sheet) == listed(sheet) == played == world.totals()
    assert list(Hand.objects.order_by("number").values_list("number", "revision")) == [
        (number, 1) for number in range(1, len(hands) + 1)
    ]
    assert list(faults_of(world.sheet)) == []
    watch.complaints.clear()


TAP_TO_LINE = """() => new Promise((resolve) => {
  let tapped = 0;
  document.addEventListener("click", () => (tapped = performance.now()), { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector("#lines .unsent, #lines .line[data-number]")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - tapped)));
  });
  observer.observe(document.querySelector("main"), { childList: true, subtree: true });
  document.querySelector("#panel [data-save]").click();
})"""


@pytest.mark.benchmark  # it times the clock: by hand, on a machine that does nothing else
@pytest.mark.parametrize("fault", [lambda route: route.continue_(), _half_open], ids=["with network", "half open"])
def test_from_the_tap_to_the_line_is_a_tenth_of_a_second_on_a_phone_six_times_slower(
    new_phone: Callable[..., Page], watch: Any, fault: Fault
) -> None:
    """Of five tables the quickest counts: what else the machine does is not the phone's."""
    times = []
    for _ in range(5):
        phone = new_phone()
        world = World()
        seat(phone, world)
        phone.route("**/queue", fault)
        Panel(phone).choose(SOLO)
        slow = phone.context.new_cdp_session(phone)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        times.append(phone.evaluate(TAP_TO_LINE))
        phone.close()
    assert min(times) < 100, times  # milliseconds
    watch.complaints.clear()


WRITE_AND_NOTE = """async ({ hands }) => {
  const form = () => document.querySelector("#panel .entry");
  for (let at = 0; at < hands; at++) {
    const { value } = form().elements.number;
    form().querySelector("[name=declarer][value='1']").click();
    form().querySelector("[name=game][value=solo]").click();
    for (const key of "41") form().querySelector(`[data-key='${key}']`).click();
    form().querySelector("[data-save]").click();
    while (form().elements.number.value === value) await new Promise((resolve) => setTimeout(resolve));
    window.shown(Number(value));
  }
}"""


def second_table(world: World) -> Session:
    """One more sheet of the same phone."""
    return open_table(world.owner, names=NAMES, rules=published("braeunlingen-ministranten"), first_dealer=3)


def _kill(folder: Path) -> None:
    """Kill -9 every process of the browser that lives in the folder; nothing else has it in its command."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if f"--user-data-dir={folder}".encode() in command:
            with suppress(ProcessLookupError):
                os.kill(int(process.name), signal.SIGKILL)


def test_a_browser_killed_at_twenty_moments_loses_no_hand_that_was_shown(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], live_server: Any, tmp_path: Path
) -> None:
    world, chance = World(), random.Random(7)
    other = World()
    other.owner, other.sheet = world.owner, second_table(world)
    shown: dict[str, set[int]] = {str(table.sheet.pk): set() for table in (world, other)}
    for kill in range(22):
        table = (world, other)[kill % 2]
        context = playwright.chromium.launch_persistent_context(
            str(tmp_path), **browser_type_launch_args, base_url=live_server.url, locale="de-DE"
        )
        page = context.new_page()
        _note_what_is_shown(page, shown[str(table.sheet.pk)])
        seat(page, table)
        context.set_offline(kill % 3 == 0)
        if kill >= 20:
            context.set_offline(False)
            _is_whole(page, table, shown[str(table.sheet.pk)])
            context.close()
            continue
        page.evaluate(f"() => {{ ({WRITE_AND_NOTE})({{ hands: 1000 }}); }}")
        page.wait_for_timeout(chance.uniform(50, 900))
        _kill(tmp_path)
        with suppress(Error):
            context.close()
    assert sum(len(numbers) for numbers in shown.values()) >= 20


def _note_what_is_shown(page: Page, shown: set[int]) -> None:
    def note(number: int) -> None:  # a plain function: Playwright notes the handler as one of its own
        shown.add(number)

    page.expose_function("shown", note)


def _is_whole(page: Page, table: World, shown: set[int]) -> None:
    """The sheet has every hand that was shown, each once, and this phone keeps none of its hands any more."""
    expect(page.locator(SAVED)).to_be_visible()
    written = list(Hand.objects.filter(session=table.sheet).order_by("number").values_list("number", flat=True))
    assert written == list(range(1, len(written) + 1))
    assert shown <= set(written)
    eventually(lambda: stored(page, table.sheet) == 0, page)
    assert_as_stored(page, table)
    assert list(faults_of(table.sheet)) == []
