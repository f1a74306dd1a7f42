"""The door as a helper at a laptop uses it: without a mouse, faster than the queue."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.fitting import LAPTOP, assert_fits, too_small
from tests.browser.panel import known_as
from tests.browser.without_network import eventually, hold, look_until_away
from tests.effort import thorough
from tests.worlds.tournament import World
from tournaments.models import CategoryKind, Entrant, EntrantStatus, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COVERED = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.bottom - 2);
  return Boolean(found?.closest(".agree")) && !document.activeElement.closest(".agree");
}"""
"""True if the buttons below a list lie over what has the focus."""


def set_up(page: Page) -> str:
    """A new tournament by its form; the address of its door, where the page stands then."""
    page.goto("/tournaments/new")
    page.get_by_label("Name des Turniers").fill("Preiscego")
    page.get_by_text("Mehr: Durchgänge").click()
    page.get_by_label("Veranstalter").fill("Cegofreunde")
    page.get_by_label("Startgeld", exact=True).fill("12,50")
    page.get_by_label("Damen", exact=True).check()
    page.get_by_label("Preise, einer je Zeile").fill("1. 200 €\nDamen: Blumen\nLetzter: Wurstsalat")
    page.get_by_label("Leute dürfen sich dort voranmelden").check()
    page.get_by_role("button", name="Anlegen").click()
    page.wait_for_url("**/door")
    return page.url


def at_the_door(page: Page) -> str:
    """The same without the form."""
    world = World(entry_fee=Decimal("12.50"), categories=[(CategoryKind.WOMEN, "")])
    known_as(page, world.organiser)
    page.goto(f"/tournaments/{world.tournament.pk}/door")
    return page.url


def come(page: Page, who: str) -> None:
    """Somebody typed and taken with Enter."""
    page.keyboard.type(who)
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_have_value("")


def assert_ready(page: Page) -> None:
    expect(page.locator("#who")).to_be_focused()
    expect(page.locator("#who")).to_have_value("")


def test_walk_in_takes_one_line_and_no_mouse(new_phone: Callable[..., Page]) -> None:
    page = new_phone(**DESK)
    set_up(page)
    assert_ready(page)
    come(page, "Anna Maier, Hüfingen")
    expect(page.locator("#said")).to_contain_text("Anna Maier")
    come(page, "Karl Huber, Löffingen")
    come(page, "Vroni Scherer")
    assert_ready(page)
    expect(page.locator("#people ol .who strong")).to_have_text(["Vroni Scherer", "Karl Huber", "Anna Maier"])
    expect(page.locator(".counts")).to_contain_text("37,50")
    assert list(Entrant.objects.order_by("number").values_list("number", "has_paid")) == [(n, True) for n in (1, 2, 3)]


@thorough
def test_what_is_entered_while_the_server_is_away_is_sent_once_when_it_is_back(
    new_phone: Callable[..., Page], no_network: None
) -> None:
    page = new_phone(**DESK)
    at_the_door(page)
    come(page, "Anna Maier, Hüfingen")
    expect(page.locator("#people ol .who strong")).to_have_text(["Anna Maier"])
    away, kept = page.locator("#away"), page.locator("#away li")

    page.context.set_offline(True)  # with whom the bell is at once
    expect(away).to_contain_text("Der Server ist nicht erreichbar")
    come(page, "Karl Huber, Löffingen")
    expect(kept).to_have_text(["Karl Huber, Löffingen"])
    page.locator("#people .pay").click()
    expect(kept).to_have_count(2)
    page.get_by_role("link", name="Rangliste").click()
    expect(page.locator("#who")).to_be_attached()  # nobody leaves for a page that is not there

    page.context.set_offline(False)
    expect(page.locator("#people ol .who strong")).to_have_text(["Karl Huber", "Anna Maier"])
    expect(kept).to_have_count(0)
    expect(page.locator("#people .pay[aria-pressed=false]")).to_have_count(1)

    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/door/register", swallow, times=1)
    come(page, "Vroni Scherer")
    expect(page.locator("#people ol .who strong")).to_have_text(["Vroni Scherer", "Karl Huber", "Anna Maier"])
    expect(kept).to_have_count(0)
    paid = Entrant.objects.order_by("number").values_list("number", "player__name", "has_paid")
    assert list(paid) == [(1, "Anna Maier", False), (2, "Karl Huber", True), (3, "Vroni Scherer", True)]


