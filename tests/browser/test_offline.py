"""Without network: hands wait on the phone, survive its end, and arrive once; what is refused waits for a person."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cegoscore
from cegoscore.clubs.links import revoke
from cegoscore.clubs.models import Link
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.selfcheck import faults_of
from cegoscore.scoring.document import parse
from cegoscore.scoring.ledger import ledger
from tests.browser.panel import Panel, open_table, totals
from tests.browser.test_evening import second_phone

EVENING = json.loads((Path(__file__).parent / "evening.json").read_text())
NAMES = ["Anna", "Bernd", "Clara", "Dieter"]
SOLO = {"contract": "solo", "declarer": 1, "points": 41}
EINE = {"contract": "eine", "declarer": 2, "points": 40}
ULTI = {"contract": "ulti", "declarer": 0, "made": True}
SAVED, WAITING = "[data-state=saved]", "[data-state=waiting]"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(phone: Page, watch: Any) -> Page:
    """A phone at a new table of four, Dieter to deal, its outbox ready; what Chromium says without network is noise."""
    open_table(phone, NAMES, "braeunlingen-ministranten", 3)
    return ready(phone)


@pytest.fixture(autouse=True)
def noise_of_the_lost_network(watch: Any) -> Any:
    """Chromium complains to the console about each request without network."""
    yield
    watch.complaints[:] = [each for each in watch.complaints if not is_noise(each)]


def is_noise(complaint: str) -> bool:
    return any(
        part in complaint
        for part in ("net::ERR_", "htmx:afterRequest", "htmx:sendError", "htmx:timeout", "status of 50")
    )


def ready(page: Page) -> Page:
    """Wait until the outbox is there."""
    page.locator("#outbox[data-ready]").wait_for(state="attached")
    return page


def cut_off(*pages: Page) -> None:
    for page in pages:
        page.context.set_offline(True)


def reconnect(page: Page) -> None:
    page.context.set_offline(False)
    expect(page.locator(f"#saved{SAVED}")).to_be_visible()


def waiting(page: Page) -> int:
    return page.locator("#lines .unsent").count()


def test_an_evening_without_network_arrives_once_and_with_the_totals_of_score(phone: Page) -> None:
    open_table(phone, EVENING["players"], EVENING["rules"], EVENING["first_dealer"])
    ready(phone)
    phone.locator("script[src*=besides]").wait_for(state="attached")
    home = phone.url
    document, problems = parse(EVENING)
    assert document is not None, problems
    played = list(ledger(document).totals)
    cut_off(phone)
    panel = Panel(phone)
    for hand in EVENING["hands"]:
        panel.write(hand)
    assert (waiting(phone), totals(phone)) == (len(EVENING["hands"]), played)
    expect(phone.locator("#saved")).to_have_text(f"{len(EVENING['hands'])} warten")
    assert phone.evaluate("document.scrollingElement.scrollHeight <= innerHeight")  # only the lines scroll
    assert not Hand.objects.exists()
    context = phone.context
    phone.close()  # the tab is killed: nothing is left of it but what the phone keeps
    context.set_offline(False)
    again = context.new_page()
    again.goto(home)
    ready(again)
    expect(again.locator(f"#saved{SAVED}")).to_be_visible(timeout=15000)
    expect(again.locator("#lines .unsent")).to_have_count(0)
    assert totals(again) == played
    sheet = Session.objects.get()
    assert [seat.total for seat in sheet.seats.order_by("number")] == played
    assert [hand.number for hand in sheet.hands.order_by("number")] == list(range(1, len(EVENING["hands"]) + 1))
    assert list(faults_of(sheet)) == []


def test_a_hand_waits_in_sight_and_goes_out_by_itself(sheet: Page, assert_accessible: Callable[[Page], None]) -> None:
    cut_off(sheet)
    Panel(sheet).write(SOLO)
    line = sheet.locator("#lines .unsent")
    expect(line).to_contain_text("Bernd 41")
    expect(line).to_contain_text("noch nicht gesendet")
    assert totals(sheet) == [-10, 30, -10, -10]
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2")
    expect(sheet.locator(".turn p")).to_have_text("Anna gibt, Bernd ist Vorhand")
    expect(sheet.locator(".seat:has(.mark:has-text('gibt'))")).to_contain_text("Anna")
    expect(sheet.locator("#saved")).to_have_text("1 wartet")
    assert_accessible(sheet)
    line.locator(".row").tap()
    assert_accessible(sheet)
    reconnect(sheet)
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    expect(sheet.locator("#lines .line[data-number='1']")).to_contain_text("Bernd 41")
    assert totals(sheet) == [-10, 30, -10, -10]
    assert Hand.objects.count() == 1


def test_the_sign_says_since_when_there_is_no_network(sheet: Page) -> None:
    cut_off(sheet)
    expect(sheet.locator("#saved")).to_contain_text("ohne Netz seit")
    reconnect(sheet)


def test_an_answer_that_got_lost_is_no_second_hand(sheet: Page) -> None:
    """The server writes it, and the phone never hears so."""

    def swallow(route: Any) -> None:
        route.fetch()
        route.abort()

    sheet.route("**/hands", swallow, times=1)
    Panel(sheet).write(SOLO)
    expect(sheet.locator(f"#saved{SAVED}")).to_be_visible()
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    assert Hand.objects.count() == 1
    assert totals(sheet) == [-10, 30, -10, -10]


def test_somebody_elses_network_is_no_answer(sheet: Page) -> None:
    """A login page of the inn answers everything with its own page, and the hand is not lost in it."""
    sheet.route("**/hands", lambda route: route.fulfill(status=200, body="<p id='login'>Willkommen im WLAN</p>"))
    Panel(sheet).write(SOLO)
    expect(sheet.locator("#lines .unsent")).to_have_count(1)
    sheet.unroute("**/hands")
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    assert Hand.objects.count() == 1


def test_hands_are_struck_and_corrected_without_network(sheet: Page) -> None:
    panel = Panel(sheet)
    panel.write(SOLO)
    panel.write(EINE)
    cut_off(sheet)
    panel.write(ULTI)
    before = totals(sheet)
    sheet.locator("#lines .line[data-number='1'] a").tap()
    sheet.locator("#lines [data-do=strike]").tap()
    expect(sheet.locator("#lines .unsent")).to_have_count(2)
    assert totals(sheet) == [before[0] + 10, before[1] - 30, before[2] + 10, before[3] + 10]
    sheet.locator("#lines .line[data-number='2'] a").tap()
    sheet.locator("#lines [data-do=correct]").tap()
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2 berichtigen")
    panel.choose(SOLO | {"declarer": 3})
    panel.tap("#panel [data-save]")
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 4")
    ulti = sheet.locator("#lines .unsent", has_text="Anna").filter(has_text="Ulti")
    ulti.locator(".row").tap()
    sheet.locator("#lines [data-do=strike]").tap()
    expect(sheet.locator("#saved")).to_have_text("4 warten")
    assert totals(sheet) == [-10, -10, -10, 30]
    reconnect(sheet)
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    assert totals(sheet) == [-10, -10, -10, 30]
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "void")
    assert list(rows) == [(1, 1, False), (1, 2, True), (2, 1, False), (2, 2, False), (3, 1, False), (3, 2, True)]
    assert list(faults_of(Session.objects.get())) == []


def test_two_phones_without_network_both_come_back(
    sheet: Page, new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    other = ready(second_phone(sheet, new_phone))
    ready(sheet)
    cut_off(sheet, other)
    Panel(sheet).write(SOLO)
    late = Panel(other)
    late.write(SOLO)  # the same hand, written by two
    late.write(EINE)
    late.write(ULTI)
    reconnect(sheet)
    other.context.set_offline(False)
    expect(other.locator("#saved")).to_have_text("bitte entscheiden")
    refused = other.locator("#lines .unsent.refused")
    expect(refused.locator(".actions")).to_contain_text("Ein anderes Handy war schneller")
    expect(refused.locator(".actions")).to_contain_text("Bernd 41")
    expect(other.locator("#lines .line[data-number='1']")).to_contain_text("Bernd 41")
    assert_accessible(other)
    refused.locator("[data-do=throw]").tap()
    refused.locator("[data-do=throw]").tap()
    expect(other.locator(f"#saved{SAVED}")).to_be_visible()
    expect(other.locator("#lines .unsent")).to_have_count(0)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine", "ulti"]


def test_a_hand_that_collides_becomes_the_next_one_and_the_rest_moves_on(
    sheet: Page, new_phone: Callable[..., Page]
) -> None:
    other = ready(second_phone(sheet, new_phone))
    ready(sheet)
    cut_off(other)
    late = Panel(other)
    late.write(EINE)
    late.write(ULTI)
    Panel(sheet).write(SOLO)
    other.context.set_offline(False)
    other.locator("#lines .refused [data-do=next]").tap()
    expect(other.locator(f"#saved{SAVED}")).to_be_visible()
    expect(other.locator("#lines .unsent")).to_have_count(0)
    rows = Hand.objects.order_by("number").values_list("number", "game", "revision")
    assert list(rows) == [(1, "solo", 1), (2, "eine", 1), (3, "ulti", 1)]
    assert totals(other) == [seat.total for seat in Session.objects.get().seats.order_by("number")]


def test_a_link_taken_back_meanwhile_loses_nothing(
    sheet: Page, new_phone: Callable[..., Page], watch: Any, assert_accessible: Callable[[Page], None]
) -> None:
    other = ready(second_phone(sheet, new_phone))
    cut_off(other)
    Panel(other).write(SOLO)
    revoke(Link.objects.get())
    other.context.set_offline(False)
    expect(other.locator("#lines .refused .problem")).to_contain_text("nimmt von diesem Handy nichts mehr an")
    expect(other.locator("#saved")).to_have_text("bitte entscheiden")
    other.goto("/")
    left = other.locator("#left .note")
    expect(left).to_contain_text("1 auf diesem Handy")
    assert_accessible(other)
    with other.expect_download() as download:
        left.locator("button").tap()
    assert json.loads(Path(download.value.path()).read_text())["format"] == "cegoscore-unsent-1"
    assert not Hand.objects.exists()
    watch.complaints.clear()


def test_the_next_phone_sees_who_wrote_last_and_when(sheet: Page, new_phone: Callable[..., Page]) -> None:
    Panel(sheet).write(SOLO)
    other = second_phone(sheet, new_phone)
    expect(other.locator("#news")).to_contain_text("auf Handy A")
    expect(other.locator("#news")).to_contain_text("Bernd 41")
    sheet.reload()
    expect(sheet.locator("#news")).to_have_text("")


def test_a_clock_wrong_by_a_day_changes_nothing(sheet: Page) -> None:
    sheet.clock.install(time=datetime.datetime.now() - datetime.timedelta(days=1))
    sheet.reload()
    ready(sheet)
    cut_off(sheet)
    panel = Panel(sheet)
    panel.write(SOLO)
    sheet.clock.set_system_time(datetime.datetime.now() + datetime.timedelta(days=1))
    panel.write(EINE)
    reconnect(sheet)
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine"]


def test_a_full_storage_is_said_and_the_hand_stays_in_the_panel(sheet: Page) -> None:
    sheet.add_init_script(
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    sheet.reload()
    ready(sheet)
    cut_off(sheet)
    panel = Panel(sheet)
    panel.choose(SOLO)
    panel.tap("#panel [data-save]")
    expect(sheet.locator("#panel [data-network]")).to_contain_text("kann sich nichts merken")
    expect(sheet.locator("#panel [data-payments]")).to_contain_text("Bernd +30")
    sheet.context.set_offline(False)
    panel.save()
    assert Hand.objects.count() == 1


def test_five_at_the_table_the_dealer_sits_out_also_without_network(phone: Page) -> None:
    open_table(phone, [*NAMES, "Emil"], "braeunlingen-ministranten", 0)
    ready(phone)
    cut_off(phone)
    panel = Panel(phone)
    panel.write(SOLO | {"declarer": 1})
    expect(phone.locator("#panel label.pick:has(input[name=declarer])").first).to_have_text("Anna")
    panel.write(SOLO | {"declarer": 0})
    shown = totals(phone)
    reconnect(phone)
    expect(phone.locator("#lines .unsent")).to_have_count(0)
    assert totals(phone) == shown == [seat.total for seat in Session.objects.get().seats.order_by("number")]


def controlled(page: Page) -> None:
    """Wait until the worker has the page and its files."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    path = page.url.split("?")[0]
    kept = "async (path) => Boolean(await (await caches.open('cegoscore-pages')).match(path + '/count'))"
    for _ in range(50):
        if page.evaluate(kept, path):
            return
        page.wait_for_timeout(100)
    raise AssertionError("the page is not kept")


