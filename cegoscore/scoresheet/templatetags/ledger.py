"""The lines of a sheet, drawn once for all who see them."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from cegoscore.scoresheet.lines import LedgerLine

register = template.Library()

MOST_LINES = 4096
"""Lines that a process keeps drawn, of some two kilobytes each: those of about two hundred evenings."""


@register.simple_tag
def ledger_line(line: LedgerLine) -> SafeString:
    """`{% ledger_line line %}`: a hand on the sheet. Everybody who sees the same values sees the same text."""
    return _drawn(line, get_language())


@lru_cache(maxsize=MOST_LINES)
def _drawn(line: LedgerLine, _language: str | None) -> SafeString:
    return render_to_string("scoresheet/_line.html", {"line": line})