@thorough
def test_what_somebody_else_answers_takes_nobody_and_a_lost_cookie_loses_nobody(
    new_phone: Callable[..., Page], no_network: None
) -> None:
    page = new_phone(**DESK)
    at_the_door(page)
    here, kept = page.locator("#people ol .who strong"), page.locator("#away li")
    page.route(
        "**/door/register", lambda route: route.fulfill(body="<h1>Hotel</h1>", content_type="text/html"), times=1
    )
    come(page, "Karl Huber")
    expect(here).to_have_text(["Karl Huber"])

    page.context.clear_cookies(name="csrftoken")
    come(page, "Anna Maier")
    expect(here).to_have_text(["Anna Maier", "Karl Huber"])
    expect(kept).to_have_count(0)

    page.context.clear_cookies()
    page.keyboard.type("Vroni Scherer")
    page.keyboard.press("Enter")
    expect(kept).to_contain_text(["Vroni Scherer – Nicht gefunden"], timeout=20_000)
    assert Entrant.objects.count() == 2


def test_team_is_typed_beside_the_name_and_asked_anew_of_the_next(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 360, "height": 740})
    world = World(team_size=2)
    known_as(page, world.organiser)
    page.goto(f"/tournaments/{world.tournament.pk}/door")
    page.keyboard.type("Anna Maier, Hüfingen")
    team = page.get_by_label("Mannschaft")
    team.fill("Adler")
    team.press("Enter")
    expect(page.locator("#people ol .who")).to_have_text([re.compile(r"Anna Maier\s+Hüfingen · Adler \(1 fehlt\)")])
    expect(team).to_have_value("")
    expect(page.locator("#teams option")).to_have_attribute("value", "Adler")
    assert_ready(page)
    page.keyboard.type("Bert Maier, Hüfingen")
    team.fill("Adler 1")
    team.press("Enter")
    page.get_by_label("Adler", exact=True).check()
    page.get_by_role("group", name="Welche Mannschaft ist gemeint?").get_by_role("button").click()
    expect(page.locator("#people ol .who").first).to_have_text(
        re.compile(r"Bert Maier\s+Hüfingen · Adler \(vollzählig\)")
    )
    assert_fits(page)
    page.goto(f"/tournaments/{world.tournament.pk}/door/teams")
    page.get_by_text("Anderer Name, oder").click()
    assert_fits(page)
    page.goto(f"/tournaments/{world.tournament.pk}/standings?teams")
    assert_fits(page)


@thorough
def test_known_person_is_taken_from_the_list_by_arrow_and_enter(new_phone: Callable[..., Page]) -> None:
    page = new_phone(**DESK)
    door = at_the_door(page)
    for who in ("Dold Ella, Hüfingen", "Dold Hans, Hüfingen", "Dorer Max, Hüfingen"):
        come(page, who)
    page.goto("/tournaments/")
    page.get_by_role("link", name="Noch einmal veranstalten").click()
    page.get_by_role("button", name="Anlegen").click()
    page.wait_for_url("**/door")
    assert page.url != door
    page.keyboard.type("dol")
    expect(page.locator("[aria-selected=true]")).to_contain_text("Dold Ella")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-selected=true]")).to_contain_text("Dold Hans")
    assert page.locator("#who").get_attribute("aria-activedescendant")
    page.keyboard.press("Enter")
    expect(page.locator("#said .registered")).to_contain_text("Dold Hans")
    assert_ready(page)
    come(page, "dor")
    expect(page.locator("#said .registered")).to_contain_text("Dorer Max")
    tournament = Tournament.objects.get(pk=page.url.split("/")[-2])
    assert [row.name for row in tournament.entrants.order_by("number")] == ["Dold Hans", "Dorer Max"]


@thorough
def test_enter_before_the_list_came_takes_nobody_of_an_older_list(new_phone: Callable[..., Page]) -> None:
    page = new_phone(**DESK)
    at_the_door(page)
    come(page, "Bernd Alt, Hüfingen")
    page.locator("#said").get_by_role("button", name="Rückgängig").click()
    expect(page.locator("#people")).not_to_contain_text("Bernd Alt")
    expect(page.locator("#said .registered")).to_have_count(0)
    page.keyboard.type("Ber")
    expect(page.locator("[aria-selected=true]")).to_contain_text("Bernd Alt")
    page.keyboard.insert_text("ta Neu, Hüfingen")
    page.keyboard.press("Enter")
    expect(page.locator("#said .registered")).to_contain_text("Berta Neu")
    assert Entrant.objects.get(status=EntrantStatus.PRESENT).name == "Berta Neu"


