"""A tournament at the desk in Chromium: draw, start, totals by keyboard, a table by phone, close."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.evening.services import call_referee
from tests.browser.fitting import assert_fits, too_small
from tests.browser.panel import Panel, hold_time, known_as
from tests.browser.without_network import (
    EINE,
    SOLO,
    cut_off,
    eventually,
    hold,
    look_until_away,
    page_kept,
    ready,
    reconnect,
)
from tests.effort import thorough
from tests.worlds.tournament import World, play_hands, type_table
from tournaments.desk import services as desk
from tournaments.drawing import seating, services as drawing
from tournaments.models import DecisionKind, Round, RoundState, Table

pytestmark = [pytest.mark.django_db(transaction=True)]

TOTALS = ["−30", "+10", "+50", "−30"]
"""Totals of a table after `SOLO` and `EINE`."""

LAPTOP = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}


@pytest.fixture
def world(live_server: LiveServer) -> World:
    """Eight players at the door, two hands each, with a time limit."""
    world = World(hands=2, minutes=90, rounds=1)
    world.register(8)
    return world


@pytest.fixture
def sit_down(new_phone: Callable[..., Page]) -> Callable[..., Page]:
    """Opens a browser that is known as the device."""

    def sit(device: Device, **options: Any) -> Page:
        page = new_phone(**options)
        known_as(page, device)
        return page

    return sit


def phone_of(table: Table, sit_down: Callable[..., Page]) -> Page:
    """A phone that opened the table's link."""
    device = Device.objects.create()
    assert table.sheet
    accept_link(device, link_for(table.sheet.club, right=Right.WRITE, target=table.sheet.id))
    page = sit_down(device)
    page.goto(f"/sheets/{table.sheet.id}")
    return page


@thorough
def test_totals_typed_while_the_server_is_away_arrive_once_and_the_paper_is_there(
    world: World, sit_down: Callable[..., Page], no_network: None
) -> None:
    round_ = world.draw()
    desk = sit_down(world.organiser, **LAPTOP)
    desk.add_init_script("window.printed = 0; window.print = () => void (window.printed += 1)")
    with desk.expect_response("**/print/everything"):  # fetched beforehand
        desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    eventually(lambda: desk.evaluate("Object.keys(sessionStorage).some((key) => key.startsWith('paper '))"), desk)
    desk.keyboard.type("2\n")
    expect(desk.locator("#entry [data-total]").first).to_be_focused()

    desk.context.set_offline(True)
    expect(desk.locator("#away")).to_contain_text("Der Server ist nicht erreichbar")
    desk.keyboard.type("90\n-30\n-30\n-30\n")
    expect(desk.locator("#away li")).to_have_text(["Tisch 2: 90, -30, -30, -30"])
    desk.locator("#away [data-print-all]").click()
    eventually(lambda: desk.evaluate("window.printed === 1"), desk)
    assert desk.locator("#paper .blank").count() == 2
    assert desk.locator("#paper .by-name").first.locator("li").count() == 8

    desk.context.set_offline(False)
    expect(desk.locator("#live .settled .spot, #live .group.settled .spot")).to_have_count(1)
    expect(desk.locator("#away li")).to_have_count(0)
    expect(desk.locator("#entry input[name=number]")).to_be_visible()
    results = round_.results.filter(table__number=2).order_by("seat").values_list("points", flat=True)
    assert list(results) == [90, -30, -30, -30]
    away = desk.locator("#away")
    expect(away).to_contain_text("Der Server ist wieder da. Von selbst gesendet: 1.")
    expect(away.locator(".good")).to_be_visible()
    expect(away.locator(".bad")).to_be_hidden()
    expect(away.locator("[data-print-all]")).to_be_hidden()
    desk.locator("#entry input[name=number]").fill("1")
    desk.keyboard.press("Enter")  # whoever goes on has read it
    expect(away).to_be_hidden()


