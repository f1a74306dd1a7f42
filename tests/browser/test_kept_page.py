"""The page of a sheet that a phone keeps: opened without network, kept up to date, and gone when its time is over."""

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from playwright.sync_api import Page, expect

import cegoscore
from cegoscore import __version__
from cegoscore.clubs.models import Grant
from cegoscore.scoresheet.hand import views
from cegoscore.scoresheet.ledger.services import ledger
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand, Session
from tests.browser.conftest import Watch
from tests.browser.panel import Panel, known_as, totals
from tests.browser.without_network import (
    EINE,
    SOLO,
    ULTI,
    all_kept,
    cut_off,
    eventually,
    kept_pages,
    page_kept,
    ready,
    reconnect,
    seat,
    stored,
    waiting,
    write_all,
)
from tests.effort import thorough
from tests.worlds.sheet import World, writing

KEPT_BY = """async () => {
  const pages = await (await caches.open("cegoscore-pages")).matchAll();
  return pages.map((page) => page.headers.get("x-kept-by"));
}"""
LISTS = ["/", "/new"]
EDITIONS = "async () => (await caches.keys()).filter((name) => name.startsWith('cegoscore-files-'))"
SAYS = "async (path) => (await (await (await caches.open('cegoscore-pages')).match(path)).text())"
LINE = '<li class="line'
DEAF = "ServiceWorker.prototype.postMessage = () => {}"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]


@pytest.fixture
def world() -> World:
    """A table of four, Dieter to deal."""
    return World()


@pytest.fixture
def sheet(phone: Page, world: World) -> Page:
    """The owner's phone at the table, not for the first time: all is kept."""
    return all_kept(seat(phone, world))


def test_a_sheet_that_was_opened_opens_without_network_as_it_stood_last(sheet: Page, world: World) -> None:
    panel, path = Panel(sheet), world.sheet.get_absolute_url()
    panel.write(SOLO)
    eventually(lambda: "Bernd 41" in sheet.evaluate(SAYS, path), sheet)
    cut_off(sheet)
    panel.write(EINE)
    shown = totals(sheet)
    sheet.reload()
    ready(sheet)
    expect(sheet.locator("#lines .line[data-number='1']")).to_contain_text("Bernd 41")
    assert (totals(sheet), waiting(sheet)) == (shown, 1)
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 3")
    panel.choose(ULTI)
    expect(sheet.locator("#panel [data-payments]")).to_contain_text("Anna")
    panel.save()
    sheet.locator("#panel label.pick:has(input[name=declarer])").first.tap()
    sheet.locator("#panel label.pick:has(input[name=game][value=solo])").tap()
    sheet.locator("#panel .count-link:visible").tap()
    expect(sheet.locator(".counting [data-take]")).to_be_visible()
    reconnect(sheet)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine", "ulti"]


AS_KEPT = """async (path) => {
  const answer = await (await caches.open("cegoscore-pages")).match(path);
  return [await answer.text(), Object.fromEntries(answer.headers)];
}"""
PARSED = "(text) => new DOMParser().parseFromString(text, 'text/html').documentElement.outerHTML"


def test_the_first_visit_keeps_the_page_as_the_server_sent_it(phone: Page) -> None:
    """The open page hands itself over: it is not fetched again, and no script has changed it."""
    world = World(names=('Anna "<b>"', "Bernd & Söhne", "Christa's", "Dieter"))
    write_hand(world.sheet, writing(1), device=world.owner)
    path = world.sheet.get_absolute_url()
    known_as(phone, world.owner)
    answer = phone.goto(path)
    assert answer
    kept, headers = page_kept(ready(phone)).evaluate(AS_KEPT, path)
    assert phone.evaluate(PARSED, kept) == phone.evaluate(PARSED, answer.text())
    for name in ("content-type", "content-security-policy", "x-keep-offline", "x-kept-for", "x-kept-rules"):
        assert headers[name] == answer.headers[name]
    otherwise = {name for name, said in answer.headers.items() if headers.get(name) != said}
    of_the_moment = {"content-encoding", "content-length", "date", "set-cookie", "x-request-id"}
    assert otherwise <= of_the_moment | {"vary", "x-robots-tag"}
    cut_off(phone)
    phone.reload()
    expect(ready(phone).locator("#lines .line[data-number='1']")).to_be_visible()


@thorough
def test_a_page_in_another_language_than_the_browser_asks_for_is_kept_in_its_own(phone: Page, world: World) -> None:
    cut_off(all_kept(seat(phone, world, path="?lang=en")))
    phone.goto(world.sheet.get_absolute_url())
    expect(ready(phone).locator("html")).to_have_attribute("lang", "en")


