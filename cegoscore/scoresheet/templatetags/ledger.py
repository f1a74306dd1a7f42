"""Parts of a sheet, drawn once for all who see them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.scoresheet.drawn_hands import Blank, place
from cegoscore.scoresheet.kept_pages import kept_part
from cegoscore.scoresheet.lines import LedgerLine

register = template.Library()

FILLED = ("number", "revision", "deals", "lineup", "paid", "url", "shown", "game", "text", "spoken")
"""Values in which lines differ that look the same."""

MOST_LINES = 4096
"""Lines that a process keeps drawn, of some two kilobytes each: those of about two hundred evenings."""


@register.simple_tag
def ledger_line(line: LedgerLine) -> SafeString:
    """`{% ledger_line line %}`: a hand on the sheet. Everybody who sees the same values sees the same text."""
    return _drawn(line, get_language())


@lru_cache(maxsize=MOST_LINES)
def _drawn(line: LedgerLine, language: str | None) -> SafeString:
    amounts = [signed(amount) for amount in line.amounts]
    looks = {"shown": line.shown is not None, "schnaps": bool(line.schnaps)}
    looks |= {"void": line.void, "corrected": line.corrected}
    blank = _blank(tuple(looks.items()), tuple(amount.startswith("+") for amount in amounts), language)
    values: dict[str, str] = {name: conditional_escape(getattr(line, name)) for name in FILLED}
    values |= {"schnaps": escape(", ".join(line.schnaps))} | {str(at): text for at, text in enumerate(amounts)}
    return mark_safe(blank.filled(values))  # noqa: S308 - every value is escaped


@lru_cache(maxsize=512)
def _blank(looks: tuple[tuple[str, bool], ...], pluses: tuple[bool, ...], _language: str | None) -> Blank:
    """A line that looks so."""
    has = dict(looks)
    line: dict[str, Any] = {name: place(name) for name in FILLED} | has
    line |= {"shown": place("shown") if has["shown"] else None, "schnaps": [place("schnaps")] * has["schnaps"]}
    amounts = [{"is_plus": is_plus, "text": place(str(at))} for at, is_plus in enumerate(pluses)]
    return Blank(render_to_string("scoresheet/_line.html", {"line": line, "amounts": amounts}))


@register.tag
def kept(parser: Parser, token: Token) -> Node:
    """`{% kept panel %}…{% endkept %}`: drawn once for all who see the same (`seen`, from the view); else as ever."""
    _tag, name = token.split_contents()
    nodelist = parser.parse(["endkept"])
    parser.delete_first_token()
    return KeptNode(name, nodelist)


class KeptNode(Node):
    """A part of the page that is kept; the token against forged requests and the UUID of the next hand are its own."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.name = name
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        """Draw it, or say it again."""
        seen = context.get("seen")
        if seen is None:
            return self.nodelist.render(context)
        own = {"token": str(context.get("csrf_token")), "uuid": context["panel"].place["uuid"]}
        name = f"{self.name}{bool(context.get('oob'))}"
        return kept_part(name, seen, own, lambda: self.nodelist.render(context))
