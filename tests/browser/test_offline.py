"""Without network: hands wait on the phone, survive its end, and arrive once; what is refused waits for a person."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.links import revoke
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.documents.ledger import ledger
from tests.browser.panel import Panel, hold_time, totals
from tests.browser.without_network import (
    EINE,
    NOTE_WHAT_IS_SHOWN,
    SAVED,
    SOLO,
    ULTI,
    assert_as_stored,
    cut_off,
    eventually,
    listed,
    page_kept,
    ready,
    reconnect,
    seat,
    stored,
    waiting,
    write_all,
)
from tests.effort import thorough
from tests.scoresheet.acting import faults_of
from tests.worlds.sheet import NAMES, World, writing

EVENING = json.loads((Path(__file__).parent / "evening.json").read_text())
SMALL = {"viewport": {"width": 360, "height": 640}}

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]


@pytest.fixture
def world() -> World:
    """A table of four, Dieter to deal."""
    return World()


@pytest.fixture
def sheet(phone: Page, world: World) -> Page:
    """The owner's phone at the table, its outbox ready."""
    return seat(phone, world)


@pytest.fixture
def other(new_phone: Callable[..., Page], world: World) -> Page:
    """The mate's phone at the same table: the smallest there is."""
    return seat(new_phone(**SMALL), world, world.mate)


def games() -> list[str]:
    """Lines of the ledger, in order."""
    return [hand.game for hand in Hand.objects.order_by("number", "revision")]


def said_in_lines(page: Page) -> list[str]:
    """Number, game and words of every line, and its amounts, with network or without."""
    parts = page.locator("#lines .line").evaluate_all(
        "(lines) => lines.map((line) => [...line.querySelectorAll('.number, .game, .text, .amounts span')]"
        ".map(({ textContent }) => textContent.trim()).filter(Boolean).join(' '))"
    )
    return [str(part) for part in parts]


def test_an_evening_without_network_arrives_once_and_with_the_totals_of_score(sheet: Page, world: World) -> None:
    sheet.locator("script[src*=besides]").wait_for(state="attached")
    document, problems = parse(EVENING)
    assert document is not None, problems
    played, home, context = list(ledger(document).totals), sheet.url, sheet.context
    cut_off(sheet)
    write_all(sheet, EVENING["hands"])
    assert (waiting(sheet), totals(sheet)) == (len(EVENING["hands"]), played)
    expect(sheet.locator("#saved")).to_have_text(f"{len(EVENING['hands'])} warten")
    assert sheet.evaluate("document.scrollingElement.scrollHeight <= innerHeight")  # only the lines scroll
    assert not Hand.objects.exists()
    said = said_in_lines(sheet)
    sheet.close()  # the tab is killed: nothing is left of it but what the phone keeps
    context.set_offline(False)
    again = context.new_page()
    again.goto(home)
    reconnect(ready(again))
    assert totals(again) == played == world.totals()
    assert said_in_lines(again) == said
    assert [hand.number for hand in Hand.objects.order_by("number")] == list(range(1, len(EVENING["hands"]) + 1))
    assert list(faults_of(world.sheet)) == []


def test_a_hand_waits_in_sight_and_goes_out_by_itself(
    sheet: Page, assert_accessible_too: Callable[[Page], None]
) -> None:
    cut_off(sheet)
    expect(sheet.locator("#saved")).to_contain_text("ohne Netz seit")
    panel = Panel(sheet)
    panel.choose(SOLO)
    sheet.locator("#panel [data-save]").evaluate("(button) => { button.click(); button.click(); }")  # a double tap
    line = sheet.locator("#lines .unsent")
    expect(line).to_contain_text("Bernd 41")
    expect(line).to_contain_text("noch nicht gesendet")
    assert totals(sheet) == [-10, 30, -10, -10]
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2")
    expect(sheet.locator(".turn p")).to_have_text("Anna gibt, Bernd ist Vorhand")
    expect(sheet.locator(".seat:has(.mark:has-text('gibt'))")).to_contain_text("Anna")
    expect(sheet.locator("#saved")).to_have_text("1 wartet")
    line.locator(".row").tap()
    assert_accessible_too(sheet)
    reconnect(sheet)
    expect(sheet.locator("#lines .line[data-number='1']")).to_contain_text("Bernd 41")
    assert totals(sheet) == [-10, 30, -10, -10]
    assert games() == ["solo"]


