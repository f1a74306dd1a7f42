"""Blank sheets: what a phone without network makes of one is, to the letter, what the server would have sent."""

import json
import re
import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.evening.circles import published_blank_sheets
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import client_of, open_table

ROOT = Path(__file__).parents[3]
NAMES = ("Änne", "Bernd", "<b>C", 'D"e\\ter', "E&mil")
TITLE = "Löwen's <Abend>"
ONCE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|name="uuid" value="[\w-]+"| data-kept-for="\w+"')
BLANK = {"token": "t", "hand": "h", "stake": "0.0500", "currency": "€"}
SCRIPT = """
import { sheetPage } from "./static/offline/blank_sheet.js";
let text = "";
for await (const part of process.stdin) text += part;
const { blank, tables } = JSON.parse(text);
console.log(JSON.stringify(tables.map(({ digest, ...table }) => sheetPage(blank, digest, table))));
"""

pytestmark = pytest.mark.django_db


def made_by_phone(tables: list[dict[str, Any]]) -> list[str | None]:
    """Pages that the phone's script makes."""
    command = ["tools/node.sh", "--input-type=module", "--eval", SCRIPT]
    given = json.dumps({"blank": published_blank_sheets(), "tables": tables})
    return list(
        json.loads(subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=True).stdout)
    )


def as_sent(page: str) -> str:
    """The page without what is made anew each time, and without the marks of a sheet that only the phone knows."""
    page = page.replace(" data-made-here", "").replace(" data-live-later=", " data-live=")
    return ONCE.sub("", page).rstrip()


@thorough
def test_phone_makes_the_page_that_the_server_would_send() -> None:
    device = Device.objects.create()
    client = client_of(device)
    tables, pages = [], []
    for identifier in published_identifiers():
        rules = published(identifier)
        for size in rules.sizes:
            sheet = open_table(
                device,
                names=NAMES[:size],
                rules=rules,
                first_dealer=0,
                title=TITLE,
                stake=Decimal("0.05"),
                currency="€",
            )
            table = {"id": str(sheet.id), "names": NAMES[:size], "dealer": 0, "title": TITLE, **BLANK}
            tables.append(table | {"digest": rules.digest[:16]})
            pages.append(body_of(client.get(reverse("sheet", args=[sheet.id]))))
    assert Session.objects.count() == len(tables) > 30
    for table, made, sent in zip(tables, made_by_phone(tables), pages, strict=True):
        assert as_sent(body_of(made)) == as_sent(sent), table


@thorough
def test_first_dealer_is_named_wherever_the_sheet_waits_for_a_deal() -> None:
    rules = published("braeunlingen-ministranten")
    table = {
        "id": "1",
        "names": NAMES[:4],
        "dealer": 3,
        "title": "x",
        **BLANK,
        "digest": rules.digest[:16],
    }
    page = body_of(*made_by_phone([table]))
    assert "D&quot;e\\ter gibt, Änne ist Vorhand" in page
    assert re.search(r'<div id="next"[^>]* data-dealer="3"', page)


def test_rules_for_other_sizes_have_no_page() -> None:
    digest = published("dorset").digest[:16]
    table = {"id": "1", "names": NAMES[:4], "dealer": 0, "title": "x", **BLANK, "digest": digest}
    assert made_by_phone([table, table | {"digest": "unknown"}]) == [None, None]
