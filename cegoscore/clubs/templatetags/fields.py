"""Attributes and options of the fields of forms, for `templates/django/forms`: in Python, where a page has hundreds."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

Choice = dict[str, Any]
"""An option as a widget of Django names it: value, attributes, label."""


@register.filter
def attributes(attrs: Mapping[str, Any]) -> SafeString:
    """Attributes of an element as Django writes them: by name, those with a value first; names are ours."""
    valued, alone = [], []
    for name in sorted(attrs):
        value = attrs[name]
        if value is True:
            alone.append(f" {name}")
        elif value is not None and value is not False:
            valued.append(f' {name}="{_text(value)}"')
    return mark_safe("".join(valued + alone))  # noqa: S308 - values are escaped


@register.filter
def options(groups: Iterable[tuple[str | None, list[Choice], int]]) -> SafeString:
    """Options of a select; those of a group that has a name in one."""
    return mark_safe("\n".join([_group(name, choices) for name, choices, _index in groups]))  # noqa: S308 - escaped


def _group(name: str | None, choices: list[Choice]) -> str:
    lines = "\n".join(map(_option, choices))
    return f'<optgroup label="{_text(name)}">{lines}</optgroup>' if name else lines


def _option(choice: Choice) -> str:
    more = attributes(choice["attrs"]) if choice["attrs"] else ""
    return f'<option value="{_text(choice["value"])}"{more}>{_text(choice["label"])}</option>'


def _text(value: object) -> str:
    """A value escaped, unless it is markup: at half the price of `conditional_escape`, which looks for lazy texts."""
    text = str(value)
    return text if isinstance(text, SafeString) else escape(text)