@pytest.mark.heavy
def test_every_table_is_typed_while_the_server_is_away_and_arrives_once(
    world: World, sit_down: Callable[..., Page], no_network: None
) -> None:
    round_ = world.draw()
    desk = sit_down(world.organiser, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    expect(desk.locator("[data-totals-of][data-ready]")).to_be_attached()
    desk.context.set_offline(True)
    expect(desk.locator("#away")).to_contain_text("Der Server ist nicht erreichbar")
    name = round_.results.select_related("entrant__player").get(table__number=1, seat=2).entrant.name
    number = desk.locator("#entry input[name=number]")
    number.focus()
    desk.keyboard.type("9\n")
    expect(desk.locator("#entry .said")).to_have_text("Diesen Tisch gibt es in diesem Durchgang nicht.")
    number.fill("")
    desk.keyboard.type("2\n90\n-30\n-30\n-30\n")
    expect(desk.locator("#away li")).to_have_text(["Tisch 2: 90, -30, -30, -30"])
    expect(number).to_be_focused()
    desk.keyboard.type(f"{name}\n")
    expect(desk.locator("#entry h2")).to_have_text("Tisch 1")
    desk.keyboard.press("Escape")
    expect(number).to_be_focused()
    desk.keyboard.type("1\n60\n0\n-30\n-30\n")
    expect(desk.locator("#away li")).to_have_text(["Tisch 2: 90, -30, -30, -30", "Tisch 1: 60, 0, -30, -30"])

    desk.context.set_offline(False)
    expect(desk.locator("#live .group.settled .spot")).to_have_count(2)
    expect(desk.locator("#away li")).to_have_count(0)
    typed = round_.results.order_by("table__number", "seat").values_list("points", flat=True)
    assert list(typed) == [60, 0, -30, -30, 90, -30, -30, -30]
    assert not round_.tournament.decisions.filter(kind=DecisionKind.CORRECTION).exists()


@thorough
def test_table_that_was_asked_for_as_the_server_went_is_opened_with_what_was_typed_ahead(
    world: World, sit_down: Callable[..., Page], no_network: None
) -> None:
    world.draw()
    desk = sit_down(world.organiser, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    expect(desk.locator("[data-totals-of][data-ready]")).to_be_attached()
    expect(desk.locator("#entry input[name=number]")).to_be_focused()
    asked = hold(desk, "number=1")
    desk.keyboard.type("1\n60\n")
    eventually(lambda: bool(asked), desk)
    look_until_away(desk)
    desk.keyboard.type("0\n")
    asked[0].abort("connectionrefused")
    desk.keyboard.type("-30\n-30\n")
    expect(desk.locator("#away li")).to_have_text(["Tisch 1: 60, 0, -30, -30"])
    expect(desk.locator("[data-ahead]")).to_have_text("")
    desk.unroute("**/*")
    expect(desk.locator("#live .group.settled .spot")).to_have_count(1)


def test_round_from_the_draw_to_its_end(world: World, sit_down: Callable[..., Page]) -> None:
    desk = sit_down(world.organiser, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1/draw")
    expect(desk.get_by_text("2 Tische zu 4")).to_be_visible()
    desk.get_by_role("button", name="Auslosen").click()
    expect(desk.locator(".seated")).to_have_count(2)
    desk.get_by_role("button", name="Durchgang 1 anfangen").click()
    expect(desk.locator(".spot")).to_have_count(2)

    # Totals of table 2 from paper, by keyboard alone: number, and all four totals; none is filled in.
    expect(desk.get_by_role("textbox", name="Summen eintippen von Tisch")).to_be_focused()
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry [data-total]").first).to_be_focused()
    for points in ("90", "-30", "-30"):
        desk.keyboard.type(points)
        desk.keyboard.press("Enter")
    expect(desk.locator("#entry [data-total]").last).to_have_value("")
    desk.keyboard.type("-30")
    expect(desk.locator("#entry [data-sum]")).to_have_text("Geht auf.")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry")).to_contain_text("Tisch 2 ist eingetippt.")
    expect(desk.locator("#entry input[name=number]")).to_be_focused()
    expect(desk.locator("#table-2")).to_contain_text("eingetippt")

    # Table 1 by phone; the desk sees each step without loading anything.
    table = Table.objects.select_related("sheet__club").get(number=1)
    phone = phone_of(table, sit_down)
    panel = Panel(phone)
    panel.write({"contract": "solo", "declarer": 0, "points": 41})
    expect(desk.locator("#table-1")).to_contain_text("1 / 2")
    panel.choose({"contract": "cego", "declarer": 1, "points": 39})
    panel.tap("#panel [data-save]")
    buttons = phone.locator("#finish .picks button")
    buttons.nth(0).tap()
    expect(desk.locator(".needs #table-1")).to_contain_text("abgegeben")
    expect(buttons).to_have_count(3)
    buttons.nth(0).tap()
    expect(phone.locator("#finish h2")).to_contain_text("Bestätigt von")
    expect(desk.locator(".settled #table-1")).to_contain_text("bestätigt")
    expect(desk.locator("#entry input[name=number]")).to_be_focused()

    desk.get_by_role("button", name="Durchgang 1 abschließen").click()
    expect(desk.get_by_text("Dieser Durchgang ist abgeschlossen.")).to_be_visible()
    assert Round.objects.get().state == RoundState.CLOSED


@thorough
def test_start_that_takes_its_time_is_not_broken_off_by_what_the_page_sees_meanwhile(
    world: World, sit_down: Callable[..., Page]
) -> None:
    world.draw(start=False)
    desk = sit_down(world.organiser, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1/draw")
    looked: list[str] = []
    desk.on("requestfinished", lambda request: looked.append(request.url))

    def slowly(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        looked.clear()
        eventually(lambda: any("/changes" in url for url in looked), desk)
        route.fulfill(response=answer)

    desk.route("**/start", slowly)
    desk.get_by_role("button", name="Durchgang 1 anfangen").click(no_wait_after=True)
    expect(desk.locator(".spot")).to_have_count(2)


def let_go(page: Page, held: list[Route]) -> None:
    """Answer the request that is held, once it is there."""
    while not held:
        page.evaluate("null")
    held.pop().continue_()


@thorough
def test_keys_typed_ahead_go_to_the_table_that_they_are_for(world: World, sit_down: Callable[..., Page]) -> None:
    round_ = world.draw()
    desk = sit_down(world.organiser, **LAPTOP)
    held: list[Route] = []
    desk.route("**/rounds/1/find*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks a function for its signature
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    expect(desk.locator("#entry input[name=number]")).to_be_focused()
    with desk.expect_request("**/rounds/1/find*"):
        desk.keyboard.type("2")
        desk.keyboard.press("Enter")
    for points in ("90", "-30", "-30", "-30"):
        desk.keyboard.type(points)
        desk.keyboard.press("Enter")
    with desk.expect_request("**/rounds/1/find*"):
        desk.keyboard.type("9")
        desk.keyboard.press("Enter")
        desk.keyboard.type("77")
        let_go(desk, held)
    let_go(desk, held)
    expect(desk.locator("[data-ahead]")).to_have_text("Zu früh getippt und nicht übernommen: 77")
    expect(desk.locator("#entry")).to_contain_text("Diesen Tisch gibt es in diesem Durchgang nicht.")
    written = round_.results.filter(table__number=2).order_by("seat").values_list("points", flat=True)
    assert list(written) == [90, -30, -30, -30]
    assert not round_.results.filter(table__number=1).exclude(points=None).exists()


@thorough
def test_wrong_totals_stay_and_the_focus_is_where_something_is_missing(
    world: World, sit_down: Callable[..., Page]
) -> None:
    world.draw()
    type_table(Table.objects.get(number=1))
    desk = sit_down(world.helper, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    desk.keyboard.type("7")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry")).to_contain_text("Diesen Tisch gibt es in diesem Durchgang nicht.")
    number = desk.locator("#entry input[name=number]")
    expect(number).to_be_focused()
    number.fill("1")
    desk.keyboard.press("Enter")
    fields = desk.locator("#entry [data-total]")
    expect(fields.first).to_be_focused()
    for place, points in enumerate(("40", "10", "-10", "-40")):
        fields.nth(place).fill(points)
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry input[name=why]")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry .problem")).to_contain_text("der Grund bleibt dabei stehen")
    expect(desk.locator("#entry input[name=why]")).to_be_focused()
    expect(fields.first).to_have_value("40")
    desk.keyboard.type("verschrieben")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry")).to_contain_text("Tisch 1 ist eingetippt.")
    expect(number).to_be_focused()
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    expect(fields).to_have_count(4)
    desk.keyboard.press("Escape")
    expect(number).to_be_focused()


@thorough
def test_table_calls_from_the_phone_and_the_note_goes_when_the_desk_came(
    world: World, sit_down: Callable[..., Page]
) -> None:
    world.draw()
    table = Table.objects.select_related("sheet__club").get(number=1)
    desk = sit_down(world.helper, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    phone = phone_of(table, sit_down)
    phone.locator(".menu summary").tap()
    phone.get_by_role("button", name="Turnierleitung rufen").tap()
    expect(phone.locator("#called")).to_contain_text("Die Turnierleitung ist gerufen")
    expect(phone.locator("#totals .name").first).to_be_in_viewport(ratio=1)
    expect(phone.locator("#panel .turn")).to_be_in_viewport(ratio=1)
    expect(desk.locator(".needs #table-1")).to_contain_text("ruft")
    desk.locator("#table-1").click()
    desk.get_by_role("button", name="Wir waren da").click()
    expect(phone.locator("#called")).to_be_empty()


@thorough
def test_clock_counts_down(world: World, sit_down: Callable[..., Page]) -> None:
    world.draw()
    desk = sit_down(world.helper, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    clock = desk.locator("[data-left-text]")
    expect(clock).to_contain_text("1:29:")
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=85))
    desk.reload()
    expect(clock).to_contain_text("4:")
    expect(desk.get_by_text("Gleich ist Schluss")).to_be_visible()


def everything_at_once(world: World) -> Round:
    """A round with a table in most states, a swap, and wishes."""
    seating.keep_apart(world.tournament, 1, 2, weight=9)
    seating.fix_table(world.tournament, 3, 1)
    round_ = world.draw(start=False)
    one, other = round_.draw["tables"][0][0], round_.draw["tables"][1][0]
    drawing.swap(round_, one, other, why="Ehepaar", device=None)
    drawing.start_round(round_)
    tables = list(round_.tables.select_related("sheet").order_by("number"))
    for table in tables[:2]:
        assert table.sheet
        play_hands(table.sheet, 2)
    assert tables[0].sheet
    call_referee(tables[0].sheet)
    desk.void_table(tables[2], why="unklar", device=None)
    type_table(tables[3])
    return round_


@pytest.mark.heavy
def test_pages_of_the_desk_are_accessible_and_fit(
    live_server: LiveServer, phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    world = World(hands=2, minutes=5)
    world.register(20)
    drawn = World(hands=2, club_name="Andere")
    drawn.register(8)
    drawn.play_round()
    drawn.draw("zwei", start=False)
    over = World(hands=2, rounds=1, club_name="Dritte")
    over.register(8)
    over.play_round()
    everything_at_once(world)
    pages = [(world, path) for path in ("rounds/1", "rounds/1/tables/1", "rounds/1/tables/3", "desk/wishes")]
    pages += [
        (world, "desk/decisions"),
        (world, "rounds/1/draw"),
        (drawn, "rounds/2/draw"),
        (drawn, "rounds/1"),
        (over, "rounds/1"),
        (over, "ceremony"),
    ]
    for which, path in pages:
        known_as(phone, which.organiser)
        phone.goto(f"/tournaments/{which.tournament.pk}/{path}")
        phone.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert_accessible(phone)
        assert_fits(phone, 1280)
        assert too_small(phone, "a, button, summary, select, input:not([type=hidden])") == [], path


@thorough
def test_end_of_a_sheet_is_accessible_and_in_reach(
    world: World,
    sit_down: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    assert_accessible_too: Callable[[Page], None],
) -> None:
    world.draw()
    table = Table.objects.select_related("sheet__club").get(number=1)
    assert table.sheet
    play_hands(table.sheet, 2)
    phone = phone_of(table, sit_down)
    buttons = phone.locator("#finish .picks button")
    for left in (4, 3):  # Everybody may hand in; whoever did may not confirm.
        expect(buttons).to_have_count(left)
        for width, height in ((390, 844), (360, 640)):
            phone.set_viewport_size({"width": width, "height": height})
            for button in buttons.all():
                expect(button).to_be_in_viewport(ratio=1)
        assert_accessible(phone)
        buttons.first.tap()
    expect(phone.locator("#finish h2")).to_contain_text("Bestätigt von")
    assert_accessible_too(phone)


@thorough
def test_table_without_network_shows_its_totals_for_the_desk_and_its_hands_follow(
    world: World, sit_down: Callable[..., Page], no_network: None, assert_accessible: Callable[[Page], None]
) -> None:
    table = Table.objects.select_related("sheet__club").get(pk=world.draw().tables.get(number=1).pk)
    phone = page_kept(ready(phone_of(table, sit_down)))
    cut_off(phone)
    phone.reload()
    Panel(ready(phone)).write(SOLO)
    lines, totals = phone.locator("#panel .final li"), phone.locator("#totals .total")
    expect(lines.first).to_be_hidden()
    Panel(phone).write(EINE)
    expect(lines.locator(".total")).to_have_text(TOTALS)  # they count up
    expect(lines.locator(".name")).to_have_text(phone.locator("#totals .name").all_inner_texts())
    expect(lines.last).to_be_in_viewport(ratio=1)
    assert_accessible(phone)
    reconnect(phone)
    expect(phone.locator("#finish h2")).to_contain_text("Alle 2 Spiele")
    expect(totals).to_have_text(TOTALS)


@pytest.mark.heavy
def test_desk_works_without_scripts(world: World, sit_down: Callable[..., Page]) -> None:
    world.draw()
    desk = sit_down(world.helper, java_script_enabled=False, **LAPTOP)
    desk.goto(f"/tournaments/{world.tournament.pk}/rounds/1")
    desk.locator("#entry input[name=number]").fill("2")
    desk.get_by_role("button", name="Weiter").click()
    for place, points in enumerate(("30", "10", "-10", "-30")):
        desk.locator("[data-total]").nth(place).fill(points)
    desk.get_by_role("button", name="Eintragen").click()
    expect(desk.locator("#entry")).to_contain_text("Tisch 2 ist eingetippt.")
    expect(desk.locator("#table-2")).to_contain_text("eingetippt")


@pytest.mark.heavy
@pytest.mark.usefixtures("second_taps")
def test_double_tap_hands_the_sheet_in_and_does_not_confirm_it(world: World, sit_down: Callable[..., Page]) -> None:
    """The buttons of those who may confirm come to lie where a finger handed it in."""
    table = world.draw().tables.get(number=1)
    assert table.sheet
    play_hands(table.sheet, 2)
    phone = phone_of(table, sit_down)
    button = phone.locator("#finish .picks .button").first
    button.click(trial=True)
    go_on = hold_time(phone)
    box = button.bounding_box()
    assert box
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.touchscreen.tap(*spot)
    expect(phone.locator("#finish form[action$='/confirm']")).to_be_visible()
    under = "([x, y]) => !!document.elementFromPoint(x, y).closest('.picks')?.closest('form[action$=\"/confirm\"]')"
    assert phone.evaluate(under, spot), "otherwise nothing is proven"
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.method))
    phone.touchscreen.tap(*spot)
    phone.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert "POST" not in sent
    expect(phone.locator("#finish h2")).to_contain_text("abgegeben")
    go_on()
    phone.locator("#finish .picks .button").first.tap()
    expect(phone.locator("#finish h2")).to_contain_text("Bestätigt")
