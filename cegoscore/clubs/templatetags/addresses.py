"""The tag `url` for every template: Django's own, but an address is put together once (`cegoscore/addresses.py`)."""

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode, url as djangos_url
from django.urls import NoReverseMatch

from cegoscore.addresses import MARKS, address

register = template.Library()


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """`{% url 'sheet' sheet.id %}`, `{% url 'sheet' sheet.id as here %}`."""
    node = djangos_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)


class AddressNode(URLNode):
    """An address whose keys are UUIDs and whole numbers, a third of Django's price; with any others it is Django's."""

    def render(self, context: Context) -> str:
        """Render the address, or set the variable behind `as`: empty where there is no such address."""
        keys = [key.resolve(context) for key in self.args]
        if self.kwargs or any(type(key) not in MARKS for key in keys):
            return super().render(context)
        try:
            path = address(self.view_name.resolve(context), *keys)
        except NoReverseMatch:
            return super().render(context)
        if self.asvar is None:
            return path
        context[self.asvar] = path
        return ""
