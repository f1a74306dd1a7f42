"""A real evening on a phone: by touch, twice by mistake, on two phones at once, and without JavaScript."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring import hands
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.documents.ledger import ledger
from tests.browser.conftest import Watch
from tests.browser.fitting import LAPTOP, assert_fits, too_small
from tests.browser.panel import Panel, hold_time, open_table, open_table_by_form, totals
from tests.browser.without_network import SAVED, ready, write_all
from tests.effort import sample, thorough
from tests.scoresheet.acting import faults_of
from tests.worlds.sheet import writing

EVENING = json.loads((Path(__file__).parent / "evening.json").read_text())
SOLO = {"contract": "solo", "declarer": 1, "points": 41}
EINE = {"contract": "eine", "declarer": 2, "points": 40}
NAMES = ["Anna", "Bernd", "Clara", "Dieter"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(phone: Page) -> Page:
    """A phone at a new table of four, Dieter to deal."""
    open_table(phone, NAMES, "braeunlingen-ministranten", 3)
    return phone


def test_hands_of_each_kind_by_touch_end_with_the_totals_of_score(phone: Page) -> None:
    """The first hand of each way to type a result; the others have other names or numbers.

    All of them go through the panel in tests/browser/test_offline.py, and all games through the form in
    tests/scoresheet/hand/test_every_rule_set.py.
    """
    first = {str(sorted(hand.keys() - {"declarer", "over_solo"})): hand for hand in reversed(EVENING["hands"])}
    write_the_evening(phone, EVENING | {"hands": [hand for hand in EVENING["hands"] if hand in first.values()]})


@pytest.mark.heavy
@pytest.mark.both
@pytest.mark.usefixtures("still")
def test_evening_ends_with_the_totals_of_score_on_both_databases(phone: Page, database_under_test: str) -> None:
    """By touch on SQLite; on PostgreSQL by the same buttons, without the waits of a finger."""
    write_the_evening(phone, EVENING, by_touch=database_under_test == "sqlite")


def write_the_evening(phone: Page, evening: dict[str, Any], *, by_touch: bool = True) -> None:
    """All hands of an evening: the totals are those of `score`, also when the page is loaded again."""
    open_table_by_form(phone, evening["players"], evening["rules"], evening["first_dealer"])
    if by_touch:
        panel = Panel(phone)
        for hand in evening["hands"]:
            panel.write(hand)
    else:
        write_all(ready(phone), evening["hands"])
        expect(phone.locator(SAVED)).to_be_visible()
        expect(phone.locator("#lines .unsent")).to_have_count(0)
    document, problems = parse(evening)
    assert document is not None, problems
    assert totals(phone) == list(ledger(document).totals)
    phone.reload()
    assert totals(phone) == list(ledger(document).totals)
    sheet = Session.objects.get()
    assert [seat.total for seat in sheet.seats.order_by("number")] == list(ledger(document).totals)
    assert list(faults_of(sheet)) == []
    numbered = sum("dead" not in hand for hand in evening["hands"])
    expect(phone.locator("#lines li.line").first).to_contain_text(str(numbered))


def in_taps(most: int, **hand: Any) -> tuple[dict[str, Any], int]:
    """A hand with the number of taps that it may take."""
    return hand, most


TAPS = [
    in_taps(5, **SOLO),
    in_taps(5, contract="eine_leere", declarer=0, points=52),
    in_taps(4, contract="piccolo", declarer=2, made=True),
    in_taps(4, contract="bettel", declarer=2, made=True),
    in_taps(4, contract="ulti", declarer=2, made=True),
]


@thorough
def test_taps_from_an_idle_sheet_to_saved(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(viewport={"width": 360, "height": 640})
    open_table(phone, NAMES, "braeunlingen-ministranten", 3)
    panel = Panel(phone)
    for hand, most in TAPS:
        assert panel.write(hand) <= most, hand


@thorough
@pytest.mark.usefixtures("second_taps")
def test_second_tap_on_the_same_spot_takes_nothing_back_and_begins_nothing(sheet: Page) -> None:
    """Undo stands on the line of the hand, far from the button that wrote it."""
    hold_time(sheet)
    panel = Panel(sheet)
    panel.choose(SOLO)
    expect(sheet.locator("#panel [data-payments]")).to_contain_text("Bernd +30")
    expect(sheet.locator("#panel [data-payments]")).to_contain_text("−10")
    assert not Hand.objects.exists()
    save = sheet.locator("#panel [data-save]")
    box = save.bounding_box()
    assert box
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    save.dblclick()
    expect(sheet.locator("#panel input[name=number]")).to_have_value("2")
    undo = sheet.locator("#ledger > .line:has([data-undo])")
    for _impatient in range(3):
        sheet.touchscreen.tap(*spot)
    expect(undo).to_have_count(1)
    expect(sheet.locator("#panel .entry")).to_have_attribute("data-stage", "choose")
    expect(sheet.locator("#panel input:checked:is([name=game], [name=declarer])")).to_have_count(0)
    panel.write(EINE)  # after it everything has arrived that was sent before
    written = [(hand.outcome["contract"], hand.void) for hand in Hand.objects.order_by("number")]
    assert written == [("solo", False), ("eine", False)]
    expect(undo).to_contain_text("Eine")
    undo.get_by_role("button", name="Rückgängig").tap()
    expect(sheet.locator("#ledger .void")).to_have_count(1)
    assert totals(sheet) == [-10, 30, -10, -10]
    assert Hand.objects.get(revision=2).void


def second_phone(sheet: Page, new_phone: Callable[..., Page]) -> Page:
    """Another phone that opened the link for writing."""
    sheet_url = sheet.url
    sheet.goto(f"{sheet_url}/links")
    sheet.locator("button[name=right][value=write]").tap()
    address = sheet.locator("li.link", has_text="Mitschreiben").locator(".address input").input_value()
    sheet.goto(sheet_url)
    other = new_phone()
    other.goto(address)
    other.wait_for_url(sheet_url)
    return other


def test_second_phone_follows_by_itself_and_of_two_that_write_the_same_hand_one_is_told(
    sheet: Page, new_phone: Callable[..., Page], watch: Any
) -> None:
    other = second_phone(sheet, new_phone)
    Panel(sheet).write(SOLO)
    expect(other.locator("#totals [data-total='30']")).to_have_count(1)
    expect(other.locator("#lines li.line").first).to_contain_text("Bernd 41")
    expect(other.locator("#news")).to_contain_text("Bernd 41")
    expect(other.locator("#panel input[name=number]")).to_have_value("2")
    Panel(other).write(EINE)
    assert Hand.objects.count() == 2

    shown = totals(other)
    expect(sheet.locator("#panel input[name=number]")).to_have_value("3")
    other.route("**/*v=*", lambda route: route.abort())  # or its view would follow before its tap
    other.reload()
    Panel(sheet).write(SOLO)
    late = Panel(other)
    late.choose(EINE)
    late.tap("#panel [data-save]")
    expect(other.locator("dialog.differing")).to_contain_text("Bernd 41")
    expect(other.locator("dialog.differing")).to_contain_text("Clara +30")
    frames = "(all) => all.map((each) => getComputedStyle(each).borderTopWidth)"
    assert set(other.locator(".differing .pick > span span").evaluate_all(frames)) == {"0px"}  # no boxes in boxes
    assert totals(other) == shown  # it does not show the other hand yet
    assert Hand.objects.count() == 3
    other.close()  # it still asks, and would complain of having no answer
    watch.complaints.clear()


@pytest.mark.heavy
def test_lost_network_before_the_outbox_is_there_says_so_and_keeps_what_was_typed(phone: Page, watch: Any) -> None:
    phone.route("**/sheets/outbox*", lambda route: route.abort())
    open_table(phone, NAMES, "braeunlingen-ministranten", 3)
    panel = Panel(phone)
    panel.choose(SOLO)
    phone.context.set_offline(True)
    panel.tap("#panel [data-save]")
    expect(phone.locator("#panel [data-network]")).to_be_visible()
    phone.context.set_offline(False)
    panel.save("")  # the answer itself brings the next number, where there is no outbox
    assert Hand.objects.count() == 1
    watch.complaints.clear()


ROWS = """(lines) => {
    const [row] = lines.querySelectorAll(".line");
    return [Math.floor(lines.clientHeight / row.offsetHeight), lines.querySelectorAll(".line").length];
}"""


@thorough
@pytest.mark.parametrize("played", [1, 12])
def test_eight_hands_are_in_sight_before_a_game_is_chosen(phone: Page, played: int) -> None:
    evening = [writing(number) for number in range(1, played + 1)]
    open_table(phone, NAMES, "braeunlingen-ministranten", 3, hands=evening)
    room, lines = phone.locator("#lines").evaluate(ROWS)
    assert (room >= 8, lines) == (True, played)


PLACES = """(all) => all.map((game) => {
  const { left, top } = game.getBoundingClientRect();
  return [game.value, Math.round(left), Math.round(top)];
})"""


def test_games_keep_their_places_all_evening(phone: Page) -> None:
    game = hands.Dresch(last_trick=2)  # one behind "more", and none of the others
    open_table(phone, NAMES, "braeunlingen-ministranten", 3, hands=[writing(number, game) for number in range(1, 8)])
    games = phone.locator("#panel .games input")
    before = games.evaluate_all(PLACES)
    Panel(phone).write(SOLO)
    phone.reload()
    expect(phone.locator("#ledger .line")).to_have_count(8)
    assert games.evaluate_all(PLACES) == before


@pytest.mark.parametrize("lost", ["every script", "the scripts of the page"][: sample(2, 1)])
def test_without_javascript_a_hand_is_written_with_the_plain_form(
    new_phone: Callable[..., Page], watch: Watch, lost: str
) -> None:
    """The scripts may be turned off, and they may be on and not arrive."""
    page = new_phone(java_script_enabled=lost != "every script")
    page.route("**/static/**/*.js", lambda route: route.abort())
    open_table(page, NAMES, "braeunlingen-ministranten", 3)
    page.check("input[name=declarer][value='1']")
    page.check("input[name=game][value=solo]")
    page.locator("#panel [data-save]").tap()
    expect(page.locator("#panel [role=alert]").first).to_contain_text("Wie ist es ausgegangen?")
    page.wait_for_load_state()  # the style hides the fields once more, and what is typed then is nobody's
    page.fill("input[name=points]", "71")
    page.locator("#panel [data-save]").tap()
    expect(page.locator("#panel [role=alert]").first).to_contain_text("70")
    page.wait_for_load_state()  # the style hides the fields once more, and what is typed then is nobody's
    assert page.input_value("input[name=points]") == "71"
    page.fill("input[name=points]", "41")
    page.locator("#panel [data-save]").tap()
    page.wait_for_url("**/sheets/*")
    assert totals(page) == [-10, 30, -10, -10]
    watch.complaints.clear()


@thorough
def test_demo_is_accessible_and_never_scrolls_sideways(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    page = new_phone(viewport={"width": 360, "height": 640}, reduced_motion="reduce")

    def check() -> None:
        assert_accessible(page)
        assert_fits(page, LAPTOP)

    page.goto("/")
    check()
    page.locator("form[action='/demo'] button").tap()
    page.wait_for_url("**/sheets/*")
    check()
    Panel(page).choose(SOLO)
    check()


def test_whole_panel_is_in_view_at_360_by_640_with_targets_of_48_pixels_or_more(
    new_phone: Callable[..., Page],
) -> None:
    page = new_phone(viewport={"width": 360, "height": 640})
    open_table(page, NAMES, "braeunlingen-ministranten", 3)
    panel = Panel(page)
    targets = "#panel :is(button, label.pick, label.switch)"

    def bottom(selector: str) -> float:
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        return box["y"] + box["height"]

    assert bottom("#panel .turn") <= 640
    assert too_small(page, targets, width=48, height=48) == []
    panel.choose(SOLO)
    assert bottom("#panel [data-save]") <= 640
    assert too_small(page, targets, width=48, height=48) == []
    panel.tap("#panel [data-change=what]")
    panel.choose({"contract": "raeuber", "card_points": [20, 11, 14, 12]})
    assert bottom("#panel [data-save]") <= 640
    totals_box = page.locator("#totals").bounding_box()
    panel_box = page.locator("#panel").bounding_box()
    assert totals_box is not None
    assert panel_box is not None
    assert totals_box["y"] >= 0
    assert totals_box["y"] + totals_box["height"] <= panel_box["y"]
