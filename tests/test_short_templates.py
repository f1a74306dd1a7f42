"""Templates as they are loaded: without the indentation of their lines, and with every word where it was."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

from cegoscore.assets.short_templates import INDENTATION

TEMPLATES = Path(__file__).parent.parent / "templates"
AS_IT_STANDS = re.compile(r"<(pre|textarea)\b.*?>(.*?)</\1>", re.DOTALL)
UNTRIMMED = re.compile(r"\{% blocktranslate(?![^%]* trimmed)[^%]*%\}(.*?)\{% endblocktranslate %\}", re.DOTALL)


def with_blanks_that_count(text: str) -> list[str]:
    """Parts of a template whose blanks at the beginning of a line are shown, or name a message."""
    parts = [match[2] for match in AS_IT_STANDS.finditer(text)] + UNTRIMMED.findall(text)
    return [part for part in parts if INDENTATION.search(part.partition("\n")[2])]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("<pre>Anna\n  Karl</pre>", 1),
        ("<pre>Anna\nKarl</pre>", 0),
        ("  <textarea\n    rows='8'\n  >{{ typed }}</textarea>", 0),
        ("{% blocktranslate with a=b %}\n  Hello\n{% endblocktranslate %}", 1),
        ("{% blocktranslate trimmed with a=b %}\n  Hello\n{% endblocktranslate %}", 0),
    ],
)
def test_blanks_that_count_are_found(text: str, count: int) -> None:
    assert len(with_blanks_that_count(text)) == count


def test_no_blank_that_counts_stands_at_the_beginning_of_a_line() -> None:
    texts = {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}
    assert texts
    assert {name: found for name, text in texts.items() if (found := with_blanks_that_count(text))} == {}


def test_lines_of_a_template_lose_their_indentation_and_keep_their_numbers() -> None:
    name = "scoresheet/hand/sheet.html"
    loaded, written = str(get_template(name).template.source), (TEMPLATES / name).read_text()  # type: ignore[attr-defined]
    assert not INDENTATION.search(loaded)
    assert loaded.splitlines() == [line.lstrip(" \t") for line in written.splitlines()]
