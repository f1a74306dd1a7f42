"""A whole tournament in the browser: twelve players, two rounds, from the form to the press text."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}
PEOPLE = tuple(
    f"{name}, {village}"
    for village in ("Hüfingen", "Löffingen", "Urach")
    for name in ("Anna Beha", "Karl Dold", "Vroni Heer", "Emil Ruf")
)
TOTALS = ("90", "-10", "-30", "-50")
"""By seat."""


def set_up(desk: Page) -> str:
    """By the form; the address of the tournament."""
    desk.goto("/tournaments/new")
    desk.get_by_label("Name des Turniers").fill("Preiscego")
    desk.get_by_text("Mehr: Durchgänge").click()
    desk.get_by_label("Veranstalter").fill("Cegofreunde")
    desk.get_by_label("Preise, einer je Zeile").fill("1. 200 €\nLetzter: Wurstsalat")
    desk.get_by_label("Alle dürfen die Seite des Turniers sehen").check()
    desk.get_by_role("button", name="Anlegen").click()
    desk.wait_for_url("**/door")
    return desk.url.removesuffix("/door")


def play_round(desk: Page, home: str, number: int) -> None:
    """Draw it, start it, type the totals of its tables by keyboard, close it."""
    desk.goto(f"{home}/rounds/{number}/draw")
    desk.get_by_role("button", name="Auslosen").click()
    desk.get_by_role("button", name=f"Durchgang {number} anfangen").click()
    for table in ("1", "2", "3"):
        expect(desk.locator("#entry input[name=number]")).to_be_focused()
        desk.keyboard.type(table)
        desk.keyboard.press("Enter")
        expect(desk.locator("#entry [data-total]").first).to_be_focused()
        for points in TOTALS[:-1]:
            desk.keyboard.type(points)
            desk.keyboard.press("Enter")
        desk.keyboard.type(TOTALS[-1])
        expect(desk.locator("#entry [data-sum]")).to_have_text("Geht auf.")
        desk.keyboard.press("Enter")
        expect(desk.locator("#entry")).to_contain_text(f"Tisch {table} ist eingetippt.")
    desk.get_by_role("button", name=f"Durchgang {number} abschließen").click()
    expect(desk.get_by_text("Dieser Durchgang ist abgeschlossen.")).to_be_visible()


def draw_for_ties(desk: Page) -> None:
    """Somebody draws cards for every rank that is shared, until none is left."""
    while desk.locator(".ties > li").count():
        tie = desk.locator(".ties > li").first
        numbers = re.findall(r"\d+", tie.locator(".startnumber").all_inner_texts().__str__())
        tie.locator("[name=numbers]").fill(" ".join(numbers))
        tie.locator("[name=drawn_by]").fill("der Wirt")
        before = desk.locator(".ties > li").count()
        tie.locator("button").click()
        expect(desk.locator(".ties > li")).to_have_count(before - 1)


@pytest.mark.heavy
def test_twelve_players_over_two_rounds(new_phone: Callable[..., Page]) -> None:
    desk = new_phone(**DESK)
    home = set_up(desk)
    for who in PEOPLE:
        desk.keyboard.type(who)
        desk.keyboard.press("Enter")
        expect(desk.locator("#who")).to_have_value("")
        expect(desk.locator("#said")).to_contain_text(who.partition(",")[0])
    play_round(desk, home, 1)
    play_round(desk, home, 2)

    desk.goto(f"{home}/ceremony")
    draw_for_ties(desk)
    desk.get_by_role("link", name="Turnier beenden").click()
    expect(desk.get_by_text("Um keinen Preis muss mehr gezogen werden.")).to_be_visible()
    desk.get_by_role("button", name="Turnier beenden").click()
    expect(desk.get_by_text("Das Turnier ist vorbei.")).to_be_visible()

    # A stranger in the hall finds the own rank, and the newspaper its text.
    guest = new_phone()
    guest.goto(home)
    guest.get_by_label("Name oder Startnummer").fill("Emil")
    guest.get_by_role("button", name="Suchen").tap()
    expect(guest.locator(".hits li")).to_have_count(3)
    guest.goto(f"{home}/standings")
    totals = [signed(text) for text in guest.locator("td.total").all_inner_texts()]
    assert len(totals) == len(PEOPLE)
    assert (sum(totals), totals) == (0, sorted(totals, reverse=True))
    assert "Wurstsalat" in guest.request.get(f"{home}/press").text()


def go_on(page: Page) -> int:
    """Send the form with the page's main button; the number of questions that it asks."""
    form = page.locator("main form:has(.button.main)").last
    asked = form.locator("input, select, textarea").filter(visible=True).count()
    form.locator(".button.main").tap()
    return asked


def decisions_until_the_first_card(phone: Page, name: str) -> int:
    """Questions asked on the way from the start page by main buttons, and the start; names at the door are none."""
    phone.goto("/")
    phone.get_by_role("link", name=re.compile("^Turniere")).tap()
    phone.locator("main a.button.main").tap()
    phone.get_by_label("Name des Turniers").fill(name)
    asked = go_on(phone)
    phone.wait_for_url("**/door")
    for who in PEOPLE[:4]:
        phone.locator("#who").fill(who)
        phone.locator("#who").press("Enter")
        expect(phone.locator("#said")).to_contain_text(who.partition(",")[0])
    phone.locator(".desk-ways .button").tap()
    phone.wait_for_url("**/draw")
    asked += go_on(phone)
    expect(phone.get_by_role("button", name="Durchgang 1 anfangen")).to_be_visible()
    asked += go_on(phone) + 1
    phone.wait_for_url("**/rounds/1")
    return asked


def test_five_decisions_lead_from_the_start_page_to_the_first_card(new_phone: Callable[..., Page]) -> None:
    """Name, day, rules, the number of the draw, and the start: the first time and the second."""
    phone = new_phone(viewport={"width": 390, "height": 844})
    assert decisions_until_the_first_card(phone, "Preiscego") == 5
    phone.goto("/learn")
    Tournament.objects.update(day=timezone.localdate() - timedelta(days=364), finished_at=timezone.now())
    assert decisions_until_the_first_card(phone, "Noch einmal") == 5
    assert Tournament.objects.values("club").distinct().count() == 1


def signed(text: str) -> int:
    """A number as pages write it."""
    return int(text.split(maxsplit=1)[0].replace("−", "-").replace("+", ""))