@pytest.mark.heavy
def test_each_opening_of_a_kept_page_writes_a_hand_of_its_own(sheet: Page, world: World) -> None:
    """The kept page brings the same id for its next hand each time."""
    cut_off(sheet)
    for hand in (SOLO, EINE, SOLO):
        sheet.reload()
        write_all(ready(sheet), [hand])
    shown = totals(sheet)
    reconnect(sheet)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine", "solo"]
    assert totals(sheet) == shown == world.totals()


INSET = """(line) => {
  const range = document.createRange();
  range.selectNodeContents(line);
  const [text, list] = [range.getBoundingClientRect(), line.closest("#lines").getBoundingClientRect()];
  return [text.left - list.left, list.right - text.right];
}"""


@pytest.mark.heavy
def test_over_plain_http_the_hint_to_leave_the_page_open_stands_clear_of_the_edge(phone: Page, world: World) -> None:
    phone.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    sheet = seat(phone, world)
    cut_off(sheet)
    Panel(sheet).write(SOLO)
    hint = sheet.locator("#lines .hint").first
    expect(hint).to_contain_text("Lass diese Seite offen")
    assert min(hint.evaluate(INSET)) >= 12


@pytest.mark.heavy
def test_the_kept_page_is_mended_by_the_open_one(sheet: Page, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand's changes came with its answer, also with that of another phone: the page is not fetched again."""
    path, drawn = world.sheet.get_absolute_url(), Mock(wraps=views._page)
    monkeypatch.setattr(views, "_page", drawn)
    panel = Panel(sheet)
    for number, (hand, says) in enumerate([(SOLO, "Bernd 41"), (EINE, "Eine"), (SOLO, "Bernd 41")], 1):
        panel.write(hand)
        eventually(lambda: sheet.evaluate(SAYS, path).count(LINE) == number, sheet)  # noqa: B023
        assert says in sheet.evaluate(SAYS, path)
    write_hand(Session.objects.get(), writing(4), device=world.owner)
    expect(sheet.locator("#lines .line[data-number='4']")).to_be_visible()
    eventually(lambda: sheet.evaluate(SAYS, path).count(LINE) == 4, sheet)
    assert not drawn.called
    shown, kept = totals(sheet), sheet.evaluate(SAYS, path)
    cut_off(sheet)
    sheet.reload()
    ready(sheet)
    assert totals(sheet) == shown == world.totals()
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 5")
    assert kept.count(LINE) == 4
    panel.write(SOLO)
    reconnect(sheet)
    assert [hand.number for hand in Hand.objects.order_by("number")] == [1, 2, 3, 4, 5]


@pytest.mark.heavy
def test_the_back_button_finds_what_waits(sheet: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_off(sheet)
    write_all(sheet, [SOLO])
    # Network again, the hand not yet through. (A route of Playwright's misses what a page sends while it is left.)
    with monkeypatch.context() as away:
        away.setattr(ledger, "write_hand", Mock(side_effect=OSError("the disk is away")))
        sheet.context.set_offline(False)
        sheet.goto("/")
        cut_off(sheet)
    sheet.go_back()
    ready(sheet)
    expect(sheet.locator("#lines .unsent")).to_contain_text("Bernd 41")
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2")
    write_all(sheet, [EINE])
    reconnect(sheet)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine"]


@pytest.mark.heavy
def test_a_hand_written_in_the_second_before_the_network_went_keeps_its_number(sheet: Page, world: World) -> None:
    """The server has it, but the worker could not fetch the page anew: the kept one does not know it."""
    sheet.evaluate(DEAF)
    Panel(sheet).write(SOLO)
    cut_off(sheet)
    assert "Bernd 41" not in sheet.evaluate(SAYS, world.sheet.get_absolute_url())
    sheet.reload()
    ready(sheet)
    line = sheet.locator("#lines .unsent")
    expect(line).to_contain_text("Bernd 41")
    expect(line.locator(".tag")).to_be_hidden()  # it was sent
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2")
    assert totals(sheet) == world.totals()
    write_all(sheet, [EINE])
    expect(sheet.locator("#saved")).to_have_text("1 wartet")
    reconnect(sheet)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine"]
    eventually(lambda: stored(sheet) == 0, sheet)


UPDATE = """async () => {
  const known = await navigator.serviceWorker.getRegistration("/");
  await (known.installing || known.waiting || known.update());
}"""
"""Asks for a new worker, unless one is coming."""


def take_over(sheet: Page) -> None:
    """A new worker is found, and has kept the page anew while a hand still waits."""

    def is_kept_anew() -> bool:
        """True once it is; a worker that could not be installed, since an answer did not come, is asked for again."""
        sheet.evaluate(UPDATE)
        return {version[:6] for version in sheet.evaluate(KEPT_BY)} == {"99.0.0"}

    eventually(is_kept_anew, sheet)
    assert (waiting(sheet), Hand.objects.count()) == (1, 0)


@pytest.mark.heavy
def test_a_new_worker_takes_over_without_a_navigation_and_nothing_that_waits_is_lost(
    sheet: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off(sheet)
    write_all(sheet, [SOLO])
    monkeypatch.setattr(cegoscore, "__version__", "99.0.0")
    # The network is back, but the hand does not get through yet. (A route of Playwright's misses what a page sends
    # while its worker changes.)
    with monkeypatch.context() as away:
        away.setattr(ledger, "write_hand", Mock(side_effect=OSError("the disk is away")))
        sheet.context.set_offline(False)
        take_over(sheet)
        cut_off(sheet)
    sheet.reload()  # the new worker's page
    ready(sheet)
    expect(sheet.locator("#lines .unsent")).to_contain_text("Bernd 41")
    expect(sheet.locator(".menu nav")).to_contain_text("99.0.0")
    reconnect(sheet)
    assert Hand.objects.count() == 1
    assert [name[16:22] for name in sheet.evaluate(EDITIONS)] == [f"{__version__}-", "99.0.0"]


@thorough
def test_the_worker_keeps_what_may_be_kept_and_only_as_long_as_it_may(sheet: Page, world: World) -> None:
    path = world.sheet.get_absolute_url()
    for other in (f"{path}/evening", f"{path}/links", "/"):
        sheet.goto(other)
    parts = [f"{path}/{part}" for part in ("count", "rules", "rules/bidding")]
    eventually(lambda: kept_pages(sheet) == sorted([*LISTS, path, *parts]), sheet)
    Session.objects.update(state="closed")
    sheet.goto(path)
    expect(sheet.locator(".panel.closed")).to_be_visible()
    eventually(lambda: kept_pages(sheet) == LISTS, sheet)


def test_a_right_that_was_taken_back_empties_the_phone_at_the_next_answer(
    sheet: Page, world: World, watch: Watch
) -> None:
    sheet.goto("/")
    sheet.goto(world.sheet.get_absolute_url())
    ready(sheet)
    eventually(lambda: len(kept_pages(sheet)) == len(LISTS) + 4, sheet)
    Grant.objects.all().delete()
    sheet.evaluate("document.querySelector('#live').dispatchEvent(new Event('look', { bubbles: true }))")
    eventually(lambda: kept_pages(sheet) == [], sheet)
    watch.complaints.clear()  # the answer that said so


@pytest.mark.heavy
def test_no_page_without_network_is_the_browsers(
    sheet: Page, world: World, assert_accessible: Callable[..., None]
) -> None:
    path = world.sheet.get_absolute_url()
    sheet.goto("/")
    eventually(lambda: "/" in kept_pages(sheet), sheet)
    cut_off(sheet)
    for address in (f"{path}/links", "/tournaments", "/evenings"):
        sheet.goto(address)
        expect(sheet.locator("h1")).to_have_text("Diese Seite braucht Netz")
        expect(sheet.locator("#tables-here a")).to_have_attribute("href", path)
        expect(sheet.locator("#tables-here a")).to_have_text("Anna, Bernd, Clara, Dieter")  # once
    assert_accessible(sheet)
    sheet.locator("#tables-here a").tap()
    ready(sheet)
    sheet.goto("/")
    expect(sheet.locator("h1")).to_have_text("Der Cego-Block fürs Handy")
    sheet.locator(".back-again summary").tap()
    sheet.get_by_role("link", name="Rettungscode").tap()
    expect(sheet.locator("h1")).to_have_text("Diese Seite braucht Netz")


@thorough
def test_the_app_can_be_installed(phone: Page) -> None:
    phone.goto("/")
    session = phone.context.new_cdp_session(phone)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    address = phone.locator("link[rel=manifest]").get_attribute("href")
    assert address
    assert found["url"].endswith(address)
    manifest = phone.request.get(address).json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        image = phone.request.get(icon["src"])
        assert (image.status, image.headers["content-type"]) == (200, "image/png")
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # Every context of a test is incognito; a headless shell finds nothing, so what is needed is asked for above.
    assert set(errors) <= {"in-incognito"}


@thorough
def test_the_screen_stays_on_if_wanted(phone: Page, world: World) -> None:
    sheet = seat(phone, world)
    switch = sheet.locator(".menu .awake")
    sheet.locator(".menu summary").tap()
    switch.tap()
    assert sheet.evaluate("localStorage.getItem('awake')") == "yes"
    sheet.reload()
    ready(sheet)
    expect(sheet.locator(".menu [name=awake]")).to_be_checked()
    expect(sheet.locator(".menu")).to_contain_text("Version")
