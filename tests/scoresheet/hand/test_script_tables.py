"""The tests of the scripts (`tests/scripts`) use the tables and words of real pages; here they are held to be those.

After a change of the pages: `WRITE_SCRIPT_TABLES=1 .venv/bin/pytest tests/scoresheet/hand/test_script_tables.py`.
"""

import json
import os
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of

TABLES = Path(__file__).parents[2] / "scripts" / "tables.json"
RULES = (
    "baumann-bluemle",
    "braeunlingen-loewen",
    "braeunlingen-loewen-3",
    "braeunlingen-ministranten",
    "oberwolfach-4",
    "schwarzwaldmeisterschaft",
    "weissauer",
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # reads pages only: once is enough


class _Panel(HTMLParser):
    """Collects the words on the panel's form, and its legends."""

    def __init__(self) -> None:
        super().__init__()
        self.words: dict[str, str] = {}
        self.part = ""
        self.in_legend = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("class") == "entry":
            self.words |= {_camel(name): value for name, value in given.items() if name.startswith("data-")}
        elif tag == "fieldset":
            self.part = given.get("data-kinds", "")
        self.in_legend = tag == "legend"

    def handle_data(self, data: str) -> None:
        asked = {"per_defender": "askAmount", "schinden": "askCulprits", "raeuber-most": "askMost"}.get(self.part)
        if self.in_legend and asked:
            self.words.setdefault(asked, data)


def _camel(name: str) -> str:
    return re.sub(r"-(\w)", lambda found: found[1].upper(), name.removeprefix("data-"))


def words_of(page: str) -> dict[str, str]:
    """Texts of the panel by their names in scripts; without addresses and states."""
    panel = _Panel()
    panel.feed(page)
    return {name: text for name, text in sorted(panel.words.items()) if name not in ("script", "stage")}


def json_of(page: str, name: str) -> Any:
    """A table that the page carries for its script."""
    found = re.search(rf'data-{name}="([^"]*)"', page)
    assert found, name
    return json.loads(unescape(found[1]))


def page_of(client: Client, url: str, **headers: str) -> str:
    return body_of(client.get(url, headers=headers | {"accept-language": "de", "accept-encoding": "identity"}))


def tables_of(rules: str) -> dict[str, Any]:
    """The amounts, the counting table and the words on the pages of a sheet by these rules."""
    world = copied(World, rules, NAMES[: 3 if rules.endswith("-3") else 4])
    client, url = client_of(world.owner), world.sheet.get_absolute_url()
    page = page_of(client, url)
    counting = page_of(client, f"{url}/count", **{"hx-request": "true"})
    tables = {"amounts": json_of(page, "json"), "counting": json_of(counting, "table")}
    return tables | {"words": words_of(page)}


def test_tables_of_the_script_tests_are_those_of_the_pages() -> None:
    tables = {rules: tables_of(rules) for rules in RULES}
    if "WRITE_SCRIPT_TABLES" in os.environ:
        lines = ",\n".join(f'"{rules}": {json.dumps(given, ensure_ascii=False)}' for rules, given in tables.items())
        TABLES.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    assert json.loads(TABLES.read_text(encoding="utf-8")) == tables
