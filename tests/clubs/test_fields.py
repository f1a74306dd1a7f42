"""Fields as our templates lay them out say what those of Django say: names, attributes, options, what is chosen."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting
from django.forms.utils import flatatt
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from cegoscore.clubs.templatetags.fields import attributes

Said = list[tuple[str, Any]]

FLAT = [("", "–"), (1, "a < b & c"), ("<b>", '"quoted"'), (1000, "a thousand")]
GROUPED = [("", "–"), ('Löwen & "Co"', [(1, "one"), (2, "two")]), ("Rössle", [("3", "three")])]


class Marked(forms.Select):
    """Options with an attribute of their own."""

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """An option that says what it is worth."""
        option = super().create_option(name, value, *args, **more)
        return option | {"attrs": option["attrs"] | {"data-worth": f'"{value}" & more'}}


def read(html: str) -> Said:
    """Elements with their attributes, and texts, in their order."""
    said: Said = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            said.append((tag, {name: "" if name == "selected" else value for name, value in attrs}))

        def handle_endtag(self, tag: str) -> None:
            said.append((tag, "ends"))

        def handle_data(self, data: str) -> None:
            said.append(("text", data.strip())) if data.strip() else None

    Reader().feed(html)
    return said


@pytest.mark.parametrize("attributes", [{}, {"id": "id_it", "required": True, "disabled": False, "maxlength": 1234}])
@pytest.mark.parametrize(
    ("widget", "value"),
    [
        *((kind(choices=choices), value) for kind in (forms.Select, Marked) for choices in (FLAT, GROUPED)
          for value in (None, 1, "3", "<b>")),
        (forms.TextInput(), '"a" < b & c'),
        (forms.NumberInput(), 1234),
        (forms.TextInput({"aria-describedby": "id_it_helptext", "autofocus": True}), None),
    ],
)  # fmt: skip
def test_field_says_what_djangos_says(widget: forms.Widget, value: Any, attributes: dict[str, Any]) -> None:
    ours, djangos = (
        widget.render("it", value, attributes, renderer()) for renderer in (TemplatesSetting, DjangoTemplates)
    )
    assert read(ours) == read(djangos)


@pytest.mark.parametrize(
    "attrs",
    [
        {},
        {"name": "it", "id": "id_it", "maxlength": 1234, "value": 0},
        {"required": True, "disabled": False, "autofocus": True, "value": None, "data-a": ""},
        {"value": '"a" < b & c', "title": mark_safe("&amp;"), "data-e": gettext_lazy("Totals")},
    ],
)
def test_attributes_are_written_as_django_writes_them(attrs: dict[str, Any]) -> None:
    assert attributes(attrs) == flatatt(attrs)
