"""The law of furniture in the rooms by kind: who writes, who reads, and where forms stand (docs/architecture.md)."""

import ast
import re
from pathlib import Path

import pytest

from tests.sources import ROOT

BY_KIND = (
    "cegoscore/bookings",
    "cegoscore/nights",
    "cegoscore/outings",
    "cegoscore/scoresheet/evening",
    "cegoscore/scoresheet/ledger",
    "cegoscore/scoresheet/table",
    "tournaments/desk",
    "tournaments/door",
    "tournaments/drawing",
    "tournaments/seasons",
    "tournaments/setup",
)
WRITES_NOTHING = re.compile(r"(^|_)(forms?|page|queries|rows|views|access|exports)$")
HAS_NO_FORM = re.compile(r"(^|_)(services|page|queries|rows|views|access|exports)$")


def modules(room: str) -> list[tuple[Path, ast.Module]]:
    """Every module of a room, those of its services and views too, with its tree."""
    paths = [path for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    return [(path, ast.parse(path.read_text())) for path in paths]


def kinds_of(path: Path, room: str) -> list[str]:
    """Names that say what kind of module it is: its own, and that of a folder within the room."""
    return [*path.relative_to(ROOT / room).with_suffix("").parts]


@pytest.mark.parametrize("room", BY_KIND)
def test_rooms_by_kind_write_in_services_and_keep_forms_apart(room: str) -> None:
    wrong = []
    for path, tree in modules(room):
        kinds = kinds_of(path, room)
        writes = any(isinstance(node, ast.Attribute) and node.attr == "atomic" for node in ast.walk(tree))
        forms = [
            node.name
            for node in tree.body
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Form") for base in node.bases)
        ]
        if writes and any(map(WRITES_NOTHING.search, kinds)):
            wrong.append(f"{path.relative_to(ROOT)} opens a transaction")
        if forms and any(map(HAS_NO_FORM.search, kinds)):
            wrong.append(f"{path.relative_to(ROOT)} has {', '.join(forms)}")
    assert wrong == []
