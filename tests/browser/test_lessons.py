"""Cego lernen on a phone: by touch, by keyboard, without network, and how much of it there is to load."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.counting import Wire
from tests.browser.fitting import LAPTOP, PHONES, assert_fits, too_small
from tests.browser.test_weight import wire
from tests.browser.without_network import KEPT, cut_off, eventually
from tests.effort import thorough

__all__ = ["wire"]

HOME = "/learn/schwarzwaldmeisterschaft"
LESSONS = ("cards", "ranks", "table", "tricks", "counting", "cego", "ladder", "specials", "bidding", "paying")
OWN_FILES = re.compile(r"/learn/|/static/")
MOST_BYTES = 40_000


def task_of(phone: Page) -> tuple[str, list[str]]:
    """Number of the task in sight, and what is right in it."""
    right: list[str] = phone.eval_on_selector_all(
        ".task:not([hidden]) [data-right]",
        "all => all.map((one) => one.querySelector('svg')?.ariaLabel ?? one.textContent.trim())",
    )
    return phone.locator(".task:visible h3 small").inner_text(), right


def do_all(phone: Page, act: Callable[[str], None]) -> int:
    """Do every task of a lesson by `act`, which chooses by name; return their number."""
    while True:
        number, right = task_of(phone)
        if right:
            for name in right:
                act(name)
        else:
            form = phone.locator(".task:visible form")
            phone.locator(".task:visible input").fill(form.get_attribute("data-number") or "")
            phone.keyboard.press("Enter")
        at, _slash, last = number.partition("/")
        if at == last:
            expect(phone.locator(".clock")).to_be_visible()
            return int(last)
        if phone.locator(".tasks[data-clocked]").count() == 0:
            phone.locator(".task:visible [data-on]").press("Enter")
        expect(phone.locator(".task:visible h3 small")).to_have_text(f"{int(at) + 1}/{last}")


@pytest.mark.usefixtures("second_taps")
def test_a_lesson_is_done_by_keyboard_and_says_at_once_what_is_wrong(
    new_phone: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    assert_accessible_too: Callable[[Page], None],
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 568})
    phone.goto("/learn/")
    expect(phone.locator("ol.lessons li")).to_have_count(len(LESSONS))
    assert_fits(phone)
    assert_accessible(phone)
    phone.get_by_role("link", name="4. Ein Stich").press("Enter")
    verdict = phone.locator(".task:visible .outcome")
    expect(phone.locator(".task:visible")).to_have_count(1)
    phone.locator(".task:visible .choices button:not([data-right])").first.press("Enter")
    expect(verdict).to_have_text(
        re.compile(r"^Falsch\. .+ gehört nicht zu .+, und du kannst bedienen\. Probier es noch einmal; .+\.$")
    )
    assert [name for name in task_of(phone)[1] if name in verdict.inner_text()] == []
    phone.locator(".task:visible [data-right]").first.press("Space")
    expect(verdict).to_have_text("Richtig. Noch zu finden: 1")
    assert_fits(phone)
    assert_accessible_too(phone)
    assert too_small(phone, "main .button, .choices button, summary") == []
    other_tasks = phone.get_by_role("link", name="Andere Aufgaben")
    expect(other_tasks).to_be_hidden()
    buttons = phone.locator(".task:visible .choices").get_by_role("button")
    assert (
        do_all(
            phone,
            lambda name: (
                buttons.filter(has=phone.get_by_role("img", name=name, exact=True))
                .or_(buttons.filter(has_text=re.compile(rf"^\s*{name}")))
                .first.press("Enter")
            ),
        )
        == 6
    )
    expect(phone.locator(".clock")).to_have_text("Alle Aufgaben gelöst.")
    expect(other_tasks).to_be_visible()
    phone.get_by_role("link", name="Nächste Lektion").press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Zählen")


@thorough
def test_a_lesson_that_is_loaded_anew_goes_on_where_it_was(new_phone: Callable[..., Page]) -> None:
    phone = new_phone()
    phone.goto(f"{HOME}/ranks")
    task = phone.locator(".task:visible h3 small")
    expect(task).to_have_text(re.compile("^1/"))
    for name in task_of(phone)[1]:
        phone.locator(".task:visible").get_by_role("button", name=name).first.tap()
    phone.locator(".task:visible [data-on]").tap()
    expect(task).to_have_text(re.compile("^2/"))
    phone.reload()
    expect(task).to_have_text(re.compile("^2/"))


@thorough
@pytest.mark.usefixtures("no_network")
def test_a_lesson_that_was_opened_is_there_without_network(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(viewport={"width": 360, "height": 740})
    phone.goto(f"{HOME}/trainer")
    eventually(lambda: f"{HOME}/trainer" in phone.evaluate(KEPT), phone)
    cut_off(phone)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Zählen üben")
    assert do_all(phone, lambda _name: None) == 10
    expect(phone.locator(".clock")).to_have_text(re.compile(r"Alles richtig, in \d+ Sekunden\."))
    assert phone.evaluate("getComputedStyle(document.querySelector('.cards-in-hand')).display") == "grid"
    phone.goto(f"{HOME}/tricks")
    expect(phone.get_by_text("Diese Seite braucht Netz")).to_be_visible()


@thorough
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_every_lesson_fits_and_can_be_read_by_everybody(
    new_phone: Callable[..., Page], assert_accessible_too: Callable[[Page], None], locale: str
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 740}, locale=locale)
    for lesson in (*LESSONS, "trainer", "worth", "first-evening", "course"):
        phone.goto(f"{HOME}/{lesson}")
        assert_fits(phone, *PHONES, LAPTOP)
        if locale == "de-DE":
            assert_accessible_too(phone)


@thorough
def test_a_lesson_can_be_read_without_scripts(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto(f"{HOME}/ranks")
    expect(phone.locator(".task")).to_have_count(5)
    expect(phone.locator(".choices button").first).to_be_disabled()
    expect(phone.get_by_role("link", name="Andere Aufgaben")).to_be_visible()
    phone.locator(".task summary").first.tap()
    expect(phone.locator(".task details p").first).to_be_visible()


@thorough
def test_the_page_of_a_lesson_weighs_at_most_forty_kilobytes(
    new_phone: Callable[..., Page],
    wire: Wire,
    watch: Watch,
) -> None:
    watch.home = wire.url.removeprefix("http://")
    for lesson in (*LESSONS, "trainer"):
        phone = new_phone(base_url=wire.url, service_workers="block")
        before = len(wire.answers)
        phone.goto(f"{HOME}/{lesson}")
        loaded = [(url, size) for url, size in wire.answers[before:] if OWN_FILES.match(url)]
        assert sum(size for _url, size in loaded) <= MOST_BYTES, loaded


@thorough
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_what_is_printed_fits_its_pages(new_phone: Callable[..., Page], locale: str) -> None:
    page = new_phone(is_mobile=False, has_touch=False, locale=locale)
    for rules in ("schwarzwaldmeisterschaft", "braeunlingen-loewen", "dreier"):
        for sheet, pages in (("first-evening", 1), ("course", 2)):
            page.goto(f"/learn/{rules}/{sheet}")
            document = page.pdf(format="A4", prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", document)) == pages, (rules, sheet)
