"""Phones that lose their network: a seat at a table that exists already, the cut, and hands written without fingers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.models import Session
from tests.browser.conftest import PATIENCE
from tests.browser.panel import known_as, totals
from tests.worlds.sheet import World

SOLO = {"contract": "solo", "declarer": 1, "points": 41}
EINE = {"contract": "eine", "declarer": 2, "points": 40}
ULTI = {"contract": "ulti", "declarer": 0, "made": True}
SAVED = "#saved[data-state=saved]"

REST = """async () => {
  await navigator.serviceWorker.ready;
  return Boolean(await caches.match("/blank-sheets.json"));
}"""
KEPT = "async () => (await (await caches.open('cegoscore-pages')).keys()).map(({ url }) => new URL(url).pathname)"
STORED = """(sheet) => new Promise((resolve, reject) => {
  const asked = indexedDB.open("cegoscore", 1);
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("outbox").objectStore("outbox").getAll();
    all.onsuccess = () => resolve(all.result.filter((item) => !sheet || item.sheet === sheet).length);
    all.onerror = () => reject(all.error);
    asked.result.close();
  };
})"""
NOTE_WHAT_IS_SHOWN = """() => {
  const amount = ({ textContent }) => Number(textContent.trim().replace("−", "-").replace("–", "0"));
  const lines = () => [...document.querySelectorAll("#lines .line .amounts")].map((line) => [...line.children]);
  const note = () => {
    const totals = [...document.querySelectorAll("#totals .total")].map(({ dataset }) => Number(dataset.total));
    const listed = totals.map((_, seat) => lines().reduce((sum, cells) => sum + amount(cells[seat]), 0));
    window.seen.push([totals, listed, Number(document.querySelector("#panel .entry").elements.number.value)]);
  };
  window.seen = [];
  new MutationObserver(note).observe(document.querySelector("main"), { childList: true, subtree: true });
}"""
FILL_AND_SAVE = """async (hands) => {
  let form;
  const click = (name, value) => form.querySelector(`[name=${name}][value='${value}']`).click();
  const press = (key) => form.querySelector(`[data-key='${key}']`).click();
  const type = (name, value) => {
    form.elements[name].value = value;
    form.elements[name].dispatchEvent(new Event("input", { bubbles: true }));
  };
  for (const hand of hands) {
    while (!("ready" in (form = document.querySelector("#panel .entry")).dataset)) // it has just come
      await new Promise((resolve) => setTimeout(resolve, 5));
    if ("declarer" in hand) click("declarer", hand.declarer);
    click("game", hand.contract ?? ["penalty", "dead", "free"].find((kind) => kind in hand));
    for (const name of ["result", "made", "last_trick", "offender", "dead", "points_of"])
      if (name in hand) click(name, hand[name]);
    for (const name of ["most", "without_trick", "culprits"]) for (const seat of hand[name] ?? []) click(name, seat);
    if (hand.over_solo) form.elements.over_solo.click();
    if (hand.no_trick) press("none");
    for (const digit of String(hand.points ?? "")) press(digit);
    (hand.card_points ?? []).forEach((points, seat) => type(`card_points_${seat}`, points));
    (hand.free ?? []).forEach((points, seat) => type(`free_${seat}`, points));
    if ("why" in hand) type("why", hand.why);
    for (const name of ["penalty", "per_defender"]) if (name in hand) type(name, hand[name]);
    const { value } = form.elements.number;
    const patience = performance.now() + 60_000;
    while (form.querySelector("[data-save]").disabled) {  // the script of rare hands may still be on its way
      if (performance.now() > patience) throw new Error(`not complete: ${JSON.stringify(hand)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    form.querySelector("[data-save]").click();
    while (document.querySelector("#panel .entry").elements.number.value === value) {
      if (performance.now() > patience) throw new Error(`not written: ${JSON.stringify(hand)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}"""


def write_all(page: Page, hands: Sequence[Mapping[str, Any]]) -> None:
    """Write hands without network through the panel's own buttons, without the waits of a finger."""
    page.evaluate(FILL_AND_SAVE, list(hands))


def seat(page: Page, world: World, device: Device | None = None, path: str = "") -> Page:
    """The phone of a device, by default the owner's, at the world's table."""
    known_as(page, device or world.owner)
    page.goto(f"{world.sheet.get_absolute_url()}{path}")
    return page if path else ready(page)


def ready(page: Page) -> Page:
    """Wait until the outbox is there."""
    page.locator("#outbox[data-ready]").wait_for(state="attached")
    return page


def cut_off(*pages: Page) -> None:
    for page in pages:
        page.context.set_offline(True)


def reconnect(page: Page) -> None:
    """Network again, and wait until everything has arrived.

    What is shown from then on is whole: tests read it at once, without waiting for more.
    """
    page.context.set_offline(False)
    expect(page.locator(SAVED)).to_be_visible()
    expect(page.locator("#lines .unsent")).to_have_count(0)


def waiting(page: Page) -> int:
    """Number of lines that are not sent yet."""
    return page.locator("#lines .unsent").count()


def stored(page: Page, sheet: Session | None = None) -> int:
    """Number of items that the phone still keeps, of one sheet or all, written ones too."""
    return int(page.evaluate(STORED, sheet.get_absolute_url() if sheet else None))


def eventually(happened: Callable[[], bool], page: Page) -> None:
    """Wait until it is so: for what only the browser's stores know."""
    for _ in range(PATIENCE // 50):
        if happened():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen")


def kept_pages(page: Page) -> list[str]:
    """The addresses that the worker answers for without network."""
    return sorted(page.evaluate(KEPT))


def page_kept(page: Page) -> Page:
    """Wait until the worker has the sheet's page."""
    path = urlsplit(page.url).path
    eventually(lambda: path in kept_pages(page), page)
    return page


def all_kept(page: Page) -> Page:
    """Come back to the sheet, and wait until the worker has all that belongs to it."""
    path = urlsplit(page_kept(page).url).path
    page.reload()
    eventually(lambda: f"{path}/rules/bidding" in kept_pages(page), page)
    return ready(page)


def rest_kept(page: Page) -> Page:
    """Wait until the worker has what is more than one sheet."""
    eventually(lambda: bool(page.evaluate(REST)), page)
    return page


def listed(page: Page) -> list[int]:
    """The sums of all amounts that the lines of the sheet show at one moment, by seat."""
    shown = page.locator("#lines .line .amounts").evaluate_all(
        "(lines) => lines.map(({ children }) => [...children].map(({ textContent }) => textContent))"
    )
    return [sum(map(_amount, column)) for column in zip(*shown, strict=True)]


def _amount(text: str) -> int:
    return int(text.strip().replace("−", "-").replace("–", "0"))


def assert_as_stored(page: Page, world: World) -> None:
    """The page shows the totals of the database."""
    assert totals(page) == world.totals()


def hold(page: Page, part: str) -> list[Route]:
    """Requests with this in their address, which wait here; from the first one on all others fail at once.

    Not before, or the page might already know that the server is away when it is to ask.
    """
    held: list[Route] = []

    def answer(route: Route) -> None:
        if part in route.request.url:
            held.append(route)
        elif held:
            route.abort("connectionrefused")
        else:
            route.continue_()

    page.route("**/*", answer)
    return held


def look_until_away(page: Page) -> None:
    """Let a page of the desk or door look for what is new until it knows that the server is away."""

    def is_away() -> bool:
        page.evaluate("document.querySelector('[data-live]').dispatchEvent(new Event('look', { bubbles: true }))")
        return page.locator("html[data-away]").count() == 1

    eventually(is_away, page)
