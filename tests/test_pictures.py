"""Pictures to send: their size, and that whatever is written on them fits."""

import re
import struct
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string

from cegoscore import pictures
from cegoscore.pictures import Picture, PictureRow, png_of
from tests.effort import thorough

LONG = "Maximilian-Alexander von Hohenstein-Großschönau <&>"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The SVG of each picture that is made."""
    sheets: list[str] = []

    def render(name: str, context: dict[str, Any]) -> str:
        sheets.append(render_to_string(name, context))
        return sheets[-1]

    monkeypatch.setattr(pictures, "render_to_string", render)
    return sheets


def rows(count: int, *, ranks: bool) -> list[PictureRow]:
    return [
        PictureRow(name=f"{number} {LONG}", amount=-1440 * number, rank=number if ranks else None)
        for number in range(1, count + 1)
    ]


@thorough
@pytest.mark.parametrize(("count", "ranks"), [(3, False), (5, False), (10, True)])
def test_long_names_and_amounts_fit(drawn: list[str], count: int, *, ranks: bool) -> None:
    """Only an evening, which has no ranks, has a sentence."""
    sentence = "" if ranks else f"{LONG} lag mit −120 hinten und gewann noch mit +1310."
    day = "26. November 2026, 124 Spiele"
    picture = Picture(title=LONG * 2, day=day, rows=rows(count, ranks=ranks), sentence=sentence)
    png = png_of(picture)
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    assert len(png) < 80_000
    texts = [text for text in ET.fromstring(drawn[0]).iter() if text.tag.endswith("text")]  # noqa: S314 - our own
    assert sum((text.text or "").startswith("−") for text in texts) == count
    for text in texts:
        size, width = float(text.attrib["font-size"]), len(text.text or "") * float(text.attrib["font-size"]) * 0.56
        begin = float(text.attrib["x"]) - (width if text.get("text-anchor") == "end" else 0)
        assert size >= 20
        assert 60 <= begin < begin + width <= 1140
        assert 60 < float(text.attrib["y"]) < 600


def test_nothing_that_is_typed_becomes_a_part_of_the_drawing(drawn: list[str]) -> None:
    png_of(Picture(title='<image href="/etc/passwd"/>', day="", rows=rows(3, ranks=False), sentence="</svg>"))
    assert re.findall("<image|</svg>", drawn[0]) == ["</svg>"]


@thorough
def test_every_letter_of_the_font_is_drawn() -> None:
    """A letter that the font lacks leaves its place empty, as in the picture without it."""
    blank = png_of(Picture(title="", day=""))
    missing = [sign for sign in "äöüÄÖÜßéèâçñłøšžőű−–„“”‚‘’…€" if png_of(Picture(title=sign, day="")) == blank]
    assert missing == []
    assert png_of(Picture(title="漢", day="")) == blank