@pytest.mark.heavy
def test_nothing_is_said_before_the_phone_has_looked_what_waits(phone: Page, world: World) -> None:
    """The answer with the outbox is held back: until then nobody knows whether all is saved."""
    held: list[Any] = []

    def hold(route: Any) -> None:  # a plain function: Playwright notes the handler as one of its own
        held.append(route)

    phone.context.route("**/sheets/outbox*", hold)
    seat(phone, world, path="?")
    phone.locator("#outbox.htmx-request").wait_for(state="attached")
    Panel(phone).choose(SOLO)
    phone.locator("#panel [data-save]").tap()  # as a plain form: the outbox is not there to keep the hand
    expect(phone.locator("#lines .line")).to_have_count(1)
    phone.locator("#outbox.htmx-request").wait_for(state="attached")
    expect(phone.locator("#saved")).to_have_text("")
    expect(phone.locator("#saved .symbol:visible")).to_have_count(0)
    held[-1].continue_()
    phone.context.unroute("**/sheets/outbox*", hold)
    expect(phone.locator(SAVED)).to_have_text("alles gesichert")


@pytest.mark.heavy
def test_an_outbox_whose_script_did_not_come_is_there_once_there_is_network(
    phone: Page, world: World, watch: Any
) -> None:
    phone.context.route("**/scripts/outbox.*", lambda route: route.abort(), times=1)
    with phone.expect_event("requestfailed"):
        seat(phone, world, path="?")
    expect(phone.locator("#outbox[data-ready]")).to_have_count(0)
    phone.context.set_offline(True)
    phone.context.set_offline(False)
    Panel(ready(phone)).write(SOLO)
    expect(phone.locator(SAVED)).to_be_visible()
    watch.complaints.clear()


@pytest.mark.heavy
def test_an_answer_that_got_lost_is_no_second_hand(sheet: Page) -> None:
    """The server writes it, and the phone never hears so. Then the inn's login page answers everything."""

    def swallow(route: Any) -> None:
        route.fetch()
        route.abort()

    sheet.route("**/queue", swallow, times=1)
    Panel(sheet).write(SOLO)
    expect(sheet.locator(SAVED)).to_be_visible()
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    assert totals(sheet) == [-10, 30, -10, -10]
    inn = [200, 403, 404, 502]
    sheet.route("**/changes*", lambda route: route.fulfill(status=200, body="<p id='login'>Willkommen im WLAN</p>"))
    expect(sheet.locator("#saved")).to_contain_text("ohne Netz seit")
    sheet.route(
        "**/queue",
        lambda route: route.fulfill(status=inn.pop() if inn else 200, body="<p id='login'>Willkommen im WLAN</p>"),
    )
    Panel(sheet).write(EINE, "waiting")
    eventually(lambda: not inn, sheet)
    expect(sheet.locator("#lines .unsent:not(.refused)")).to_have_count(1)
    assert totals(sheet) == [-20, 20, 20, -20]
    assert sheet.locator("#login").count() == 0
    sheet.unroute("**/queue")
    sheet.unroute("**/changes*")
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    assert games() == ["solo", "eine"]


def do(page: Page, line: Locator, action: str) -> None:
    """Tap a line and what is to be done with it."""
    line.tap()
    page.locator(f"#lines [data-do={action}]").tap()


