"""Views of the hall: the wall at 1920 by 1080, the page on a phone, and paper as a printer makes it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.fitting import ENGLISH, LAPTOP, assert_fits, too_small
from tests.browser.panel import known_as
from tests.browser.without_network import eventually
from tests.effort import thorough
from tests.worlds.tournament import World, play_hands, type_table
from tournaments.desk import exchange, services as desk
from tournaments.door import services as door
from tournaments.drawing import services as drawing
from tournaments.models import PrizeKind, Table
from tournaments.setup.plans import PrizePlan
from tournaments.standings.views import PAGES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("motion")]

WALL = {"viewport": {"width": 1920, "height": 1080}, "is_mobile": False, "has_touch": False}
TALLEST_NAME = 28
"""Pixels of 1080 that the letters of a name have at least on the wall: a fortieth of the wall's height."""


@pytest.fixture
def hall(transactional_db: None) -> World:
    """Fifty players of a public tournament: the first round is over, the second one being played."""
    PAGES._values.clear()
    prizes = [
        PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),
        PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat"),
    ]
    world = World(is_public=True, minutes=90, prizes=prizes, venue="Gasthaus zum Löwen")
    world.register(50)
    first = world.draw("eins")
    for table in first.tables.all():
        type_table(table, 10 + 7 * table.number)
    desk.close_round(first)
    second = world.draw("zwei")
    one, other = second.tables.order_by("number")[:2]
    assert one.sheet
    play_hands(one.sheet, 5)
    type_table(other, 55)
    return world


def url_of(world: World, path: str = "") -> str:
    return f"/tournaments/{world.tournament.pk}{path}"


# The wall


@thorough
def test_wall_unveils_the_places_as_they_are_steered_without_being_loaded_again(
    transactional_db: None, new_phone: Callable[..., Page]
) -> None:
    world = World(rounds=1, is_public=True)
    world.register(4)
    exchange.hold_results(world.tournament, first=1)
    world.play_round()
    wall = new_phone(**WALL)
    wall.goto(url_of(world, "/beamer"))
    expect(wall.locator(".nothing")).to_have_text("Siegerehrung")
    wall.evaluate("document.body.dataset.loaded = 'once'")
    exchange.unveil(world.tournament, place=4, seen=0)
    expect(wall.locator(".unveiled")).to_contain_text("Platz 4")
    exchange.unveil(world.tournament, place=1, seen=4)
    expect(wall.locator(".unveiled")).to_contain_text("Platz 1")
    expect(wall.locator(".behind li")).to_have_count(3)
    expect(wall.locator("body[data-loaded=once]")).to_be_attached()


