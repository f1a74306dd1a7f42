"""The tags `url` and `static` for every template: Django's own, but an address is put together once.

Those of views by `cegoscore/addresses.py`, those of files by their storage (`cegoscore/assets/static_files.py`).
"""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode, url as djangos_url
from django.templatetags.static import StaticNode, do_static
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


@register.tag
def static(parser: Parser, token: Token) -> StaticNode:
    """`{% static 'app.css' %}`, `{% static 'app.css' as style %}`."""
    node = do_static(parser, token)
    return FileNode(node.varname, node.path)


class FileNode(StaticNode):
    """The address of a file of ours: it is not asked anew whether this server has files."""

    @classmethod
    def handle_simple(cls, path: str) -> str:
        """Find the address under which the file was collected."""
        return staticfiles_storage.url(path)