@thorough
def test_hands_are_struck_restored_and_corrected_without_network(sheet: Page, world: World) -> None:
    def sent(number: int) -> Locator:
        return sheet.locator(f"#lines .line[data-number='{number}'] a")

    panel = Panel(sheet)
    panel.write(SOLO)
    panel.write(EINE)
    cut_off(sheet)
    panel.write(ULTI)
    before = totals(sheet)
    do(sheet, sent(1), "strike")
    expect(sheet.locator("#lines .unsent")).to_have_count(2)
    assert totals(sheet) == [before[0] + 10, before[1] - 30, before[2] + 10, before[3] + 10]
    do(sheet, sent(2), "correct")
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2 berichtigen")
    write_all(sheet, [SOLO | {"declarer": 3}])  # over what stands there
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 3")  # the first is struck
    ulti = sheet.locator("#lines .unsent", has_text="Ulti").locator(".row")
    do(sheet, ulti, "strike")
    expect(sheet.locator("#saved")).to_have_text("4 warten")
    assert totals(sheet) == [-10, -10, -10, 30]
    do(sheet, sent(1), "restore")  # struck a moment ago, and not sent yet
    expect(sheet.locator("#lines .unsent").first).to_contain_text("Spiel 1 zählt wieder")
    expect(sheet.locator("#saved")).to_have_text("5 warten")
    assert totals(sheet) == [-20, 20, -20, 20]
    reconnect(sheet)
    cut_off(sheet)
    sent(1).tap()
    expect(sheet.locator("#lines [data-between]")).to_contain_text("sobald wieder Netz da ist")
    assert_in_sight(sheet, "#lines [data-between]")
    do(sheet, sent(3), "restore")  # the server has it as struck
    expect(sheet.locator("#lines .unsent")).to_have_count(1)
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 4")  # all three count again
    expect(sheet.locator(".turn p")).to_contain_text("Clara gibt")
    shown = totals(sheet)
    assert shown[0] > 0
    reconnect(sheet)
    assert totals(sheet) == shown == world.totals()
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "void")
    struck_and_back = [(1, False), (2, True), (3, False)]
    assert list(rows) == [
        *((1, *each) for each in struck_and_back),
        (2, 1, False),
        (2, 2, False),
        *((3, *each) for each in struck_and_back),
    ]
    assert list(faults_of(world.sheet)) == []


@thorough
def test_a_hand_that_waits_is_corrected_by_the_panel_as_it_was_written(sheet: Page) -> None:
    """Only what is wrong is typed anew: the line, correct, the digits, save."""
    panel = Panel(sheet)
    cut_off(sheet)
    panel.write(SOLO)
    sheet.locator("#lines .unsent .row").tap()
    expect(sheet.locator("[data-do=correct]")).to_have_text("Berichtigen")
    sheet.locator("[data-do=correct]").tap()
    expect(sheet.locator("#panel .entry")).to_have_attribute("data-stage", "result")
    expect(sheet.locator("#panel [name=points]")).to_have_value("41")
    expect(sheet.locator("#panel [data-payments]")).to_contain_text("Bernd +30")
    panel.keys(45)
    panel.tap("#panel [data-save]")
    expect(sheet.locator("#lines .unsent").first).to_contain_text("Bernd 45")
    reconnect(sheet)
    rows = Hand.objects.order_by("revision").values_list("revision", "outcome__points")
    assert list(rows) == [(1, 41), (2, 45)]


@thorough
@pytest.mark.parametrize("online", [True, False], ids=["online", "without network"])
def test_a_half_entered_hand_survives_a_reload_and_is_gone_once_it_is_written(sheet: Page, *, online: bool) -> None:
    """Whatever throws the page away: what was typed stands there again, for this deal."""
    panel = Panel(page_kept(sheet))
    if not online:
        cut_off(sheet)
    panel.choose(SOLO)
    sheet.reload()
    ready(sheet)
    expect(sheet.locator("#panel [name=points]")).to_have_value("41")
    panel.save()
    sheet.reload()
    ready(sheet)
    expect(sheet.locator("#panel .entry")).to_have_attribute("data-stage", "choose")


def test_a_half_entered_hand_outlives_its_tab_and_is_let_go_where_another_tab_writes_it(
    sheet: Page, world: World
) -> None:
    """A phone throws tabs away; what was typed belongs to the deal, and not to a tab."""
    Panel(sheet).choose(SOLO)
    phone, address = sheet.context, sheet.url
    sheet.close()
    first = phone.new_page()
    first.goto(address)
    expect(first.locator("#panel [data-payments]")).to_contain_text("Bernd +30")
    second = phone.new_page()
    second.goto(address)
    expect(second.locator("#panel [data-payments]")).to_contain_text("Bernd +30")
    first.locator("#panel [data-save]").tap()
    expect(second.locator("#panel .entry")).to_have_attribute("data-stage", "choose")
    expect(second.locator("#panel-title")).to_have_text("Spiel 2")
    second.goto("/")
    second.go_back()
    ready(second)
    expect(second.locator("#panel .entry")).to_have_attribute("data-stage", "choose")
    assert [hand.game for hand in Hand.objects.all()] == ["solo"]