@thorough
def test_enter_takes_nobody_of_an_older_list_when_the_server_goes(
    new_phone: Callable[..., Page], no_network: None
) -> None:
    page = new_phone(**DESK)
    at_the_door(page)
    come(page, "Bernd Alt, Hüfingen")
    page.locator("#said").get_by_role("button", name="Rückgängig").click()
    expect(page.locator("#people")).not_to_contain_text("Bernd Alt")
    page.keyboard.type("Ber")
    expect(page.locator("[aria-selected=true]")).to_contain_text("Bernd Alt")
    asked = hold(page, "/door/find")
    page.keyboard.insert_text("ta Neu, Hüfingen")
    page.keyboard.press("Enter")
    eventually(lambda: bool(asked), page)
    look_until_away(page)
    expect(page.locator("#away li")).to_have_count(0)  # the list may still come
    asked[0].abort("connectionrefused")
    expect(page.locator("#away li")).to_have_text(["Berta Neu, Hüfingen"])
    page.unroute("**/*")
    expect(page.locator("#people ol li .who strong")).to_have_text(["Berta Neu"])
    expect(page.locator("#away li")).to_have_count(0)


def test_what_is_said_of_somebody_comes_with_the_first_name(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 390, "height": 844})
    at_the_door(page)
    Tournament.objects.update(team_size=2)
    page.reload()
    said_of_somebody = page.locator("#entry :is(.tick, .team):visible")
    expect(page.get_by_role("link", name="Liste einlesen")).to_be_visible()
    expect(said_of_somebody).to_have_count(0)
    page.locator("#who").focus()
    page.keyboard.type("A")
    expect(said_of_somebody).to_have_count(4)
    page.keyboard.type("nna")
    page.keyboard.press("Enter")
    expect(page.locator("#people ol .who")).to_have_count(1)
    expect(page.locator("#who")).to_have_value("")
    expect(said_of_somebody).to_have_count(4)
    assert Entrant.objects.get().has_paid


def test_a_list_that_comes_while_a_name_is_typed_moves_nothing_of_the_entry(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 390, "height": 844})
    at_the_door(page)
    come(page, "Bert Maier")
    expect(page.locator("#people ol .who")).to_have_count(1)
    targets = page.locator("#entry :is(.seek .button, .tick)")
    before = [target.bounding_box() for target in targets.all()]
    assert len(before) == 4
    page.locator("#who").focus()
    page.keyboard.type("Anna")
    expect(page.locator("#option-new")).to_be_visible()
    assert [target.bounding_box() for target in targets.all()] == before


