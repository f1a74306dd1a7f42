"""The floors of the house as a picture: `python -m tests.floors_picture` writes `docs/floors.svg` anew."""

from collections import defaultdict
from xml.sax.saxutils import escape

from tests.sources import ROOT
from tests.test_house import FLOORS

MODULES = ("management", "selfcheck", "urls", "apps")
"""Modules that put rooms together: they have floors, but are no rooms."""
PICTURE = ROOT / "docs" / "floors.svg"
WIDTH, LEFT, RIGHT, HEIGHT, GAP, TOP = 960, 70, 190, 28, 6, 16
PARTS = {
    "tournaments.clubhouse": ("a club as a whole", "#e3d3ea"),
    "tournaments.papers": ("a club as a whole", "#e3d3ea"),
    "tournaments": ("evenings with many tables", "#f2d4cf"),
    "cegoscore.learning": ("sheets, nights, lessons", "#f6e3b4"),
    "cegoscore.nights": ("sheets, nights, lessons", "#f6e3b4"),
    "cegoscore.scoresheet": ("sheets, nights, lessons", "#f6e3b4"),
    "cegoscore.outings": ("sheets, nights, lessons", "#f6e3b4"),
    "cegoscore.scoring": ("pure: no database", "#cfe3f2"),
    "cegoscore.contest": ("pure: no database", "#cfe3f2"),
    "cegoscore.": ("clubs, money, the server", "#d3ead3"),
    "cegoscore": ("the base", "#dddddd"),
}
"""Part of the house with its colour, by the beginning of a room's name; the first that fits."""


def picture() -> str:
    """Draw a line of boxes for each floor, the highest on top; rooms side by side do not know each other."""
    floors: dict[int, list[str]] = defaultdict(list)
    for room, floor in FLOORS.items():
        if room.rpartition(".")[2] not in MODULES:
            floors[floor].append(room)
    shapes, told, y = [], "", TOP
    for floor in sorted(floors, reverse=True):
        rooms, wide = floors[floor], (WIDTH - LEFT - RIGHT + GAP) / len(floors[floor])
        shapes.append(f'<text x="{LEFT - 12}" y="{y + 19}" text-anchor="end" fill="#666">{floor}</text>')
        for place, room in enumerate(rooms):
            part, colour = next(found for name, found in PARTS.items() if room.startswith(name))
            x, name = LEFT + place * wide, escape(room.replace(".", "/"))
            box = f'x="{x:.0f}" y="{y}" width="{wide - GAP:.0f}" height="{HEIGHT}" rx="4"'
            shapes.append(f'<rect {box} fill="{colour}" stroke="#888"/>')
            shapes.append(f'<text x="{x + (wide - GAP) / 2:.0f}" y="{y + 19}" text-anchor="middle">{name}</text>')
        if part != told:
            shapes.append(f'<text x="{WIDTH - RIGHT + 14}" y="{y + 19}" fill="#444">{part}</text>')
        told, y = part, y + HEIGHT + GAP
    down = f'<path d="M18 {TOP + 8} V{y - 20} m-5 -9 l5 9 l5 -9" fill="none" stroke="#666" stroke-width="2"/>'
    word = f'<text transform="translate(13 {y / 2:.0f}) rotate(-90)" text-anchor="middle" fill="#666">imports</text>'
    size = f'viewBox="0 0 {WIDTH} {y + 8}" font-family="sans-serif" font-size="13"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return "\n".join([head, f'<rect width="{WIDTH}" height="{y + 8}" fill="#fff"/>', down, word, *shapes, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
