"""Templates are sent without the layout of their source, and show the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template import Context, Engine

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n    <li>\n      a b\n    </li>\n</ul>", "<ul>\n<li>\na b\n</li>\n</ul>"),
        ('<a\n  class="b"\n  href="/c"\n>d</a>', '<a class="b" href="/c">d</a>'),
        ("<a\n  {% if 2 > 1 %}\n    hidden\n  {% endif %}\n>d</a>", "<a  hidden >d</a>"),
        ("<p>\n  1 < 2\n  and {{ x }}</p>", "<p>\n1 < 2\nand y</p>"),
        ("<pre>a\nb</pre>", "<pre>a\nb</pre>"),
        ("a{% if x %} b{% endif %}, c", "a b, c"),
    ],
)
def test_layout_of_the_source_is_not_sent(tmp_path: Path, source: str, sent: str) -> None:
    (tmp_path / "page.html").write_text(source)
    engine = Engine(dirs=[tmp_path], loaders=["cegoscore.template_loader.Loader"])
    assert engine.get_template("page.html").render(Context({"x": "y"})) == sent


def test_an_error_names_the_line_of_the_source(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n  a\n</p>\n{% if x %}\n")
    engine = Engine(dirs=[tmp_path], loaders=["cegoscore.template_loader.Loader"], debug=True)
    with pytest.raises(Exception, match="line 4"):
        engine.get_template("page.html")
