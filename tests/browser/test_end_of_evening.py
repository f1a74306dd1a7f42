"""The end of an evening on a phone: settling, Schnaps, closing, the next evening, sharing, finding it again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Session
from tests.browser.panel import Panel, open_table
from tests.browser.test_people import WRITTEN
from tests.effort import thorough

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]
pytestmark = pytest.mark.django_db(transaction=True)


def open_demo(page: Page) -> str:
    """The address of an evening of 24 hands."""
    page.goto("/")
    page.locator("form[action='/demo'] button").click()
    page.wait_for_url("**/sheets/*")
    return page.url


@thorough
def test_curve_is_drawn_and_stands_there_in_numbers(phone: Page) -> None:
    sheet = open_demo(phone)
    phone.add_init_script(WRITTEN)
    phone.goto(f"{sheet}/evening")
    phone.get_by_text("Der Abend im Einzelnen").tap()
    canvas = phone.locator("[data-chart] canvas")
    expect(canvas).to_be_visible()
    drawn = (
        "c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((value, at) => at % 4 === 3 && value)"
    )
    assert canvas.evaluate(drawn)
    played = phone.locator(".numbers tbody th a")
    assert phone.evaluate("window.ticks.size") == played.count() > 20
    phone.locator(".numbers summary").tap()
    last = phone.locator(".numbers tbody tr").last
    expect(last).to_be_visible()
    totals = [str(text) for text in last.locator("td").all_inner_texts()]
    phone.goto(sheet)
    assert totals == phone.locator("#totals .total").all_inner_texts()


@pytest.mark.heavy
def test_curve_follows_the_width_of_the_window(new_phone: Callable[..., Page]) -> None:
    page = new_phone(is_mobile=False)
    page.goto(f"{open_demo(page)}/evening")
    page.get_by_text("Der Abend im Einzelnen").click()
    expect(page.locator("[data-chart] canvas")).to_have_count(1)
    page.set_viewport_size({"width": 700, "height": 390})
    expect(page.locator("[data-chart] canvas")).to_have_count(1)
    box = page.locator("[data-chart]").bounding_box()
    inside = page.locator("[data-chart] .uplot").bounding_box()
    assert box is not None
    assert inside is not None
    assert inside["width"] <= box["width"]


def test_evening_is_settled_closed_opened_and_followed_by_the_next_by_touch(phone: Page) -> None:
    open_table(phone, NAMES, "braeunlingen-ministranten", 3)
    panel = Panel(phone)
    panel.write({"contract": "solo", "declarer": 2, "points": 35})
    panel.write({"contract": "ulti", "declarer": 0, "made": True})
    sheet = phone.url
    phone.locator(".menu summary").tap()
    phone.get_by_role("link", name="Abrechnen, Abend beenden").tap()
    expect(phone.locator(".standings li").first).to_contain_text("+215")
    expect(phone.locator(".payments").first).to_contain_text("Clara zahlt an Anna")
    phone.get_by_role("button", name="hat eine Runde bezahlt (Clara)").tap()
    expect(phone.locator("#schnaps")).to_contain_text("Niemand ist eine Runde schuldig.")
    phone.get_by_role("button", name="Abend beenden").tap()
    expect(phone.locator(".note")).to_contain_text("nimmt keine Spiele mehr an")
    phone.goto(sheet)
    expect(phone.locator("#panel")).to_have_count(0)
    phone.get_by_role("link", name="Wer zahlt an wen").tap()
    phone.get_by_role("button", name="Wieder öffnen und weiterspielen").tap()
    phone.wait_for_url(sheet)
    expect(phone.locator("#panel")).to_be_visible()
    phone.goto(f"{sheet}/evening")
    phone.get_by_role("link", name="Der nächste Abend").tap()
    phone.get_by_role("button", name="Los geht’s").tap()
    phone.wait_for_url(lambda url: "/sheets/" in url and url != sheet)
    expect(phone.locator("#totals .name")).to_have_text(["Bernd", "Clara", "Dieter", "Anna"])
    assert Session.objects.count() == 2


@pytest.mark.heavy
def test_evening_works_without_scripts(new_phone: Callable[..., Page]) -> None:
    page = new_phone(java_script_enabled=False)
    sheet = open_demo(page)
    page.goto(f"{sheet}/evening")
    page.get_by_text("Der Abend im Einzelnen").tap()
    expect(page.locator("[data-chart]")).to_be_hidden()
    page.locator(".numbers summary").tap()
    expect(page.locator(".numbers tbody tr").last).to_be_visible()
    page.get_by_role("button", name="Abend beenden").tap()
    expect(page.locator(".note")).to_contain_text("nimmt keine Spiele mehr an")


@thorough
def test_tap_shares_picture_and_text(new_phone: Callable[..., Page]) -> None:
    """The phone's own sheet gets both; the picture was fetched before, and not before its button was in sight."""
    phone = new_phone(viewport={"width": 390, "height": 480})
    phone.add_init_script("""
        navigator.share = (data) => { window.shared = data; return Promise.resolve(); };
        navigator.canShare = (data) => data.files.length > 0;
        window.File = class extends File {
            constructor(...all) { super(...all); document.querySelector("[data-send]").dataset.fetched = ""; }
        };
    """)
    pictures: list[str] = []
    phone.on("requestfinished", lambda request: pictures.append(request.url) if ".png" in request.url else None)
    phone.goto(f"{open_demo(phone)}/evening")
    button = phone.locator("[data-send]")
    expect(phone.locator(".by-hand")).to_be_hidden()
    assert pictures == []
    button.scroll_into_view_if_needed()
    expect(button).to_have_attribute("data-fetched", "")
    button.click()
    name, size, text = phone.evaluate("() => [shared.files[0].name, shared.files[0].size, shared.text]")
    assert name == "cego.png"
    assert 10_000 < size < 80_000
    assert text.startswith("Karl führte nach 18 von 24 Spielen.")
