"""Rows written in Python: their markup, and that no text gets into it unescaped."""

from html.parser import HTMLParser

import pytest
from django.utils.safestring import SafeString

from tournaments.course.row_writer import (
    NAME,
    NOTHING,
    Html,
    RowWriter,
    body,
    column,
    digits,
    element,
    hidden,
    link,
    named,
    points,
    sign,
    text,
)

HOSTILE = """"><script>alert('%s')</script>&"""


class Texts(HTMLParser):
    """The texts and tags of a piece of markup as a browser has them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


def test_table_has_a_row_with_a_cell_for_each_column() -> None:
    writer = RowWriter([column("rank"), NAME, column("ev", "50 %"), column()], prefix="n")
    rows = [
        writer.row((digits(1), text("Anna"), points(-5), NOTHING), key=7, css="tied"),
        writer.row((digits(2), text("Bernd"), points(None), points(0)), key=8),
    ]
    html = body(rows)
    assert isinstance(html, SafeString)
    assert html == (
        '<tr id="n7" class="tied"><td class="rank">1</td><th scope="row">Anna</th>'
        '<td class="ev" data-e="50 %">−5</td><td></td></tr>'
        '<tr id="n8"><td class="rank">2</td><th scope="row">Bernd</th>'
        '<td class="ev" data-e="50 %">–</td><td>0</td></tr>'
    )


def test_table_whose_rows_nobody_links_to_has_no_ids() -> None:
    assert RowWriter([column()]).row((digits(3),)) == "<tr><td>3</td></tr>"


@pytest.mark.parametrize(
    ("html", "tags", "texts"),
    [
        (text(HOSTILE), [], [HOSTILE]),
        (hidden(HOSTILE), ["span"], [HOSTILE]),
        (sign("?", HOSTILE), ["span", "span"], ["?", HOSTILE]),
        (named(HOSTILE, HOSTILE, between=" "), ["small"], [f"{HOSTILE} ", HOSTILE]),
        (named(HOSTILE, "", between=" "), [], [HOSTILE]),
        (link(text(f"/{HOSTILE}/"), 3, text(HOSTILE)), ["a"], [HOSTILE]),
        (element("em", text(HOSTILE), "note"), ["em"], [HOSTILE]),
        (RowWriter([column(label=HOSTILE)]).row((text(HOSTILE),)), ["tr", "td"], [HOSTILE]),
    ],
)
def test_text_stays_text(html: Html, tags: list[str], texts: list[str]) -> None:
    found = Texts(html)
    assert (found.tags, found.texts) == (tags, texts)
