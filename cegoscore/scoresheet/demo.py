"""The evening that a newcomer can open from the start page: a session document in the repository."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cegoscore.scoring.document import Document, parse_json
from cegoscore.scoring.problems import InvalidInput

DEMO = Path(__file__).parent / "demo_evening.json"


@cache
def demo_document() -> Document:
    """24 hands with every kind of game. Raises `InvalidInput` if the file is faulty."""
    document, problems = parse_json(DEMO.read_text(encoding="utf-8"))
    if document is None:
        raise InvalidInput(problems)
    return document
