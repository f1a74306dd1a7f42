"""Tags `translate`, `blocktranslate` and `static` that cache their output where it never varies.

A page has more than a hundred of them, and Django translates each anew whenever it is rendered. Here a tag without
variables is rendered once for each language (`static`: once), and its output kept; every other tag is Django's own.
This module replaces the libraries `i18n` and `static` (`settings.TEMPLATES`), so that templates load those as ever and
Django's tools for translations find what they look for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from django import template
from django.conf import settings
from django.template.base import FilterExpression, Node, Parser, Token, TokenType, Variable
from django.template.context import Context
from django.templatetags import i18n, static
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.translation import get_language

register = template.Library()
register.tags |= i18n.register.tags | static.register.tags
register.filters |= i18n.register.filters


class CachedNode(Node):
    """A node whose output depends on its `key` only, and is cached by that."""

    child_nodelists = ()

    def __init__(self, node: Node, key: Callable[[], Hashable]) -> None:
        self.node = node
        self.key = key
        self.said: dict[Hashable, Any] = {}

    def render(self, context: Context) -> Any:
        """Say it again."""
        key = self.key()
        said = self.said.get(key)
        if said is None:
            said = self.said[key] = self.node.render(context)
        return said


@register.tag("trans")
@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """Django's tag; kept by language if it is a literal that goes into the page as it is."""
    node: TranslateNode = i18n.do_translate(parser, token)
    context = node.message_context
    is_literal = not node.asvar and _is_literal(node.filter_expression) and (context is None or _is_literal(context))
    return CachedNode(node, get_language) if is_literal else node


@register.tag("blocktrans")
@register.tag("blocktranslate")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Django's tag; kept by language if nothing is put into its text."""
    node: BlockTranslateNode = i18n.do_block_translate(parser, token)
    varies = node.extra_context or node.plural or node.message_context or node.asvar
    is_literal = not varies and all(each.token_type == TokenType.TEXT for each in node.singular)
    return CachedNode(node, get_language) if is_literal else node


@register.tag("static")
def static_file(parser: Parser, token: Token) -> Node:
    """Django's tag; kept if the file is named in it. While the app is developed, files have other addresses."""
    node: StaticNode = static.do_static(parser, token)
    is_literal = node.varname is None and _is_literal(node.path)
    return CachedNode(node, lambda: settings.DEBUG) if is_literal else node


def _is_literal(expression: FilterExpression) -> bool:
    """Tell whether an expression is one text in quotation marks."""
    variable = expression.var
    is_text = isinstance(variable, str) or (isinstance(variable, Variable) and isinstance(variable.literal, str))
    return is_text and not expression.filters
