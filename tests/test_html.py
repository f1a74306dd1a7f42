"""Every page is put through an HTML validator: the standard and accessibility, in one run, without any network."""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import Device, HouseRuleSet
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.models import Session
from tests.effort import sampled
from tests.rendering import reads_of_templates
from tests.worlds import sheet as table, tournament as evening
from tests.worlds.lively_club import LivelyClub
from tests.worlds.pages import is_for_all, walked
from tests.worlds.tournament import client_of, play_hands

ROOT = Path(__file__).parent.parent
VALIDATOR = ROOT / "node_modules/html-validate/bin/html-validate.mjs"
PROJECTED = ("/beamer", "/wall")
"""Pages for the wall of a hall, which nobody can tap."""
HTMX = {"hx-request": "true"}

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # what pages look like does not depend on the database

Page = tuple[str, HttpResponseBase]


def problems_of(pages: Mapping[str, str], folder: Path) -> list[str]:
    """Problems found by the validator, each behind the page's name and the line."""
    assert VALIDATOR.exists(), "The validator is missing. Type: make node_modules/.stamp"
    names = {}
    for number, (name, text) in enumerate(pages.items()):
        path = folder / f"{number}.html"
        path.write_text(text, encoding="utf-8")
        names[str(path)] = name
    options = ["--config", "tools/html-validate.config.mjs", "--formatter", "json", f"{folder}/*.html"]
    command = ["tools/node.sh", str(VALIDATOR), *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout, run.stderr
    return [
        f"{names[file['filePath']]}:{said['line']} {said['message']} ({said['ruleId']})"
        for file in json.loads(run.stdout)
        for said in file["messages"]
    ]


def html_of(found: Iterable[Page]) -> dict[str, str]:
    """The pages among these answers, by name."""
    pages = {}
    for name, response in found:
        text = b"".join(response)
        if text and response.headers["Content-Type"].startswith("text/html"):
            pages[name] = text.decode()
    return pages


def got(client: Client, *addresses: str, **headers: str) -> Iterator[Page]:
    for address in addresses:
        yield f"{address} {' '.join(headers)}", client.get(address, headers=headers)


def of_the_club() -> Iterator[Page]:
    """The club's own house rules, and forms with nothing typed."""
    lively = LivelyClub()
    client = client_of(lively.organiser)
    own = HouseRuleSet.objects.filter(club=lively.club, retired_at=None).earliest("pk")
    rules = [reverse(name, args=[own.id]) for name in ("rule_set", "edit_rule_set")]
    yield from got(client, *rules)
    yield "house rules with a wrong value", client.post(rules[1], {"name": "", "save": "1"})
    yield "a tournament with nothing typed", client.post(reverse("new_tournament"), {})


def of_a_sheet(rules: str) -> Iterator[Page]:
    """The sheet of a table as its owner writes on it, with its parts as htmx gets them; then closed, and for guests."""
    world = table.World(rules)
    client, url = table.client_of(world.owner), world.sheet.get_absolute_url()
    write_hand(world.sheet, table.writing(1), device=world.owner)
    yield from got(client, url, f"{url}/hands/1", f"{url}/hands/1/insert", f"{url}/count", f"{url}/evening")
    yield from got(client, f"{url}/links", f"{url}/unsent", f"{url}/table", f"{url}/customs", f"{url}/adjustments")
    yield from got(client, f"{url}/changes?v=0", f"{url}/count", reverse("outbox"), **HTMX)
    yield f"{url} with half a hand", client.post(f"{url}/hands", table.posted(2, points=None))
    yield f"{url} with a hand that stands there", client.post(f"{url}/hands", table.posted(1, points=50))
    yield from got(table.client_of(world.guest), url, f"{url}/evening")
    world.sheet.refresh_from_db()
    close_sheet(world.sheet)
    yield from got(client, url)


def of_an_evening(fee: str | None) -> Iterator[Page]:
    """A tournament before its draw, and a table that has written all its hands."""
    world = evening.World(hands=3, entry_fee=fee)
    client, home = client_of(world.organiser), f"/tournaments/{world.tournament.pk}"
    world.register(8)
    yield from got(client, f"{home}/door", f"{home}/desk", f"{home}/links", f"{home}/rounds/1/draw")
    yield from got(client, f"{home}/door/find?who=ann", **HTMX)
    yield f"{home} at the door", client.post(f"{home}/door/register", {"who": "Anna 1"})
    sheet: Session | None = world.draw().tables.earliest("number").sheet
    assert sheet
    play_hands(sheet, 3)
    yield from got(client, sheet.get_absolute_url(), f"{home}/rounds/1", f"{home}/beamer", home)


def of_strangers() -> Iterator[Page]:
    client = client_of(Device.objects.create())
    yield from got(client, "/", "/new", "/code", "/import", "/nothing/here", "/rules/", "/evenings")
    yield "a wrong code", client.post("/code", {"code": "WXYWXY"})


@sampled
def test_every_page_is_valid_and_accessible_html_and_reads_nothing_while_it_is_rendered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("CRITICAL")
    of_sheets = [of_a_sheet(rules) for rules in ("baumann-bluemle", "schwarzwaldmeisterschaft")]
    answers = [of_the_club(), *of_sheets, of_an_evening("12.50"), of_an_evening(None), of_strangers()]
    found = {address: answer.text for address, answer in walked().items() if answer.is_html}
    with reads_of_templates() as reads:
        found |= {name: text for pages in answers for name, text in html_of(pages).items()}
    assert reads == []  # whatever a page needs is read before it is rendered
    assert len(found) > 140
    assert problems_of(found, tmp_path) == []


@sampled
def test_every_page_leads_to_imprint_and_privacy() -> None:
    seen = 0
    for address, answer in walked().items():
        if answer.is_html and "<html" in answer.text:
            seen += 1
            if not address.partition("?")[0].endswith(PROJECTED):
                assert 'href="/imprint"' in answer.text, address
                assert 'href="/privacy"' in answer.text, address
    assert seen > 50


@sampled
def test_no_page_reads_while_it_is_rendered_for_a_manager() -> None:
    assert {address: answer.reads for address, answer in walked().items() if answer.reads} == {}


@sampled
def test_no_cache_keeps_what_a_manager_gets_for_somebody_else() -> None:
    assert [address for address, answer in walked().items() if is_for_all(answer)] == []


FAULTY = {
    "<fieldset><input aria-label='a'></fieldset>": "wcag/h71",
    "<label>Points <input><output></output></label>": "multiple-labeled-controls",
    "<form><input aria-label='a'></form>": "wcag/h32",
    "<nav aria-label='a'></nav><nav aria-label='a'></nav>": "unique-landmark",
    "<p id='a'></p><p id='a'></p>": "no-dup-id",
}
SOUND = "<form><label>Points <input></label><button>Save</button></form>"


def test_validator_sees_what_it_is_for_and_says_nothing_else_of_a_sound_page(tmp_path: Path) -> None:
    pages = {f"page {number}": html for number, html in enumerate([*FAULTY, SOUND])}
    first: dict[str, str] = {}
    for problem in problems_of(pages, tmp_path):
        first.setdefault(problem.partition(":")[0], problem.split()[-1])
    assert first == {f"page {number}": f"({rule})" for number, rule in enumerate(FAULTY.values())}


@sampled
def test_title_of_a_tournaments_page_names_the_tournament() -> None:
    """Tabs and bookmarks have nothing else."""
    seen = 0
    for address, answer in walked().items():
        found = re.search(r"(?s)<title>(.*?)</title>", answer.text) if answer.is_html else None
        if found and re.match("/tournaments/[0-9a-f-]{36}", address) and "Nicht gefunden" not in found[1]:
            seen += 1
            assert "Preiscego" in found[1], address
    assert seen > 20
