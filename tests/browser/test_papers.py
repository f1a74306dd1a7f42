"""Papers of a tournament as a printer makes them, for every size: number of pages, running heads, nothing cut."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from cegoscore.clubs.models import Device
from tests.browser.panel import known_as
from tests.effort import thorough
from tests.worlds.championship import played_seasons
from tests.worlds.tournament import World
from tournaments.door import services as door

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("motion"),
    pytest.mark.skipif(not shutil.which("pdftotext"), reason="reads what was printed with pdftotext (poppler-utils)"),
]

NAME = "Preiscego der Cegofreunde Bräunlingen e. V. im Gasthaus zum Löwen"
LONG = ("Annemarie-Luise Schwarzwälder-Hollerbach", "Maximilian Oberschwandenbauer", "Karl-Friedrich Zimmermann")
MILLIMETRES = {"A4": (210, 297), "Letter": (216, 279), "A5": (148, 210), "A6": (105, 148)}
PEOPLE_THERE = re.compile("Donaueschingen|Unterschrift|Signature|Annemarie|Karl|Maximilian")
SINGLE = ("poster", "certificates")
"""Papers whose pages are hung up one by one, without a number."""
MARGIN = 12


def crowd(count: int, **settings: Any) -> World:
    """So many people with long names at tables of five where it does not work out, in the second of two rounds."""
    world = World(is_public=True, remainder="larger", name=NAME, **settings)
    people = [door.Newcomer(name=f"{LONG[n % 3]} {n}", village="Donaueschingen") for n in range(count)]
    door.register_all(world.tournament, people)
    world.play_round()
    world.draw("zwei")
    return world


def printed(page: Page, world: World, what: str, size: str) -> None:
    """Open a paper as it is laid out on one page of this size."""
    width, height = (round((side - 2 * MARGIN) / 25.4 * 96) for side in MILLIMETRES[size])
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/tournaments/{world.tournament.pk}/print/{what}")
    page.emulate_media(media="print")


def texts_of(page: Page, size: str, folder: Path) -> list[str]:
    """Text of each page of the paper, in one line."""
    page.emulate_media(media="null")
    path = folder / "paper.pdf"
    page.pdf(path=path, format=size, prefer_css_page_size=True)
    return pages_of(path)


def pages_of(path: Path) -> list[str]:
    """Text of each page of a PDF, in one line."""
    command = [str(shutil.which("pdftotext")), "-raw", str(path), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [" ".join(one.split()) for one in text.split("\f")[:-1]]


COVERED = """cards => cards.filter((card) => {
  const opens = card.querySelector(".opens").getBoundingClientRect();
  return [...card.querySelectorAll("li")].some((one) => one.getBoundingClientRect().bottom > opens.top + 1);
}).map((card) => card.innerText)"""
"""Cards where a name lies under the code."""

ROOM = """poster => {
  const [all, first, last] = [poster, poster.firstElementChild, poster.lastElementChild].map(
    (one) => one.getBoundingClientRect());
  return [first.top - all.top, all.bottom - last.bottom];
}"""
"""Room above and below what a poster says."""

CUT = """all => all
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.outerHTML.slice(0, 120))"""


@thorough
@pytest.mark.parametrize("hands", [24, pytest.param(40, marks=pytest.mark.heavy)])
def test_blank_sheet_is_one_page_with_its_signatures_and_nothing_cut(
    transactional_db: None, new_phone: Callable[..., Page], tmp_path: Path, hands: int
) -> None:
    world = crowd(9, hands=hands)  # a table of five: nine columns
    page = new_phone(is_mobile=False, has_touch=False)
    known_as(page, world.helper)
    apart = """one => one.querySelector('.paper-title').getBoundingClientRect().bottom
        <= one.querySelector('table').getBoundingClientRect().top"""
    for size in MILLIMETRES:
        printed(page, world, "sheets", size)
        assert page.locator(".blank").count() == 2
        assert page.locator(".blank").evaluate_all(CUT) == []
        assert page.locator(".blank :is(thead, tfoot) :is(th, td)").evaluate_all(CUT) == []
        rows = page.locator(".blank tbody tr").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert min(rows) >= 5, "somebody can write there"
        assert page.locator(".blank").first.evaluate(apart)
        pages = texts_of(page, size, tmp_path)
        assert len(pages) == 2
        for number, text in enumerate(pages, start=1):
            assert NAME in text
            assert "21. November 2026" in text
            assert "Unterschrift" in text
            assert text.startswith(f"{number} / 2 ")


def whole_pages(page: Page, world: World, what: str, size: str, folder: Path) -> list[str]:
    """Text of each page of a paper, of which nothing is cut, and each of which says what it belongs to."""
    printed(page, world, what, size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".card, .card li, .by-name li, .by-table > li, .ranks").evaluate_all(CUT) == []
    assert page.locator(".card").evaluate_all(COVERED) == []
    pages = texts_of(page, size, folder)
    for number, text in enumerate(pages, start=1):
        assert NAME in text, (what, number)
        assert "21. November 2026" in text, (what, number)
        if what not in SINGLE:
            assert text.startswith(f"{number} / {len(pages)} ")
            assert PEOPLE_THERE.search(text), "no page has only a mark"
    return pages


@thorough
def test_every_page_has_title_event_day_and_number(
    transactional_db: None, new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    world = crowd(41)
    page = new_phone(is_mobile=False, has_touch=False)
    known_as(page, world.helper)
    for what in ("cards", "everything"):
        for size in MILLIMETRES:
            whole_pages(page, world, what, size, tmp_path)
    for what in ("names", "tables", "standings"):  # parts of everything
        for size in ("A4", "A6"):
            whole_pages(page, world, what, size, tmp_path)


@pytest.mark.heavy
def test_papers_of_249_are_whole_and_miss_nobody(
    transactional_db: None, new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    world = crowd(249)
    page = new_phone(is_mobile=False, has_touch=False)
    known_as(page, world.helper)
    assert len(whole_pages(page, world, "poster", "A4", tmp_path)) == 1
    assert len(whole_pages(page, world, "cards", "A4", tmp_path)) == 16
    # People, seats by table and by name, standings: a line of each person in each; and a blank sheet for each table.
    pages = whole_pages(page, world, "everything", "A4", tmp_path)
    assert sum(text.count("Donaueschingen") for text in pages) == 4 * 249
    assert sum("Unterschrift" in text for text in pages) == 62
    certificates = whole_pages(page, world, "certificates", "A4", tmp_path)
    assert len(certificates) == page.locator(".certificate").count() > 2


@thorough
def test_poster_is_one_page_and_fills_it(
    transactional_db: None, new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    world = crowd(9)
    page = new_phone(is_mobile=False, has_touch=False)
    known_as(page, world.helper)
    for size in MILLIMETRES:
        assert len(whole_pages(page, world, "poster", size, tmp_path)) == 1
        printed(page, world, "poster", size)
        above, below = page.locator(".poster").evaluate(ROOM)
        assert abs(above - below) < 2, "it stands in the middle"


@thorough
def test_standings_of_forty_say_once_what_decided(
    transactional_db: None, new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    world = World(is_public=True)
    world.register(40)
    world.play_round()
    world.play_round("zwei")
    page = new_phone(is_mobile=False, has_touch=False)
    known_as(page, world.helper)
    printed(page, world, "standings", "A4")
    pages = texts_of(page, "A4", tmp_path)
    assert len(pages) == 1
    assert len(re.findall("letzter Durchgang zählt", pages[0])) == 1
    assert "Durchgang 1" in pages[0]


def test_players_page_on_paper_has_every_result(
    transactional_db: None, new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    """A table that goes on over the end of a page loses no row there."""
    device = Device.objects.create()
    season = played_seasons(device, tournaments=12, players=12)
    person = max(season.club.players.all(), key=lambda one: one.entries.count())
    page = new_phone(is_mobile=False, has_touch=False)
    known_as(page, device)
    page.goto(f"/clubs/{season.club_id}/players/{person.pk}?all=1")
    rows = page.locator(".results-table tbody tr")
    assert sum(len(re.findall(r"von 12\b", text)) for text in texts_of(page, "A5", tmp_path)) == rows.count()
