"""Attributes and options of the fields of forms, for `templates/django/forms`: in Python, where a page has hundreds."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
register.filter("attributes", flatatt)

Choice = dict[str, Any]
"""An option as a widget of Django names it: value, attributes, label."""


@register.filter
def options(groups: Iterable[tuple[str | None, list[Choice], int]]) -> SafeString:
    """Options of a select; those of a group that has a name in one."""
    return _lines(_group(name, choices) for name, choices, _index in groups)


def _group(name: str | None, choices: list[Choice]) -> SafeString:
    lines = _lines(map(_option, choices))
    return format_html('<optgroup label="{}">{}</optgroup>', name, lines) if name else lines


def _option(choice: Choice) -> SafeString:
    attributes = flatatt(choice["attrs"]) if choice["attrs"] else ""
    return format_html('<option value="{}"{}>{}</option>', choice["value"], attributes, choice["label"])


def _lines(lines: Iterable[SafeString]) -> SafeString:
    return mark_safe("\n".join(lines))  # noqa: S308 - of lines that are safe