def kept_pages(page: Page) -> list[str]:
    script = "async () => (await (await caches.open('cegoscore-pages')).keys()).map(({ url }) => new URL(url).pathname)"
    return sorted(page.evaluate(script))


def test_a_sheet_that_was_opened_opens_without_network_as_it_stood_last(sheet: Page, new_phone: Any) -> None:
    controlled(sheet)
    panel = Panel(sheet)
    panel.write(SOLO)
    sheet.wait_for_timeout(1000)  # the worker fetches the page as it is now
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
    sheet.locator("#panel a[data-count]:visible").tap()
    expect(sheet.locator(".counting [data-take]")).to_be_visible()
    reconnect(sheet)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine", "ulti"]


KEPT_BY = """async () => {
  const pages = await (await caches.open("cegoscore-pages")).matchAll();
  return pages.map((page) => page.headers.get("x-kept-by"));
}"""


def test_a_new_worker_takes_over_and_nothing_that_waits_is_lost(sheet: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    controlled(sheet)
    page = sheet.url
    files = "async () => (await (await caches.open('cegoscore-files')).keys()).length"
    old = sheet.evaluate(files)
    cut_off(sheet)
    Panel(sheet).write(SOLO)
    monkeypatch.setattr(cegoscore, "__version__", "99.0.0")
    sheet.route("**/hands", lambda route: route.abort())  # the network is back, the hand not yet through
    sheet.context.set_offline(False)
    sheet.evaluate("async () => { await (await navigator.serviceWorker.getRegistration('/sheets/')).update() }")
    for _ in range(20):
        sheet.goto(page)
        ready(sheet)
        assert (waiting(sheet), Hand.objects.count()) == (1, 0)
        if any(version.startswith("99") for version in sheet.evaluate(KEPT_BY)):
            break
    assert "99.0.0" in {version[:6] for version in sheet.evaluate(KEPT_BY)}
    sheet.unroute("**/hands")
    expect(sheet.locator(f"#saved{SAVED}")).to_be_visible()
    assert Hand.objects.count() == 1
    expect(sheet.locator(".menu nav")).to_contain_text("99.0.0")
    assert sheet.evaluate(files) == old


def test_the_worker_keeps_the_sheet_alone_and_only_as_long_as_it_may(sheet: Page) -> None:
    controlled(sheet)
    path = "/sheets/" + sheet.url.rpartition("/")[2]
    for other in ("/evening", "/share"):
        sheet.goto(path + other)
    sheet.goto("/")
    assert kept_pages(sheet) == sorted([path, f"{path}/count", "/sheets/outbox"])
    Session.objects.update(state="closed")
    sheet.goto(path)
    expect(sheet.locator(".panel.closed")).to_be_visible()
    sheet.wait_for_timeout(300)
    assert kept_pages(sheet) == ["/sheets/outbox"]


def test_the_app_can_be_installed(phone: Page) -> None:
    phone.goto("/")
    address = phone.locator("link[rel=manifest]").get_attribute("href")
    assert address
    answer = phone.request.get(address)
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        image = phone.request.get(icon["src"])
        assert (image.status, image.headers["content-type"]) == (200, "image/png")
    session = phone.context.new_cdp_session(phone)
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors == ["in-incognito"]  # which every context of a test is


def test_the_screen_stays_on_if_wanted(sheet: Page) -> None:
    switch = sheet.locator(".menu .awake")
    sheet.locator(".menu summary").tap()
    switch.tap()
    assert sheet.evaluate("localStorage.getItem('awake')") == "yes"
    sheet.reload()
    ready(sheet)
    expect(sheet.locator(".menu [name=awake]")).to_be_checked()
    expect(sheet.locator(".menu")).to_contain_text("Version")


def test_what_waits_leaves_as_a_file_and_is_read_in_once(
    sheet: Page, new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    cut_off(sheet)
    panel = Panel(sheet)
    panel.write(SOLO)
    panel.write(EINE)
    sheet.locator("#lines .unsent .row").first.tap()
    sheet.locator("#lines [data-do=strike]").tap()
    expect(sheet.locator("#lines .unsent")).to_have_count(3)
    shown = totals(sheet)
    sheet.locator("#lines .unsent .row").last.tap()
    with sheet.expect_download() as download:
        sheet.locator("#lines [data-do=file]").tap()
    file = tmp_path / "unsent.json"
    download.value.save_as(file)
    reader = sheet.context.new_page()  # as any other phone that may write
    address = sheet.url
    sheet.close()
    reader.route("**/hands**", lambda route: route.abort())
    reader.context.set_offline(False)
    for said in ("3 Einträge wurden aufgeschrieben.", "3 standen schon da."):
        reader.goto(f"{address}/unsent")
        reader.set_input_files("input[type=file]", file)
        reader.locator("form.new-table button").tap()
        expect(reader.locator(".note")).to_contain_text(said)
    assert [seat.total for seat in Session.objects.get().seats.order_by("number")] == shown
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "void")
    assert list(rows) == [(1, 1, False), (2, 1, False), (2, 2, True)]
    file.write_text(file.read_text().replace("41", "51"))
    reader.goto(f"{address}/unsent")
    reader.set_input_files("input[type=file]", file)
    reader.locator("form.new-table button").tap()
    expect(reader.locator(".field-error")).to_contain_text("beschädigt")
