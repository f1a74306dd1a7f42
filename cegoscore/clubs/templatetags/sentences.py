"""The library `i18n` for every template: Django's own, but a text that stands in the template goes no detours."""

from typing import Any

from django import template
from django.template.base import FilterExpression, Parser, Token, render_value_in_context
from django.template.context import Context
from django.templatetags import i18n
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

register = template.Library()
register.tags |= i18n.register.tags
register.filters |= i18n.register.filters


@register.tag
def translate(parser: Parser, token: Token) -> i18n.TranslateNode:
    """`{% translate "Totals" %}`, `{% translate "Share" context "button" %}`; with all else it is Django's."""
    node = i18n.do_translate(parser, token)
    text, meant = literal_of(node.filter_expression), literal_of(node.message_context)
    if node.noop or node.asvar or text is None or (node.message_context and meant is None):
        return node
    return SentenceNode(node, text.replace("%", "%%"), meant)


def literal_of(expression: FilterExpression | None) -> str | None:
    """The text between quotes that an expression is, without a filter; none if it is anything else."""
    if not expression or expression.filters:
        return None
    literal = getattr(expression.var, "literal", expression.var)
    return literal if isinstance(literal, str) else None


class SentenceNode(i18n.TranslateNode):
    """A text of ours in the reader's language, looked up once in each language: a page has a hundred of them."""

    def __init__(self, node: Any, said: str, meant: str | None) -> None:
        """Take over from Django's node; `meant` tells texts apart that are one in English."""
        super().__init__(node.filter_expression, node.noop, message_context=node.message_context)
        self.said = said
        self.meant = meant
        self.sentences: dict[str | None, SafeString] = {}
        """By language, whose catalogue nothing changes once it is read."""

    def render(self, context: Context) -> str:  # noqa: ARG002 - Django's signature
        """Render the text as it stands in the catalogue, which is markup of ours."""
        language = get_language()
        sentence = self.sentences.get(language)
        if sentence is None:
            sentence = self.sentences[language] = self._looked_up()
        return sentence

    def _looked_up(self) -> SafeString:
        text = gettext(self.said) if self.meant is None else pgettext(self.meant, self.said)
        return SafeString(text.replace("%%", "%"))


@register.tag
def blocktranslate(parser: Parser, token: Token) -> i18n.BlockTranslateNode:
    """`{% blocktranslate %}Round {{ number }}{% endblocktranslate %}`; one that counts is Django's."""
    node = i18n.do_block_translate(parser, token)
    meant = literal_of(node.message_context)
    if node.plural or (node.message_context and meant is None):
        return node
    return FilledNode(node, meant)


class FilledNode(i18n.BlockTranslateNode):
    """A text of ours with values in it, put together once and not at each place; a draw says `Table 7` fifty times."""

    def __init__(self, node: Any, meant: str | None) -> None:
        """Take over from Django's node; `meant` tells texts apart that are one in English."""
        super().__init__(node.extra_context, node.singular, trimmed=node.trimmed, asvar=node.asvar)
        self.message_context = node.message_context
        self.said, self.names = node.render_token_list(node.singular)
        self.meant = meant

    def render(self, context: Context, nested: bool = False) -> str:  # noqa: FBT001, FBT002 - Django's signature
        """Render the text with its values; what lacks one, or has a fault in the catalogue, is left to Django."""
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        text = gettext(self.said) if self.meant is None else pgettext(self.meant, self.said)
        try:
            filled = text % {
                name: render_value_in_context(values[name] if name in values else context[name], context)
                for name in self.names
            }
        except (KeyError, ValueError):
            return str(super().render(context, nested))
        if self.asvar is None:
            return filled
        context[self.asvar] = SafeString(filled)
        return ""
