"""Pictures to send beside those that were looked at, point by point: fonts, layout and the library stay as they were.

`GOLDEN=1` writes them anew; look at each before it is kept.
"""

import os
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from cegoscore.pictures import Picture, PictureRow, png_of
from tests.effort import thorough

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
FARTHEST = 0.01
"""Of 255, on average over all points and colours."""
DISTANCE = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.getContext("2d").getImageData(0, 0, image.width, image.height).data;
  }));
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
}"""


def evening(*rows: tuple[str, int, str], day: str, sentence: str) -> Picture:
    most = max(amount for _name, amount, _note in rows)
    people = [PictureRow(name=name, amount=amount, leads=amount == most, note=note) for name, amount, note in rows]
    return Picture(title="Mittwochsrunde im Löwen", day=day, rows=people, sentence=sentence)


PICTURES = {
    "evening-de": evening(
        ("Karl", 310, "bekommt 9,00 €, hat 6,50 € bekommen"),
        ("Leni", -30, "zahlt 1,50 € an Karl"),
        ("Josef", -130, "hat 6,50 € an Karl bezahlt"),
        ("Vroni", -150, "zahlt 7,50 € an Karl"),
        day="26. November 2026, 24 Spiele",
        sentence="Karl führte nach 18 von 24 Spielen.",
    ),
    "five-en": evening(
        ("Annemarie Hummel-Großschönau", 1440, "gets €72"),
        ("Maximilian von Hohenstein", 1440, "gets €72"),
        ("Özil", 0, ""),
        ("Emil", -1330, "pays Maximilian v. H. €66.50"),
        ("Ida", -1550, "pays Annemarie Hum. €72, pays Maximilian v. H. €5.50"),
        day="26 November 2026, 30 hands",
        sentence="A single card point decided it: Annemarie Hummel-Großschönau, Solo, +45.",
    ),
    "ten-de": Picture(
        title="Schwarzwaldmeisterschaft 2026",
        day="9. Juli 2026 – 29. Oktober 2026",
        rows=[
            PictureRow(name=f"Leopold Blessing {rank}", amount=4353 - 411 * rank, rank=rank) for rank in range(1, 11)
        ],
    ),
}


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_the_one_that_was_looked_at(phone: Page, name: str) -> None:
    path, drawn = GOLDEN / f"{name}.png", png_of(PICTURES[name])
    if os.environ.get("GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(drawn)
    assert phone.evaluate(DISTANCE, [b64encode(data).decode() for data in (drawn, path.read_bytes())]) <= FARTHEST


@thorough
def test_one_other_figure_is_farther(phone: Page) -> None:
    """+310 and +319 differ in a single figure."""
    right = PICTURES["evening-de"]
    wrong = replace(right, rows=[replace(right.rows[0], amount=319), *right.rows[1:]])
    data = [b64encode(png_of(picture)).decode() for picture in (right, wrong)]
    assert phone.evaluate(DISTANCE, data) > 2 * FARTHEST
