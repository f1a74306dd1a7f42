"""A finished sheet without any network: as codes on its phone's screen, read by the phone of the desk, written once."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.selfcheck import faults_of
from tests.browser.panel import Panel, open_table, totals
from tests.browser.test_evening import second_phone
from tests.browser.without_network import SOLO, cut_off, page_kept, ready, reconnect, write_all
from tests.worlds.sheet import NAMES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]

ROOT = Path(__file__).parent.parent.parent


def noise(seed: int, length: int) -> str:
    """Text that can hardly be packed."""
    return "".join(random.Random(seed).choices("abcdefgh0123456789", k=length))


# Two hands of these need more than one code.
LONG: list[dict[str, Any]] = [{"free": [10, -10, 0, 0], "why": noise(seed, 450)} for seed in (1, 2)]

CUT = """import { cut } from "./static/offline/parts.js";
console.log(JSON.stringify(await cut(process.argv[1])));"""


def cut(text: str) -> list[str]:
    """A text in parts, as a phone cuts it."""
    command = ["tools/node.sh", "--input-type=module", "--eval", CUT, text]
    parts: list[str] = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    return parts


@pytest.fixture
def phone_of_the_table(new_phone: Callable[..., Page]) -> Page:
    """A small phone in the dark, at a table of a tournament that plays three hands."""
    page: Page = new_phone(viewport={"width": 360, "height": 640}, color_scheme="dark")
    open_table(page, list(NAMES), "braeunlingen-ministranten", 3)
    page_kept(ready(page))
    Session.objects.update(planned=3)
    page.reload()
    return ready(page)


def codes_on(page: Page) -> list[str]:
    """Every address that the phone shows as a code, looked at like the next phone's camera would."""
    place = page.locator("dialog.codes .place")
    page.locator("dialog.codes svg[role=img]").wait_for()
    addresses = []
    for number in range(1, int(place.inner_text().split()[-1]) + 1):
        expect(place).to_have_text(place.inner_text().replace(place.inner_text()[0], str(number), 1))
        code = page.locator("dialog.codes .code")
        box, white = code.bounding_box(), code.evaluate("(code) => getComputedStyle(code).backgroundColor")
        assert box
        assert (box["width"] >= 280, box["x"] >= 0, white) == (True, True, "rgb(255, 255, 255)")
        addresses.append(str(code.get_attribute("data-address")))
        page.get_by_role("button", name="Weiter").tap()
    return addresses


def shown_by(phone: Page, assert_accessible: Callable[[Page], None]) -> list[str]:
    """The codes of the hands that the phone writes without network, offered when the last planned one is written."""
    cut_off(phone)
    expect(phone.locator("#panel [data-codes]")).to_be_hidden()
    write_all(phone, [SOLO, *LONG])
    expect(phone.locator("#panel [data-network]")).to_contain_text("Alle 3 Spiele")
    expect(phone.locator("#panel [data-save]")).to_be_hidden()
    phone.get_by_role("button", name="QR-Code für die Turnierleitung").tap()
    codes = codes_on(phone)
    assert_accessible(phone)
    phone.get_by_role("button", name="Schließen").tap()
    expect(phone.locator("dialog.codes")).to_have_count(0)
    return codes


def read_in(reader: Page, codes: list[str], *, written: int, assert_accessible: Callable[[Page], None]) -> Page:
    """As a camera opens them, each in a tab of its own; nothing is written until somebody taps. The tab of the last."""
    for code in codes:
        reader = reader.context.new_page()
        reader.goto(code)
    here = reader.locator("#codes")
    expect(here).to_contain_text("Alle Codes sind da: 3 Einträge.")
    assert Hand.objects.count() == written
    if not written:
        assert_accessible(reader)
    here.get_by_role("button", name="Einlesen").tap()
    expect(reader.locator(".note")).to_be_visible()
    assert reader.evaluate("Object.keys(localStorage).length") == 0
    return reader


@pytest.mark.thorough
def test_a_finished_sheet_goes_over_by_its_codes_and_is_written_once(
    phone_of_the_table: Page, new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    phone, reader = phone_of_the_table, second_phone(phone_of_the_table, new_phone)
    codes = shown_by(ready(phone), assert_accessible)
    assert [code.partition("#")[0] for code in codes] == [f"{phone.url}/unsent"] * 2
    for said, written in (("3 Einträge wurden aufgeschrieben.", 0), ("3 standen schon da.", 3)):
        reader = read_in(reader, codes[::-1], written=written, assert_accessible=assert_accessible)
        expect(reader.locator(".note")).to_contain_text(said)
    sheet = Session.objects.get()
    assert [seat.total for seat in sheet.seats.order_by("number")] == totals(phone)
    assert list(faults_of(sheet)) == []
    with phone.expect_response("**/queue"):  # the table's phone sends the same once more
        phone.context.set_offline(False)
    phone.reload()  # or it would do so by itself half a minute after the last tap
    reconnect(ready(phone))
    assert Hand.objects.count() == 3


@pytest.mark.heavy
def test_what_a_camera_reads_wrong_is_said_and_what_belongs_elsewhere_is_kept_apart(phone: Page) -> None:
    open_table(phone, list(NAMES), "braeunlingen-ministranten", 3)
    address = f"{phone.url}/unsent"
    phone.goto(address)
    here = phone.locator("#codes")
    expect(here).to_be_hidden()
    one, other = (cut(noise(seed, 1800)) for seed in (1, 2))
    assert len(one) == len(other) == 2
    phone.goto(f"{address}#{one[0][:-3]}")
    expect(here.get_by_role("alert")).to_contain_text("beschädigt")
    phone.goto(f"{address}#{one[0]}")
    expect(here.get_by_role("alert")).to_be_hidden()
    assert phone.url == address  # what the code said is not left in the history
    phone.goto(f"{address}#{other[-1]}")
    lines = here.locator("li")
    expect(lines.first).to_contain_text(f"1 von {len(other)} Codes sind da. Es fehlt noch: 1")
    expect(lines.last).to_contain_text(f"1 von {len(one)} Codes sind da. Es fehlt noch: 2")
    for part in one:
        phone.goto(f"{address}#{part}")
    expect(lines.first).to_contain_text("passen aber nicht zusammen")  # whole, but no document
    lines.first.get_by_role("button", name="wegwerfen").tap()
    expect(lines).to_have_count(1)


@pytest.mark.heavy
def test_where_the_codes_cannot_be_drawn_the_file_is_offered(phone_of_the_table: Page) -> None:
    phone = phone_of_the_table
    cut_off(phone)
    Panel(phone).write(SOLO)
    phone.locator("#lines .unsent .row").first.tap()
    phone.evaluate("document.querySelector('#codes').dataset.library = '/nowhere.mjs'")
    phone.get_by_role("button", name="Als QR-Code").tap()
    dialog = phone.locator("dialog.codes")
    expect(dialog.get_by_role("alert")).to_contain_text("als Datei")
    with phone.expect_download():
        dialog.get_by_role("button", name="Als Datei").tap()
