"""Pictures to send: a title, a day, names with their points, and a sentence, as PNG of 1200 x 630."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import resvg_py
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.text import Truncator

from cegoscore import files

FONTS = [str(path) for path in sorted((files.PACKAGE / "fonts").glob("*.otf"))]
"""Our own, because a bare server has none."""
IN_A_COLUMN = 5
MOST_ROWS = 2 * IN_A_COLUMN
MOST = 28
"""Letters of a name or title: more are too small on a phone, and make the file too large."""
SIDE, TOP, LOWEST, LINE, GAP, TALLEST = 64, 168, 594, 46, 14, 142
"""Pixels: at both edges; where the names begin, and where all ends; a line of the sentence and above it; a row."""
LETTER, FIGURES, RANK, BESIDE = 0.56, 0.78, 0.9, 0.72
"""Parts of a size: a letter's width; of a row the figures, what a rank takes, and its size in two columns."""
NAME, NOTE, UNDER = 0.62, 0.3, 0.9
"""Parts of a row's size: its name, and a note; where in a row with notes these end."""
SMALLEST, LONGEST_NOTE = 27, 90
"""Of a note: the size in pixels before it is made to fit, and letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRow:
    """A name with its points; the rank, where one is shown."""

    name: str
    amount: int
    rank: int | None = None
    leads: bool = False
    note: str = ""
    """A line below the name: what somebody pays or gets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Content of a picture."""

    title: str
    day: str
    rows: Sequence[PictureRow] = ()
    sentence: str = ""
    version: str = ""
    """Version of what it shows, for its address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureText:
    """A line of text, cut and made smaller until it fits."""

    text: str
    size: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRow:
    """A row where it is drawn: from left to right where it begins, where its name does, and where it ends."""

    row: PictureRow
    name: PictureText
    note: PictureText
    left: float
    begin: float
    right: float
    y: float
    """Line on which the figures stand."""


def png_of(picture: Picture) -> bytes:
    """Draw the picture. Letters beyond Latin scripts stay empty."""
    sentence = _wrapped(picture.sentence)
    lines = max(min(len(picture.rows), IN_A_COLUMN), 3)
    foot = LOWEST - LINE * len(sentence) - GAP * bool(sentence)
    step = min(TALLEST, (foot - TOP) / lines)
    size = step if len(picture.rows) <= IN_A_COLUMN else step * BESIDE
    context = {
        "title": _fitting(picture.title, size=56, width=900, y=88, most=40),
        "day": _fitting(picture.day, size=34, width=1200 - 2 * SIDE, y=140, most=50),
        "rows": _placed(picture.rows, step=step, size=size),
        "figures": size * FIGURES,
        "rank": size / 2,
        "sentence": sentence,
    }
    svg = render_to_string("picture.svg", context)
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS)


def picture_answer(png: bytes) -> HttpResponse:
    """A picture as an answer that the browser keeps for an hour; its address bears the version."""
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def _placed(rows: Sequence[PictureRow], *, step: float, size: float) -> list[PlacedRow]:
    """Each row as it fits, in one column or two; names stand higher where any row has a note."""
    columns = ceil(len(rows) / IN_A_COLUMN)
    figures = max((len(str(row.amount)) + 1 for row in rows), default=0) * size * FIGURES * LETTER
    small = max(size * NOTE, SMALLEST)
    up = step * UNDER - 1.12 * small if any(row.note for row in rows) else step * 0.72
    placed = []
    for index, row in enumerate(rows):
        column, line = divmod(index, IN_A_COLUMN)
        width = (1200 - SIDE * (columns + 1)) / columns
        left = SIDE + column * (width + SIDE)
        begin = left + (size * RANK if row.rank else 0)
        room, top = left + width - figures - begin, TOP + line * step
        name = _fitting(row.name, size=min(size * NAME, up * 1.15), width=room, y=top + up)
        note = _fitting(row.note, size=small, width=room, y=top + step * UNDER, most=LONGEST_NOTE)
        at = {"left": left, "begin": begin, "right": left + width, "y": top + step * 0.72}
        placed.append(PlacedRow(row=row, name=name, note=note, **at))
    return placed


def _fitting(text: str, *, size: float, width: float, y: float, most: int = MOST) -> PictureText:
    """The text in that size; where it is too long, down to three quarters of it, and cut."""
    cut = Truncator(text).chars(min(most, int(width / (size * LETTER / 1.3))))
    return PictureText(text=cut, size=min(size, width / (max(len(cut), 1) * LETTER)), y=y)


def _wrapped(text: str) -> list[PictureText]:
    """Two lines at most, above the lower edge."""
    lines = textwrap.wrap(text, 54, max_lines=2, placeholder=" …")
    return [
        PictureText(text=line, size=36, y=LOWEST - 16 - LINE * (len(lines) - 1 - at)) for at, line in enumerate(lines)
    ]
