"""The tags that every page is made with: symbols, and boxes that say what is wrong or how things stand."""

import re
from pathlib import Path

import pytest
from django.template import Context, Engine, Template, TemplateSyntaxError
from django.utils.translation import override

from cegoscore.views import SYMBOLS

pytestmark = pytest.mark.sqlite  # needs no database: once is enough

TEMPLATES = Path(__file__).parents[2] / "templates"


def rendered(tag: str, **values: str) -> str:
    return Template("{% load cego %}" + tag).render(Context(values))


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ('{% symbol "check" %}', 'class="symbol" width="18" height="18" aria-hidden="true"'),
        ("{% symbol name %}", 'class="symbol" width="18" height="18" aria-hidden="true"'),
        ('{% symbol "check" class="on-saved" %}', 'class="symbol on-saved" width="18" height="18" aria-hidden="true"'),
        ("{% symbol name label=words %}", 'class="symbol" width="18" height="18" role="img" aria-label="a &amp; b"'),
    ],
)
def test_symbol_is_drawn_from_the_page_s_sheet(tag: str, attributes: str) -> None:
    assert rendered(tag, name="check", words="a & b") == f'<svg {attributes}><use href="#i-check"/></svg>'


def test_symbol_without_a_name_is_nothing() -> None:
    assert rendered("{% symbol name %}", name="") == ""


def test_label_is_said_in_the_language_of_the_page() -> None:
    template = Template('{% load cego %}{% symbol "cards" label=_("deals first") %}')
    with override("de"):
        german = template.render(Context())
    assert 'aria-label="gibt zuerst"' in german
    with override("en"):
        assert 'aria-label="deals first"' in template.render(Context())


def test_symbol_takes_nothing_else() -> None:
    with pytest.raises(TemplateSyntaxError, match="class and a label, not colour"):
        Engine.get_default().from_string('{% load cego %}{% symbol "check" colour="red" %}')


def test_every_symbol_that_a_template_names_is_drawn() -> None:
    drawings = "".join((TEMPLATES / name).read_text() for name in SYMBOLS)
    drawn = set(re.findall(r'<symbol id="i-(\w+)"', drawings))
    named = {
        name for path in TEMPLATES.rglob("*.html") for name in re.findall(r'\{% symbol "([^"]*)"', path.read_text())
    }
    assert named
    assert named - drawn == set()


WARNING = '<svg class="symbol" width="18" height="18" aria-hidden="true"><use href="#i-warning"/></svg>'


@pytest.mark.parametrize(
    ("tag", "box"),
    [
        (
            "{% problem %} {{ said }} {% endproblem %}",
            f'<div class="problem" role="alert">{WARNING}<div>a &lt; b</div></div>',
        ),
        (
            "{% problem announced=False %}{{ said }}{% endproblem %}",
            f'<div class="problem">{WARNING}<div>a &lt; b</div></div>',
        ),
        ('{% note "warning" %}{{ said }}{% endnote %}', f'<div class="note">{WARNING}<div>a &lt; b</div></div>'),
        (
            '{% note "warning" announced=True %}so{% endnote %}',
            f'<div class="note" role="status">{WARNING}<div>so</div></div>',
        ),
        ("{% problem %}\n{{ nothing }}\n{% endproblem %}", ""),
    ],
)
def test_box_stands_around_what_it_says(tag: str, box: str) -> None:
    assert rendered(tag, said="a < b") == box
