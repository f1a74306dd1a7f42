"""Parts of a sheet, drawn once for all who see them."""

from __future__ import annotations

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from cegoscore.scoresheet.drawn_lines import drawn_line
from cegoscore.scoresheet.kept_pages import kept_part
from cegoscore.scoresheet.lines import LedgerLine

register = template.Library()


@register.simple_tag
def ledger_line(line: LedgerLine) -> SafeString:
    """`{% ledger_line line %}`: a hand on the sheet. Everybody who sees the same values sees the same text."""
    return drawn_line(line, get_language())


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