def assert_in_sight(page: Page, *selectors: str) -> None:
    """All of it lies inside of the list of hands as it stands, and nothing needs to be scrolled."""
    lines = page.locator("#lines").bounding_box()
    assert lines
    for selector in selectors:
        box = page.locator(selector).bounding_box()
        assert box, selector
        assert lines["y"] <= box["y"], selector
        assert box["y"] + box["height"] <= lines["y"] + lines["height"], selector


@pytest.mark.heavy
def test_two_phones_that_wrote_the_same_hands_agree_without_a_question(sheet: Page, other: Page, world: World) -> None:
    cut_off(sheet, other)
    write_all(sheet, [SOLO, EINE])
    write_all(other, [SOLO, EINE, ULTI])
    reconnect(sheet)
    reconnect(other)
    assert games() == ["solo", "eine", "ulti"]
    assert_as_stored(other, world)


@thorough
def test_what_two_phones_wrote_differently_is_asked_once_side_by_side(
    sheet: Page, world: World, other: Page, assert_accessible: Callable[[Page], None]
) -> None:
    cut_off(sheet, other)
    write_all(sheet, [SOLO, EINE, ULTI, SOLO])
    write_all(other, [SOLO, EINE | {"points": 45}, SOLO, EINE, SOLO])
    reconnect(sheet)
    other.context.set_offline(False)
    dialog = other.locator("dialog.differing")
    expect(dialog.locator("fieldset")).to_have_count(3)
    expect(dialog.locator("fieldset").first).to_contain_text("Handy A")
    expect(dialog.locator("fieldset").first.locator(".versions")).to_contain_text("Clara 40")
    expect(other.locator("#lines .line[data-number='4']")).to_have_count(1)
    waits = [-10, 30, -10, -10]  # the last hand collides with nothing
    assert totals(other) == listed(other) == [sum(pair) for pair in zip(world.totals(), waits, strict=True)]
    assert_accessible(other)
    dialog.locator("[formnovalidate]").tap()
    expect(other.locator("#saved")).to_have_text("bitte entscheiden")
    other.locator("#lines .unsent.refused .row").first.tap()
    dialog.locator("[data-all=mine]").tap()
    for at, choice in ((2, "theirs"), (3, "both")):
        dialog.locator(f"label:has([name=choice_{at}][value={choice}])").tap()
    dialog.locator("[value=decide]").tap()
    expect(other.locator(SAVED)).to_be_visible()
    expect(other.locator("#lines .unsent")).to_have_count(0)
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "game")
    corrected = [(2, 1, "eine"), (2, 2, "eine")]
    assert list(rows) == [(1, 1, "solo"), *corrected, (3, 1, "ulti"), (4, 1, "solo"), (5, 1, "eine"), (6, 1, "solo")]
    assert_as_stored(other, world)


@thorough
def test_a_hand_written_without_network_is_taken_back_as_if_it_had_never_been(sheet: Page) -> None:
    cut_off(sheet)
    panel = Panel(sheet)
    panel.write(SOLO)
    panel.write(EINE)
    sheet.locator("[data-undo] button").tap()
    expect(sheet.locator("#lines .unsent")).to_have_count(1)
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2")
    assert totals(sheet) == [-10, 30, -10, -10]
    panel.write(ULTI)
    shown = totals(sheet)
    reconnect(sheet)
    assert games() == ["solo", "ulti"]
    assert totals(sheet) == shown


@pytest.mark.heavy
def test_the_next_hand_keeps_its_number_when_the_one_before_arrives_meanwhile(sheet: Page, world: World) -> None:
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    sheet.route("**/queue", hold)
    write_all(sheet, [SOLO])
    panel = Panel(sheet)
    panel.choose(EINE)
    held[0].continue_()
    expect(sheet.locator("#lines .line[data-number='1']")).to_have_count(1)
    sheet.unroute("**/queue")
    assert sheet.locator("#panel input[name=number]").input_value() == "2"
    panel.save()
    expect(sheet.locator(SAVED)).to_be_visible()
    assert games() == ["solo", "eine"]
    assert_as_stored(sheet, world)


