"""Pages without the indentation of their templates."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import Context, Engine

from cegoscore.lean_templates import lean

TEMPLATES = Path(__file__).parents[1] / "templates"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<ul>\n  <li>\n    Anna\n  </li>\n</ul>\n", "<ul>\n<li>\nAnna\n</li>\n</ul>\n"),
        (
            "<b>a</b>\n{% if x %}\n  <i>b</i>\n{% endif %}\n<i>c</i>\n",
            "<b>a</b>\n{% if x %}<i>b</i>\n{% endif %}<i>c</i>\n",
        ),
        ("  {% for x in y %}{% if x %}\n    {{ x }}\n", "{% for x in y %}{% if x %}{{ x }}\n"),
        ('<a\n  class="b"\n  href="{{ c }}"\n>d</a>', '<a class="b" href="{{ c }}">d</a>'),
        ("<a\n  {% if 2 > 1 %}\n    hidden\n  {% endif %}\n>d</a>", "<a {% if 2 > 1 %} hidden {% endif %}>d</a>"),
        ("<p>1 < 2\n  and 3 > 2</p>", "<p>1 < 2\nand 3 > 2</p>"),
        # What puts something out keeps its line break.
        ('{% symbol "x" %}\n  word\n', '{% symbol "x" %}\nword\n'),
        ("{% if x %} a\n", "{% if x %} a\n"),
        ("{{ x }}\n{{ y }}\n", "{{ x }}\n{{ y }}\n"),
    ],
)
def test_indentation_and_lines_of_control_tags_go(text: str, expected: str) -> None:
    assert lean(text) == expected


@pytest.mark.parametrize("x", ["", "1"])
def test_words_stay_apart(x: str) -> None:
    """Whatever the choice, there is white space between what stands on lines of its own."""
    text = "<b>a</b>\n{% if x %}\n  <i>b</i>\n{% else %}\n  <u>d</u>\n{% endif %}\n<i>c</i>\n"
    context = {"x": x}
    engine = Engine()
    plain, short = (engine.from_string(each).render(Context(context)) for each in (text, lean(text)))
    assert re.sub(r"\s+", " ", plain).strip() == re.sub(r"\s+", " ", short).strip()
    assert len(short) < len(plain)


def test_no_text_to_translate_depends_on_indentation() -> None:
    """A text over several lines is `trimmed`; otherwise the catalogue and the loaded template would differ."""
    found = [
        f"{path.relative_to(TEMPLATES)}: {match[0][:60]}"
        for path in TEMPLATES.rglob("*.html")
        for match in re.finditer(r"(?s){% blocktranslate((?:(?!%}).)*)%}(.*?){% endblocktranslate %}", path.read_text())
        if "\n" in match[2] and "trimmed" not in match[1]
    ]
    assert found == []
