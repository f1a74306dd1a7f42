"""An evening from its opening to its end on a phone without network, and how it comes to the server."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Error, Page, Route, expect

from cegoscore.scoresheet.evening import services as new_tables
from cegoscore.scoresheet.evening.new_table_form import NewTableForm
from cegoscore.scoresheet.models import Hand, Session, State
from tests.browser.panel import Panel, known_as, open_table_by_form, totals
from tests.browser.without_network import (
    EINE,
    SOLO,
    cut_off,
    eventually,
    kept_pages,
    page_kept,
    ready,
    reconnect,
    rest_kept,
    seat,
    waiting,
    write_all,
)
from tests.effort import thorough
from tests.worlds.sheet import World

NEVER_ASKS_AGAIN = "const later = setTimeout; window.setTimeout = (work, ms) => (ms === 15000 ? 0 : later(work, ms))"
"""Script of a page that never does what it would do in a quarter of a minute."""
PLAIN_HTTP = "Object.defineProperty(window, 'isSecureContext', { value: false })"
"""Script of a page that has no worker and knows so."""
TAP_TWICE = "link => { link.click(); link.click(); }"
SHEET = re.compile(r"/sheets/[0-9a-f-]{36}$")
PAGES_LAST = """{
    const open = caches.open.bind(caches);
    caches.open = async (name) => {
        const isEarly = () => location.pathname === "/" && !document.querySelector("#left a");
        while (isEarly()) await new Promise(requestAnimationFrame);
        return open(name);
    };
}"""
"""Script that lets the start page find kept pages only when it has found what waits."""

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]


def seen_once(phone: Page, path: str = "/") -> Page:
    """A phone that has seen the app once and has no network since."""
    phone.goto(path)
    cut_off(rest_kept(phone))
    return phone


def fill_in(phone: Page, *names: str, **more: str) -> None:
    for place, name in enumerate(names):
        phone.locator(f"[name=name_{place}]").fill(name)
    if more and phone.locator(".extras:not([open])").count():
        phone.locator(".extras summary").tap()
    for field, value in more.items():
        phone.locator(f"[name={field}]").fill(value)


@thorough
def test_over_plain_http_an_open_page_settles_without_network_in_one_dialog(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(service_workers="block")
    phone.add_init_script(PLAIN_HTTP)
    seat(phone, World())
    phone.locator("script[src*='/settling.']").wait_for(state="attached")
    phone.wait_for_load_state("networkidle")
    cut_off(phone)
    Panel(phone).write(SOLO)
    phone.locator("[data-settle]").evaluate(TAP_TWICE)
    expect(phone.locator("dialog.settling")).to_have_count(1)
    expect(phone.locator("dialog.settling .standings li").first).to_contain_text("+30")


@thorough
def test_settling_that_cannot_be_had_without_network_says_so(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(service_workers="block")
    seat(phone, World())
    cut_off(phone)
    phone.locator("[data-settle]").evaluate("link => link.click()")
    expect(phone.locator("#panel [data-network]")).to_contain_text("Keine Verbindung")


@thorough
def test_start_page_and_new_table_stay_when_the_first_table_makes_the_phone_a_device(phone: Page) -> None:
    """The pages that it had kept till then were nobody's, and are not for whom it is now."""
    phone.goto("/")
    rest_kept(phone)
    open_table_by_form(phone, ["Anna", "Bernd", "Clara", "Dieter"], "braeunlingen-ministranten", 3)
    page_kept(ready(phone))
    eventually(lambda: {"/", "/new"} <= set(kept_pages(phone)), phone)
    cut_off(phone)
    phone.goto("/new")
    expect(phone.locator("form.new-table button.main")).to_be_visible()
    phone.goto("/")
    expect(phone.get_by_role("link", name="Neuer Tisch")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("Anna, Bernd, Clara")


def test_an_evening_is_opened_and_played_without_network_and_arrives_whole(phone: Page) -> None:
    seen_once(phone)
    phone.get_by_role("link", name="Neuer Tisch").tap()
    fill_in(phone, "Änne <3", "Bernd", 'C"l\\ara', "Dieter", title="Löwen")
    phone.locator("label.dealer-pick").nth(2).tap()
    phone.locator("select[name=rules]").select_option("braeunlingen-ministranten")
    phone.get_by_role("button", name="Los geht").tap()
    ready(phone)
    path = phone.url.removeprefix(phone.url.split("/sheets")[0])
    expect(phone.locator("#totals .name")).to_have_text(["Änne <3", "Bernd", 'C"l\\ara', "Dieter"])
    expect(phone.locator(".turn p")).to_have_text('C"l\\ara gibt, Dieter ist Vorhand')
    expect(phone.locator("#totals .seat").nth(2).locator(".mark")).to_contain_text("gibt")
    write_all(phone, [SOLO, EINE])
    shown = totals(phone)
    phone.add_init_script(PAGES_LAST)
    phone.goto("/")
    expect(phone.locator("#tables-here a")).to_have_attribute("href", path)
    phone.locator("#tables-here a").tap()
    ready(phone)
    expect(phone.locator("#panel-title")).to_have_text("Spiel 3")
    assert (waiting(phone), totals(phone)) == (2, shown)
    assert not Session.objects.exists()
    reconnect(phone)
    sheet = Session.objects.get()
    assert (sheet.get_absolute_url(), sheet.club.name, sheet.dealer) == (path, "Löwen", 2)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine"]
    assert [hand.dealer for hand in Hand.objects.order_by("number")] == [2, 3]
    assert list(sheet.seats.order_by("number").values_list("total", flat=True)) == shown
    eventually(lambda: phone.evaluate("() => !('madeHere' in document.body.dataset)"), phone)
    phone.reload()
    ready(phone)
    expect(phone.locator("#lines .line[data-number]")).to_have_count(2)
    Panel(phone).write(SOLO)
    assert Hand.objects.count() == 3


@thorough
def test_a_table_that_cannot_be_is_not_opened_and_an_evening_is_settled_without_network(
    phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    seen_once(phone, "/new")
    for names, sentence in (
        (("Anna", "Bernd"), "hier sind aber 2"),
        (("Anna", "anna", "Clara", "Dieter"), "anna"),
        (("", "Bernd", "Clara", "Dieter", "Emil"), "niemand"),
    ):
        fill_in(phone, *names)
        phone.get_by_role("button", name="Los geht").tap()
        expect(phone.locator("[data-problem]")).to_contain_text(sentence)
    fill_in(phone, "Anna", "Bernd", "Clara", "Dieter", "")
    for stake in ("5 Kreuzer", "-1", "1.000,5", "0,12345"):
        assert "stake" in NewTableForm({"stake": stake}, device=None).errors
        fill_in(phone, stake=stake)
        phone.get_by_role("button", name="Los geht").tap()
        expect(phone.locator("[data-problem]")).to_contain_text("0,05, 5 ct")
    fill_in(phone, stake="10")
    phone.get_by_role("button", name="Los geht").tap()
    expect(phone.locator("[data-problem]")).to_contain_text("100 Punkte = 1.000 €. Setz den Haken")
    expect(phone.locator("[name=much]")).to_be_visible()
    assert_accessible(phone)

    fill_in(phone, "Anna", "Bernd", "Clara", "Dieter", "", stake="5 Cent")
    expect(phone.locator(".worth")).to_have_text("100 Punkte = 5,00 €")
    expect(phone.locator("[name=much]")).to_be_hidden()
    phone.locator("select[name=rules]").select_option("braeunlingen-ministranten")
    phone.get_by_role("button", name="Los geht").tap()
    ready(phone)
    write_all(phone, [SOLO, EINE])
    shown = totals(phone)
    path = phone.evaluate("location.pathname")
    phone.locator(".menu summary").tap()
    expect(phone.locator(".menu .only-here")).to_be_visible()
    expect(phone.get_by_role("link", name="Tisch teilen")).to_have_count(0)
    phone.locator("[data-settle]").tap()
    dialog = phone.locator("dialog.settling")
    expect(dialog.locator(".standings li")).to_have_count(4)
    assert_accessible(phone)
    said = dialog.locator(".payments").locator(".name, strong, small").all_inner_texts()
    dialog.get_by_role("button", name="Schließen").tap()
    phone.goto(f"{path}/evening")  # as a bookmark or an old tab would
    expect(dialog).to_be_visible()
    assert dialog.locator(".payments").locator(".name, strong, small").all_inner_texts() == said
    assert totals(phone) == shown
    dialog.locator("label:has-text('Abend beenden, sobald Netz da ist')").tap()
    dialog.get_by_role("button", name="Schließen").tap()
    expect(phone.locator("#lines .hint").first).to_contain_text("Der Abend wird beendet")
    phone.context.set_offline(False)
    phone.wait_for_url(f"**{path}/evening")
    assert Session.objects.get().state == State.CLOSED
    pays = phone.locator(".payments").first.locator("li > span, li > strong").all_inner_texts()
    assert " ".join(pays).split() == " ".join(said).split()


@thorough
def test_the_usual_circle_sits_down_without_network_and_is_filed_there(phone: Page) -> None:
    world = World(names=("Anna", "Bernd", "Clara", "Dieter"))
    Session.objects.update(title="Stammtisch", state="closed")
    known_as(phone, world.owner)
    phone.add_init_script(NEVER_ASKS_AGAIN)
    seen_once(phone)
    phone.get_by_role("link", name="Neuer Abend mit Anna, Bernd, Clara, Dieter").tap()
    expect(phone.locator("#circles a").first).to_have_attribute("aria-current", "true")
    phone.get_by_role("button", name="Los geht").tap()
    ready(phone)
    expect(phone.locator("#totals .name")).to_have_text(["Dieter", "Anna", "Bernd", "Clara"])
    phone.context.set_offline(False)
    eventually(lambda: Session.objects.count() == 2, phone)
    reconnect(phone)
    new = Session.objects.exclude(pk=world.sheet.pk).get()
    assert (new.club_id, new.rule_set_id) == (world.sheet.club_id, world.sheet.rule_set_id)
    assert new.title.startswith("Stammtisch, ")
    assert {seat.player_id for seat in new.seats.all()} == {seat.player_id for seat in world.sheet.seats.all()}


@thorough
@pytest.mark.parametrize("fault", ["lost answer", pytest.param("dead", marks=pytest.mark.heavy)])
def test_a_table_whose_answer_was_lost_is_opened_once(phone: Page, fault: str) -> None:
    phone.goto("/new")
    rest_kept(phone)
    fill_in(phone, "Anna", "Bernd", "Clara", "Dieter")

    swallowed = []

    def swallow(route: Any) -> None:
        if fault == "lost answer":
            route.fetch()
        with suppress(Error):  # the phone has given up waiting already
            route.abort()
        swallowed.append(route)

    phone.route("**/sheets/new", swallow)
    phone.get_by_role("button", name="Los geht").tap()
    ready(phone)
    eventually(lambda: bool(swallowed), phone)
    assert Session.objects.count() == (fault == "lost answer")
    cut_off(phone)
    write_all(phone, [SOLO])
    phone.unroute("**/sheets/new")
    reconnect(phone)
    assert (Session.objects.count(), Hand.objects.count()) == (1, 1)


TAP = "document.querySelector('.new-table .main').click()"


def test_start_tapped_again_while_the_sheet_loads_opens_no_second_one(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(service_workers="block")  # which would ask for the sheet by itself
    sent, asked = list[str](), list[str]()

    def stay(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=204)

    phone.on("request", lambda request: sent.append(str(request.post_data)) if request.method == "POST" else None)
    phone.goto("/new")
    fill_in(phone, "Anna", "Bernd", "Clara", "Dieter")
    phone.route(SHEET, stay)
    phone.evaluate(TAP)
    eventually(lambda: len(asked) == 1, phone)
    phone.evaluate(TAP)
    phone.evaluate("fetch('/healthz').then(() => {})")  # what was sent before is noted then
    assert len(sent) == 1

    phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")  # somebody came back
    phone.evaluate(TAP)
    eventually(lambda: len(asked) == 2, phone)
    assert len({parse_qs(each)["id"][0] for each in sent}) == Session.objects.count() == 2


@thorough
def test_a_table_whose_answer_was_lost_is_the_same_when_it_is_sent_again_and_another_when_it_was_changed(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone(service_workers="block")  # nothing is kept: it cannot be opened here

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.goto("/new")
    fill_in(phone, "Anna", "Bernd", "Clara", "Dieter")
    phone.route("**/sheets/new", lose)
    for name, tables in (("Dieter", 1), ("Dieter", 1), ("Emil", 2)):
        fill_in(phone, "Anna", "Bernd", "Clara", name)
        phone.get_by_role("button", name="Los geht").tap()
        expect(phone.locator("[data-problem]")).to_contain_text("kein Netz")
        assert Session.objects.count() == tables
    phone.unroute("**/sheets/new")
    phone.get_by_role("button", name="Los geht").tap()
    expect(phone.locator("#totals .name").last).to_have_text("Emil")
    assert Session.objects.count() == 2


@thorough
def test_a_table_that_the_server_does_not_take_says_so_until_it_does(
    phone: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen_once(phone, "/new")
    fill_in(phone, "Anna", "Bernd", "Clara", "Dieter")
    phone.get_by_role("button", name="Los geht").tap()
    write_all(ready(phone), [SOLO])
    declined = phone.locator("#lines .hint", has_text="Der Server nimmt diesen Tisch bisher nicht an")
    with monkeypatch.context() as refusing:
        refusing.setattr(new_tables, "take_in", Mock(side_effect=new_tables.Foreign))
        phone.context.set_offline(False)
        expect(declined).to_be_visible()
        assert waiting(phone) == 1
    cut_off(phone)
    reconnect(phone)
    expect(declined).to_have_count(0)
    assert (Session.objects.count(), Hand.objects.count()) == (1, 1)


@thorough
def test_a_phone_that_only_looked_at_a_sheet_writes_on_it_and_says_what_it_has_not(
    phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    world = World()
    path = world.sheet.get_absolute_url()
    page_kept(seat(phone, world))
    assert kept_pages(phone) == [path]
    cut_off(phone)
    phone.reload()
    ready(phone)
    panel = Panel(phone)
    panel.write(SOLO)
    panel.write({"contract": "raeuber", "card_points": [10, 20, 10, 30]})
    for way in ("[data-count$='.js']", ".count-link:visible"):
        if way == ".count-link:visible":
            phone.locator("label.pick:has([name=declarer])").first.tap()
            phone.locator("label.pick:has([value=solo][name=game])").tap()
        phone.locator(f"#panel {way}").first.tap()
        expect(phone.locator("#panel [data-network]")).to_contain_text("Keine Verbindung")
        phone.reload()
        ready(phone)
    for other in ("/", "/new", f"{path}/rules"):
        phone.goto(other)
        expect(phone.locator("h1")).to_have_text("Diese Seite braucht Netz")
        expect(phone.locator("main")).to_contain_text("Ein neuer Tisch, die Regeln, das Zählen und das Bieten")
        expect(phone.locator("#tables-here a")).to_have_attribute("href", path)
    assert_accessible(phone)
    phone.locator("#tables-here a").tap()
    ready(phone)
    shown = totals(phone)
    reconnect(phone)
    assert (Hand.objects.count(), world.totals()) == (2, shown)
    eventually(lambda: {"/", "/new", f"{path}/rules"} <= set(kept_pages(phone)), phone)
