"""Blanks, which are drawn parts with places to be filled, and the lines of the sheet, which are filled into them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.scoresheet.lines import LedgerLine

EDGE = "\ue000"
"""Character of no language around the name of a place to be filled."""
ID = uuid.UUID("00000000-0000-4000-8000-000000000000")
"""Key of no sheet, which stands in blanks for that of any."""

FILLED = ("number", "revision", "deals", "lineup", "paid", "url", "shown", "game", "text", "spoken")
"""Values in which lines differ that look the same."""

MOST_LINES = 4096
"""Lines that a process keeps drawn, of some two kilobytes each: those of about two hundred evenings."""


def place(name: str) -> SafeString:
    """A place to be filled, with what is HTML already."""
    return mark_safe(f"{EDGE}{name}{EDGE}")  # noqa: S308 - our own names


class Blank:
    """A drawn part with places to be filled."""

    def __init__(self, text: str) -> None:
        self._pieces = text.replace(str(ID), place("sheet")).split(EDGE)

    def filled(self, values: Mapping[str, str]) -> str:
        """The part with values in its places."""
        pieces = [*self._pieces]
        pieces[1::2] = [values[name] for name in pieces[1::2]]
        return "".join(pieces)


@lru_cache(maxsize=MOST_LINES)
def drawn_line(line: LedgerLine, language: str | None) -> SafeString:
    """A hand on the sheet, drawn once for all who see the same values."""
    amounts = [signed(amount) for amount in line.amounts]
    looks = {"shown": line.shown is not None, "schnaps": bool(line.schnaps)}
    looks |= {"void": line.void, "corrected": line.corrected}
    blank = _blank_line(tuple(looks.items()), tuple(amount.startswith("+") for amount in amounts), language)
    values: dict[str, str] = {name: conditional_escape(getattr(line, name)) for name in FILLED}
    values |= {"schnaps": escape(", ".join(line.schnaps))} | {str(at): text for at, text in enumerate(amounts)}
    return mark_safe(blank.filled(values))  # noqa: S308 - every value is escaped


@lru_cache(maxsize=512)
def _blank_line(looks: tuple[tuple[str, bool], ...], pluses: tuple[bool, ...], _language: str | None) -> Blank:
    """A line that looks so."""
    has = dict(looks)
    line: dict[str, Any] = {name: place(name) for name in FILLED} | has
    line |= {"shown": place("shown") if has["shown"] else None, "schnaps": [place("schnaps")] * has["schnaps"]}
    amounts = [{"is_plus": is_plus, "text": place(str(at))} for at, is_plus in enumerate(pluses)]
    return Blank(render_to_string("scoresheet/_line.html", {"line": line, "amounts": amounts}))