@thorough
def test_wall_fits_and_is_read_from_the_back_row(
    hall: World, new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    page = new_phone(**WALL)
    overflowing = "one => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]"
    letters = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    for screen in ("standings", "names", "tables", "clock"):
        page.goto(url_of(hall, f"/beamer?show={screen}"))
        whole = "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        assert page.evaluate(whole) == [1080, 1920], screen
        sizes = page.eval_on_selector_all("#screen :is(.name, .time, tbody th, td)", letters)
        assert sizes
        assert min(sizes) >= TALLEST_NAME, screen
        leaf = page.locator(".leaf").first
        box = leaf.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 1080, screen
        if screen != "standings":
            assert leaf.evaluate(overflowing) == [0, 0], screen
        assert page.locator("nav, footer, button, a").count() == 0
        assert_accessible(page)


@thorough
@pytest.mark.parametrize("screen", ["code", "clock"])
def test_code_on_the_wall_is_large_enough_for_a_hall(hall: World, new_phone: Callable[..., Page], screen: str) -> None:
    page = new_phone(**WALL)
    page.goto(url_of(hall, f"/beamer?show={screen}"))
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        code = page.locator(".find-me svg").bounding_box()
        assert code
        assert code["width"] >= width * 400 / 1280
        assert code["y"] + code["height"] <= height
        for part in page.locator(".time, .until, .settled, figcaption").all():
            box = part.bounding_box()
            assert box
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width


@thorough
def test_wall_turns_its_leaves_and_goes_round(hall: World, new_phone: Callable[..., Page]) -> None:
    page = new_phone(**WALL)
    page.clock.install()
    page.goto(url_of(hall, "/beamer?show=names,clock"))
    expect(page.locator(".leaf:visible")).to_have_count(1)
    first = page.locator(".leaf:visible .name").first.inner_text()
    page.clock.run_for(12_500)
    expect(page.locator(".leaf:visible")).to_have_count(1)
    assert page.locator(".leaf:visible .name").first.inner_text() != first
    sheet = hall.tournament.played_rounds.get(number=2).tables.order_by("number")[0].sheet
    assert sheet
    for number in (6, 7):  # hands that are written meanwhile hold nothing up
        with page.expect_response(lambda answer: "v=" in answer.url and answer.status == 200):
            play_hands(sheet, 1, first=number)
            page.clock.run_for(1_600)
        page.clock.run_for(4_200)
    expect(page.locator(".wall-clock .time")).to_be_visible()
    page.clock.run_for(12_500)
    expect(page.locator(".wall-names")).to_be_visible()


@thorough
def test_wall_keeps_the_screen_on_and_is_held_by_space(hall: World, new_phone: Callable[..., Page]) -> None:
    page = new_phone(**WALL)
    page.clock.install()
    page.add_init_script("navigator.wakeLock.request = async (kind) => (document.documentElement.dataset.awake = kind)")
    page.goto(url_of(hall, "/beamer?show=names,clock"))
    expect(page.locator("html[data-awake=screen]")).to_be_attached()
    first = page.locator(".leaf:visible .name").first.inner_text()
    page.keyboard.press("Space")
    expect(page.locator("body.held")).to_be_attached()
    page.clock.run_for(40_000)
    assert page.locator(".leaf:visible .name").first.inner_text() == first
    page.keyboard.press("Space")
    page.clock.run_for(12_500)
    assert page.locator(".leaf:visible .name").first.inner_text() != first


@pytest.mark.heavy
def test_who_wants_no_motion_gets_pages_without_half_rows(hall: World, new_phone: Callable[..., Page]) -> None:
    page = new_phone(**WALL, reduced_motion="reduce")
    page.clock.install()
    page.goto(url_of(hall, "/beamer?show=standings"))
    seen = "() => document.querySelector('[data-rolls]').scrollTop"
    page.clock.run_for(11_000)
    assert page.evaluate(seen) == 0
    page.clock.run_for(2_000)
    top = page.evaluate(seen)
    assert top > 300
    first = page.evaluate(
        """() => {
          const box = document.querySelector('[data-rolls]');
          const head = box.querySelector('thead').getBoundingClientRect().bottom;
          const tops = [...box.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().top - head);
          return Math.min(...tops.map(Math.abs));
        }"""
    )
    assert first < 2


@thorough
def test_standings_roll_by_themselves_and_show_what_changes_without_a_touch(
    hall: World, new_phone: Callable[..., Page]
) -> None:
    page = new_phone(**WALL)
    page.goto(url_of(hall, "/beamer?show=standings"))
    expect(page.locator(".legend")).to_contain_text("12 Tische")
    eventually(lambda: page.evaluate("document.querySelector('[data-rolls]').scrollTop > 40"), page)
    # The heading stays in sight.
    head = page.locator("thead th").first.bounding_box()
    box = page.locator("[data-rolls]").bounding_box()
    assert head
    assert box
    assert abs(head["y"] - box["y"]) < 2
    page.locator("[data-rolls]").evaluate("one => { one.dataset.same = 'yes'; }")
    type_table_of(hall, 3)
    expect(page.locator(".legend")).to_contain_text("11 Tische")
    assert page.locator("[data-rolls]").get_attribute("data-same") == "yes"


def type_table_of(hall: World, number: int) -> None:
    type_table(hall.tournament.played_rounds.get(number=2).tables.get(number=number), 66)


@pytest.mark.heavy
def test_wall_outlives_a_server_that_was_away(hall: World, new_phone: Callable[..., Page]) -> None:
    page = new_phone(**WALL)
    page.goto(url_of(hall, "/beamer?show=standings"))
    rows = page.locator("tbody tr").count()

    def away(route: Route) -> None:
        route.fulfill(status=422, body="")

    page.route("**/beamer*", away)
    expect(page.locator(".offline")).to_be_visible()
    assert page.locator("tbody tr").count() == rows
    type_table_of(hall, 3)
    page.unroute("**/beamer*", away)
    expect(page.locator(".offline")).to_be_hidden()
    expect(page.locator(".legend")).to_contain_text("11 Tische")


@thorough
def test_wall_works_without_scripts(hall: World, new_phone: Callable[..., Page]) -> None:
    page = new_phone(**WALL, java_script_enabled=False)
    page.goto(url_of(hall, "/beamer?show=names,tables"))
    assert page.locator(".leaf:visible").count() == 2
    assert page.locator(".leaf .name").count() == 52
    assert page.locator('meta[http-equiv="refresh"]').count() == 1


# The phone


@pytest.mark.heavy
def test_what_everybody_may_see_fits_and_everybody_can_use_it(
    hall: World, phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    desk.void_table(hall.tournament.played_rounds.get(number=2).tables.get(number=5), why="unklar", device=None)
    for path in ("", "?me=1", "/standings", "/prizes", "/print", "/print/names"):
        phone.goto(url_of(hall, path))
        phone.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        assert_fits(phone, LAPTOP)
        assert_accessible(phone)
        assert too_small(phone, "main :is(a, button, input:not([type=hidden]), summary)") == []


def test_open_page_calls_me_to_my_table_when_the_round_starts(transactional_db: None, phone: Page) -> None:
    world = World(is_public=True)
    world.register(8)
    round_ = world.draw(start=False)
    phone.goto(url_of(world, "?me=3"))
    expect(phone.locator("#call")).to_contain_text("bitte an Tisch")
    phone.get_by_role("button", name="Das bin ich: auf diesem Handy merken").tap()
    phone.get_by_role("button", name="Mit Ton rufen, wenn ein Durchgang anfängt").tap()
    allowed = phone.get_by_role("button", name="Dieses Handy ruft mich an den Tisch")
    expect(allowed).to_have_attribute("aria-pressed", "true")
    drawing.start_round(round_)
    expect(phone.locator("#call.rings")).to_contain_text("Durchgang 1 hat angefangen, an Tisch")
    expect(phone).to_have_title(re.compile("^\u25b6 Tisch [12] · "))
    expect(phone.locator("[data-called]")).to_contain_text("Durchgang 1 hat angefangen")
    expect(allowed).to_have_attribute("aria-pressed", "true")


# Paper


def pages_of(page: Page) -> int:
    """Number of A4 sheets that the printer makes of it."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


@thorough
@pytest.mark.parametrize("locale", ["de-DE", ENGLISH])
def test_paper_comes_out_on_the_pages_it_should(hall: World, new_phone: Callable[..., Page], locale: str) -> None:
    page = new_phone(is_mobile=False, has_touch=False, locale=locale)
    known_as(page, hall.helper)
    for table in hall.tournament.played_rounds.get(number=2).tables.order_by("number")[2:]:
        type_table(table, 10 + 7 * table.number)
    desk.void_table(Table.objects.get(round__number=2, number=1), why="Streit", device=None)
    printed = {}
    chosen = {"names": 1, "tables": 1, "cards": 4, "sheets": 13, "standings": 2, "certificates": 2}
    for what in chosen:
        page.goto(url_of(hall, f"/print/{what}"))
        page.set_viewport_size({"width": 703, "height": 1031})
        page.emulate_media(media="print")
        cut_off = """all => all
            .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
            .map((one) => one.outerHTML.slice(0, 80))"""
        selector = "main, .card, .card li, .blank, .blank th, .certificate, .by-name li, .by-table > li"
        assert page.eval_on_selector_all(selector, cut_off) == [], what
        assert_fits(page)
        page.emulate_media(media="null")
        printed[what] = pages_of(page)
    assert printed == chosen


@pytest.mark.heavy
def test_names_on_a_card_have_more_room_on_the_screen_than_its_code(hall: World, phone: Page) -> None:
    known_as(phone, hall.helper)
    phone.goto(url_of(hall, "/print/cards"))
    for width in (390, LAPTOP):
        phone.set_viewport_size({"width": width, "height": 844})
        names, code = (phone.locator(f".card {part}").first.bounding_box() for part in ("ol", ".opens"))
        assert names
        assert code
        assert names["x"] + names["width"] <= code["x"]
        assert names["width"] >= code["width"]


DOUBLE = ("Annemarie-Luise Schwarzwälder-Hollerbach", "Karl-Friedrich Zimmermann-Oberndorfer")


@pytest.mark.heavy
@pytest.mark.parametrize("locale", ["de-DE", ENGLISH])
def test_five_long_names_fit_on_a_printed_card_and_its_two_codes_are_apart(
    transactional_db: None, new_phone: Callable[..., Page], locale: str
) -> None:
    world = World(is_public=True, remainder="larger", name="Preiscego der Cegofreunde Bräunlingen e. V.")
    people = [door.Newcomer(name=f"{DOUBLE[n % 2]} {'abcde'[n]}", village="Donaueschingen") for n in range(5)]
    door.register_all(world.tournament, people)
    world.draw()
    page = new_phone(is_mobile=False, has_touch=False, locale=locale)
    known_as(page, world.helper)
    page.goto(url_of(world, "/print/cards"))
    page.set_viewport_size({"width": 703, "height": 1031})
    page.emulate_media(media="print")
    boxes: dict[str, Any] = {
        part: page.locator(f".card {part}").first.bounding_box() or {}
        for part in ("", "ol", ".opens .qr-box", ".finds .qr-box")
    }
    assert page.locator(".card li").count() == 5
    ends = {part: box["y"] + box["height"] for part, box in boxes.items()}
    assert ends[".finds .qr-box"] <= boxes["ol"]["y"] or boxes[".finds .qr-box"]["y"] >= ends["ol"]
    assert boxes[".opens .qr-box"]["y"] >= ends["ol"]
    assert max(ends.values()) == ends[""], "nothing is cut off"
    upper, lower = sorted((".opens .qr-box", ".finds .qr-box"), key=lambda part: boxes[part]["y"])
    assert boxes[lower]["y"] - ends[upper] >= 100, "nobody scans the wrong one"
