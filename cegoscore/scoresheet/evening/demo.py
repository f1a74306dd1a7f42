"""The evening that a newcomer can open from the start page: a session document in the repository."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils import translation

from cegoscore.scoring.documents.document import Document, parse_json
from cegoscore.scoring.problems import InvalidInput

DEMO = Path(__file__).parent / "demo_evening.json"
TITLE = translation.gettext_noop("Wednesdays at the Löwen")


def demo_document() -> Document:
    """24 hands with every kind of game, under a title in the language of the page."""
    return replace(_stored(), title=translation.gettext(TITLE))


@cache
def _stored() -> Document:
    """Raises `InvalidInput` if the file is faulty."""
    document, problems = parse_json(DEMO.read_text(encoding="utf-8"))
    if document is None:
        raise InvalidInput(problems)
    return document


def demo_titles() -> list[str]:
    """The title in every language."""
    titles = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            titles.append(translation.gettext(TITLE))
    return titles