@thorough
def test_category_is_ticked_and_the_last_one_taken_back_by_keyboard(new_phone: Callable[..., Page]) -> None:
    page = new_phone(**DESK)
    at_the_door(page)
    page.keyboard.type("Anna Maier, Hüfingen")
    page.get_by_label("Damen", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#people")).to_contain_text("Damen")
    assert_ready(page)
    expect(page.get_by_label("Damen", exact=True)).not_to_be_checked()
    page.locator("#said").get_by_role("button", name="Rückgängig").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#people")).not_to_contain_text("Anna Maier")
    expect(page.locator("#who")).to_be_focused()
    expect(page.locator(".counts")).to_contain_text("0")
    assert not Entrant.objects.filter(has_paid=True).exists()


@thorough
def test_unclear_name_is_asked_about_and_stays_in_the_field(new_phone: Callable[..., Page]) -> None:
    page = new_phone(**DESK)
    at_the_door(page)
    come(page, "Anna Maier, Hüfingen")
    page.keyboard.type("Anna Mai")
    expect(page.locator("#suggestions")).to_contain_text("ist da, Nummer 1")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Wer ist gemeint?")
    expect(page.locator("#who")).to_have_value("Anna Mai")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#said .registered")).to_contain_text("Anna Mai")
    assert Entrant.objects.count() == 2


@thorough
def test_another_desk_sees_who_came_and_who_paid(new_phone: Callable[..., Page]) -> None:
    page, other = new_phone(**DESK), new_phone()
    world = World(entry_fee=Decimal("12.50"))
    for desk, device in ((page, world.organiser), (other, world.helper)):
        known_as(desk, device)
        desk.goto(f"/tournaments/{world.tournament.pk}/door")
    come(page, "Anna Maier, Hüfingen")
    row = other.locator("#people .persons li", has_text="Anna Maier")
    expect(row).to_be_visible()
    expect(other.locator("#door-note")).to_have_text("1 da")
    row.get_by_role("button").tap()
    expect(row.get_by_role("button")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#people .pay")).to_have_attribute("aria-pressed", "false")
    assert not Entrant.objects.get().has_paid


@pytest.mark.heavy
def test_door_works_without_scripts(new_phone: Callable[..., Page]) -> None:
    page = new_phone(java_script_enabled=False, **DESK)
    at_the_door(page)
    page.fill("#who", "Anna Maier, Hüfingen")
    page.press("#who", "Enter")
    expect(page.locator("#said .registered")).to_contain_text("Anna Maier")
    page.locator("#said").get_by_role("button", name="Rückgängig").click()
    page.fill("#who", "ann")
    page.press("#who", "Enter")
    page.locator("#suggestions button[name=player]").click()
    expect(page.locator("#said .registered")).to_contain_text("Anna Maier")
    page.locator("#people .pay").click()
    expect(page.locator("#people .pay")).to_have_attribute("aria-pressed", "false")
    assert Entrant.objects.get().number == 1


@pytest.mark.heavy
def test_pages_fit_and_are_accessible(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    base = set_up(phone).removesuffix("/door")
    for who in ("Anna Maier, Hüfingen", "Karl Huber, Löffingen", "Hans-Peter Oberschwarzwälder, Titisee-Neustadt"):
        phone.locator("#who").focus()
        come(phone, who)
    assert_fits_and_is_fine(phone, assert_accessible)
    phone.goto(f"{base}/announce")
    phone.get_by_label("Vor- und Nachname").fill("Vroni Scherer")
    phone.get_by_label("Woher").fill("Hüfingen")
    phone.get_by_role("button", name="Ich komme").click()
    assert_fits_and_is_fine(phone, assert_accessible)
    Tournament.objects.update(places=3)
    phone.get_by_role("link", name="Meine Anmeldung").click()
    expect(phone.locator("main")).to_contain_text("an Stelle 1")
    assert_fits_and_is_fine(phone, assert_accessible)
    assert too_small(phone, "main :is(a, button)") == []
    phone.goto(f"{base}/import")
    phone.get_by_label("Oder ihr Text").fill(
        "Ort;Name;bezahlt;Wertung\nUrach;Franz;ja;Damen\n;Franz;;\n;Max;vielleicht;"
    )
    phone.get_by_role("button", name="Lesen und zeigen").click()
    assert_fits_and_is_fine(phone, assert_accessible)
    phone.goto(f"{base}/door")
    phone.locator("#who").focus()
    phone.keyboard.type("sch")
    expect(phone.locator("[aria-selected=true]")).to_contain_text("Vroni Scherer")
    assert_fits_and_is_fine(phone, assert_accessible)
    phone.locator("#people .persons .who").last.click()
    assert_fits_and_is_fine(phone, assert_accessible)
    phone.goto(f"{base}/links")
    phone.get_by_role("button", name="Link für die Helfer der Turnierleitung").click()
    assert_fits_and_is_fine(phone, assert_accessible)
    for url, more in (("/tournaments/new", ".extras summary"), (f"{base}/door", ".desk-ways summary")):
        phone.goto(url)
        phone.locator(more).click()
        assert_fits_and_is_fine(phone, assert_accessible)
    top = "(title) => title.getBoundingClientRect().top"
    assert phone.locator(".desk-title").evaluate(top) < 48  # what opens beside it moves it nowhere


def assert_fits_and_is_fine(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    """No sideways scrolling, and nothing for axe, once the page that was asked for is there."""
    page.wait_for_load_state()
    page.locator("main h1").first.wait_for()
    assert_fits(page, LAPTOP)
    assert_accessible(page)


def test_what_a_long_list_is_can_be_said_from_its_first_line(new_phone: Callable[..., Page]) -> None:
    page = new_phone()
    page.goto(f"{at_the_door(page).removesuffix('/door')}/import")
    page.get_by_label("Oder ihr Text").fill("Name;Ort\n" + "\n".join(f"Anna {letter};Urach" for letter in LETTERS))
    page.get_by_role("button", name="Lesen und zeigen").click()
    here = page.get_by_role("button", name="Alle sind da")
    expect(here).to_be_in_viewport(ratio=1)
    takes = page.locator(".take input")
    takes.first.focus()
    for _line in LETTERS:
        assert page.evaluate(COVERED) is False, "the buttons lie over the line that is looked at"
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
    here.click()
    page.wait_for_url("**/door*")


def test_the_button_below_an_open_form_stands_apart_from_it(new_phone: Callable[..., Page]) -> None:
    page = new_phone()
    page.goto("/tournaments/new")
    page.locator(".extras summary").click()
    boxes = [page.locator(".new-table > " + part).bounding_box() for part in (".extras", ".button")]
    above, button = (box for box in boxes if box)
    assert button["y"] - above["y"] - above["height"] >= 16
