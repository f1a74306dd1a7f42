"""The documents name what there is: files, folders, modules, and every room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_house import FLOORS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md")]
NAMED = re.compile(r"`([\w./-]+)`")
OURS = (
    "cegoscore/",
    "tournaments/",
    "templates/",
    "static/",
    "tests/",
    "tools/",
    "docs/",
    "locale/",
    "deploy/",
    ".ci/",
    ".github/",
)
MADE_BY_HOSTS = {"deploy/.env"}
MODULES = ("management", "selfcheck", "urls", "apps")
PUT_TOGETHER = {"cegoscore", *(f"{app}.{name}" for app in ("cegoscore.scoresheet", "tournaments") for name in MODULES)}
"""Entries of `FLOORS` without a row in the table: the base, and modules that put rooms together."""


def missing(text: str) -> list[str]:
    """The paths in a text that lead nowhere; a module stands without its ending, too, and with a name from inside."""
    return [
        path
        for path in NAMED.findall(text)
        if path.startswith(OURS) and path not in MADE_BY_HOSTS
        if not any((ROOT / each).exists() for each in (path, f"{path}.py", f"{path.rpartition('.')[0]}.py"))
        if not any((ROOT / folder / path).exists() for folder in ("templates", "static"))
    ]


@pytest.mark.parametrize(
    ("text", "is_missing"),
    [
        ("`cegoscore/scoring/payments.py`", False),
        ("`cegoscore/scoring/`", False),
        ("`tournaments/hall/paper/_base.html` is a template", False),
        ("`cegoscore/scoring/tariff.panel`", False),
        ("`cegoscore/scoring/payment.py`", True),
        ("`tournaments/cellar/`", True),
    ],
)
def test_path_that_leads_nowhere_is_seen(text: str, *, is_missing: bool) -> None:
    assert bool(missing(text)) is is_missing


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_document_names_only_what_there_is(path: Path) -> None:
    assert missing(path.read_text()) == []


def test_map_names_every_room_on_its_floor() -> None:
    rows = re.findall(r"^\| (\d+) \| `([\w/]+)/` \|", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE)
    drawn = {room.replace("/", "."): int(floor) for floor, room in rows if FLOORS.get(room.replace("/", "."))}
    assert drawn == {room: floor for room, floor in FLOORS.items() if room not in PUT_TOGETHER}
