"""Names in templates: routes with as many values as they take, and templates that are there.

`{% url … as back %}` leaves `back` empty for a wrong name and says nothing; an inclusion is found missing only when the
page comes to it.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils.text import smart_split

TEMPLATES = Path(__file__).parent.parent / "templates"
ADDRESS = re.compile(r"\{%\s*url\s(.*?)%\}", re.DOTALL)
TEMPLATE = re.compile(r"\{%\s*(?:include|extends)\s+(\S+)")
LITERAL = re.compile(r"""(["'])([^"'|]+)\1""")


def wrong_addresses(text: str) -> list[str]:
    """The tags that name no route, or one that takes other values."""
    routes = get_resolver().reverse_dict
    wrong = []
    for tag in ADDRESS.findall(text):
        name, *values = smart_split(tag)
        values = values[: values.index("as")] if "as" in values else values
        literal = LITERAL.fullmatch(name)
        taken = [params for found, *_ in routes.getlist(literal[2]) for _, params in found] if literal else []
        if len(values) not in {len(params) for params in taken}:
            wrong.append(tag.strip())
    return wrong


def missing_templates(text: str) -> list[str]:
    """The templates, or parts of one (`page.html#part`), that are included or extended and are not there."""
    return [
        found[2] for word in TEMPLATE.findall(text) if (found := LITERAL.fullmatch(word)) and not is_there(found[2])
    ]


def is_there(name: str) -> bool:
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


@pytest.mark.parametrize("wrong_in", [wrong_addresses, missing_templates])
def test_templates_name_only_what_there_is(wrong_in: Callable[[str], list[str]]) -> None:
    wrong = {str(path.relative_to(TEMPLATES)): wrong_in(path.read_text()) for path in TEMPLATES.rglob("*.html")}
    assert wrong
    assert {name: tags for name, tags in wrong.items() if tags} == {}