@pytest.mark.heavy
def test_an_answer_is_never_in_sight_without_what_waits(sheet: Page, world: World) -> None:
    """Whatever the page shows between two tasks: totals are those of the list, and the panel is at the next deal."""
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    sheet.route("**/queue", hold)
    sheet.evaluate(NOTE_WHAT_IS_SHOWN)
    write_all(sheet, [SOLO])
    eventually(lambda: bool(held), sheet)
    write_all(sheet, [EINE, ULTI])  # the first is on its way
    for answered in range(2):
        eventually(lambda: len(held) > answered, sheet)  # noqa: B023 - it is called within the turn
        held[answered].continue_()
    expect(sheet.locator("#lines .unsent")).to_have_count(0)
    expect(sheet.locator(SAVED)).to_be_visible()
    shown = sheet.evaluate("window.seen")
    assert shown
    assert [totals for totals, lines, _number in shown] == [lines for _totals, lines, _number in shown]
    assert [number for *_, number in shown] == sorted(number for *_, number in shown)
    assert games() == ["solo", "eine", "ulti"]


@pytest.mark.heavy
def test_a_hand_that_collides_becomes_the_next_one_and_the_rest_moves_on(
    sheet: Page, world: World, new_phone: Callable[..., Page]
) -> None:
    other = seat(new_phone(**SMALL, locale="en-GB"), world, world.mate)
    cut_off(other)
    write_all(other, [EINE, ULTI])
    Panel(sheet).write(SOLO)
    other.context.set_offline(False)
    expect(other.locator("dialog.differing")).to_contain_text("Two phones wrote one hand differently")
    other.locator("dialog.differing label:has([value=both])").tap()
    other.locator("dialog.differing [value=decide]").tap()
    expect(other.locator(SAVED)).to_be_visible()
    expect(other.locator("#lines .unsent")).to_have_count(0)
    rows = Hand.objects.order_by("number").values_list("number", "game", "revision")
    assert list(rows) == [(1, "solo", 1), (2, "eine", 1), (3, "ulti", 1)]
    assert_as_stored(other, world)


@pytest.mark.heavy
def test_a_link_taken_back_meanwhile_loses_nothing(
    world: World, other: Page, watch: Any, assert_accessible: Callable[[Page], None]
) -> None:
    cut_off(other)
    Panel(other).write(SOLO)
    revoke(Link.objects.get(right=Right.WRITE))
    other.context.set_offline(False)
    expect(other.locator("#lines .refused .problem")).to_contain_text("liegt jetzt bei denen, die die Runde leiten")
    expect(other.locator("#saved")).to_have_text("bitte entscheiden")
    assert_in_sight(other, ".refused .problem", "[data-do=retry]", "[data-do=throw]")
    other.goto("/")
    left = other.locator("#left .note")
    expect(left).to_contain_text("1 auf diesem Handy")
    assert_accessible(other)
    with other.expect_download() as download:
        left.locator("button").tap()
    assert json.loads(Path(download.value.path()).read_text())["format"] == "cegoscore-unsent-1"
    assert not Hand.objects.exists()
    watch.complaints.clear()


@thorough
def test_hands_of_a_sheet_that_is_closed_to_the_phone_become_a_sheet_of_its_own(
    world: World, other: Page, watch: Any, assert_accessible: Callable[[Page], None]
) -> None:
    write_hand(world.sheet, writing(1), device=None)
    expect(other.locator("#lines .line[data-number='1']")).to_have_count(1)
    cut_off(other)
    write_all(other, [EINE, ULTI])
    shown = totals(other)
    revoke(Link.objects.get(right=Right.WRITE))
    other.context.set_offline(False)
    other.reload()
    left = other.locator("#left")
    expect(left).to_contain_text("Spiele dieses Blattes, die auf diesem Handy warten und nicht verloren sind: 2.")
    assert_accessible(other)
    left.get_by_role("button", name="Als neues Blatt einlesen").tap()
    ready(other)
    assert totals(other) == shown
    new = Session.objects.exclude(pk=world.sheet.pk).get()
    assert other.url.endswith(new.get_absolute_url())
    assert new.title == ""  # its people are no title
    assert list(new.hands.order_by("number").values_list("game", flat=True)) == ["eine", "ulti"]
    watch.complaints.clear()


@pytest.mark.heavy
@pytest.mark.usefixtures("second_taps")
def test_a_second_tap_on_throwing_away_throws_nothing_away(world: World, other: Page, watch: Any) -> None:
    cut_off(other)
    Panel(other).write(SOLO)
    revoke(Link.objects.get(right=Right.WRITE))
    other.context.set_offline(False)
    throw = other.locator("#lines [data-do=throw]")
    throw.tap(trial=True)
    go_on = hold_time(other)
    throw.tap()
    expect(throw).to_have_text("Wirklich verwerfen?")
    throw.tap()
    assert (waiting(other), stored(other)) == (1, 1)
    go_on()
    other.reload()
    throw = other.locator("#left [data-throw]")
    throw.tap(trial=True)
    go_on = hold_time(other)
    throw.tap()
    throw.tap()
    assert stored(other) == 1
    go_on()
    throw.tap()
    eventually(lambda: stored(other) == 0, other)
    watch.complaints.clear()


@pytest.mark.heavy
def test_a_sheet_handed_in_meanwhile_takes_the_hands_when_it_is_open_again(world: World, other: Page) -> None:
    cut_off(other)
    write_all(other, [SOLO, EINE])
    Session.objects.update(state="handed_in", planned=24, handed_in_by=0, version=5)
    other.context.set_offline(False)
    expect(other.locator("#finish-title")).to_contain_text("hat das Blatt abgegeben")
    expect(other.locator("#lines .refused .problem")).to_contain_text("geschlossen")
    assert_in_sight(other, ".refused .problem", "[data-do=retry]", "[data-do=throw]")
    Session.objects.update(state="open", version=6)
    expect(ready(other).locator("#lines .unsent")).to_have_count(0)  # tried again by itself
    expect(other.locator("#panel-title")).to_have_text("Spiel 3 / 24")
    assert_as_stored(other, world)


@pytest.mark.heavy
def test_the_next_phone_sees_who_wrote_last_and_when(sheet: Page, new_phone: Callable[..., Page], world: World) -> None:
    Panel(sheet).write(SOLO)
    other = seat(new_phone(), world, world.mate)
    expect(other.locator("#news")).to_contain_text("auf Handy A")
    expect(other.locator("#news")).to_contain_text("Bernd 41")
    sheet.reload()
    expect(sheet.locator("#news")).to_have_text("")


@pytest.mark.heavy
def test_a_clock_wrong_by_a_day_changes_nothing(sheet: Page) -> None:
    sheet.clock.install(time=datetime.now().astimezone() - timedelta(days=1))
    sheet.reload()
    ready(sheet)
    cut_off(sheet)
    panel = Panel(sheet)
    panel.write(SOLO)
    sheet.clock.set_system_time(datetime.now().astimezone() + timedelta(days=1))
    panel.write(EINE)
    reconnect(sheet)
    assert games() == ["solo", "eine"]


@pytest.mark.heavy
def test_five_at_the_table_the_dealer_sits_out_also_without_network(phone: Page) -> None:
    world = World(names=(*NAMES, "Emil"))
    seat(phone, world)
    cut_off(phone)
    panel = Panel(phone)
    panel.write(SOLO)  # Emil deals
    expect(phone.locator("#panel label.pick:has(input[name=declarer])").first).to_have_text("Bernd")
    panel.write(SOLO)
    shown = totals(phone)
    reconnect(phone)
    assert totals(phone) == shown == world.totals()


@pytest.mark.heavy
def test_what_waits_leaves_as_a_file_and_is_read_in_once(sheet: Page, world: World, tmp_path: Path) -> None:
    cut_off(sheet)
    write_all(sheet, [SOLO, EINE])
    do(sheet, sheet.locator("#lines .unsent .row").first, "strike")
    expect(sheet.locator("#lines .unsent .game")).to_contain_text(["Spiel 2 gestrichen", "Solo"])
    shown = totals(sheet)
    with sheet.expect_download() as download:
        do(sheet, sheet.locator("#lines .unsent .row").last, "file")
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
    assert world.totals() == shown
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "void")
    assert list(rows) == [(1, 1, False), (2, 1, False), (2, 2, True)]
