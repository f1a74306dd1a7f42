"""A list of names and totals from before the app, as a spreadsheet writes it: a line a player, plain text in.

Columns are name, home village (may be missing), points and categories (may be missing); a line of headings may say
otherwise. Everything that is wrong is found at once, by line.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from cegoscore.clubs.who import identity
from tournaments.course.spreadsheets import HEADINGS, NoTable, rows_of

MOST_LINES = 500
LONGEST = 60
"""Characters of a name or a village."""

HIGHEST = 1_000_000
HEADS = HEADINGS | {"points": ("points", "punkte", "total", "summe")}
"""Headings that are known, by what stands below them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """A player's total, and the line in which it stands."""

    line: int
    name: str
    village: str
    points: int
    categories: tuple[str, ...] | None = None
    """As typed, in small letters; none if the list says nothing about categories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsFault:
    """A fault in a line: `code` is one of `FAULTS`, `text` the content of the line or cell."""

    line: int
    code: str
    text: str = ""


FAULTS = {
    "no_lines": "nothing to read",
    "too_many_lines": "too many lines",
    "no_column": "a heading is missing: name or points",
    "no_name": "no name",
    "no_points": "the points are no whole number",
    "too_long": "name or village is too long",
    "twice": "the same player stands here twice",
    "no_category": "nobody knows a category of this name",
}
"""Every code with an English text; the pages say them in both languages."""


def read_totals(text: str, categories: Collection[str] = ()) -> tuple[tuple[Total, ...], tuple[TotalsFault, ...]]:
    """The totals, and everything that is wrong; with any fault nothing should be taken over.

    `categories` are all that may stand in that column, in small letters.
    """
    try:
        rows = rows_of(text)
    except NoTable as error:
        return (), (TotalsFault(line=error.line, code="too_long"),)
    if not rows:
        return (), (TotalsFault(line=1, code="no_lines"),)
    columns = _columns(rows[0][1])
    if columns is None:
        return (), (TotalsFault(line=rows[0][0], code="no_column", text=", ".join(rows[0][1])),)
    body = rows[1:] if _is_heading(rows[0][1]) else rows
    if not body or len(body) > MOST_LINES:
        return (), (TotalsFault(line=rows[0][0], code="too_many_lines" if body else "no_lines"),)
    return _read(body, columns, categories)


def unread_headings(text: str) -> tuple[str, ...]:
    """Headings of columns that are not read, as they were typed; none if the list has no line of headings."""
    first = next((row for _number, row in rows_of(text)), [])
    known = {word for words in HEADS.values() for word in words}
    return (
        tuple(cell[:LONGEST] for cell in first if cell and cell.casefold() not in known) if _is_heading(first) else ()
    )


def _whole_name(cells: Mapping[str, str]) -> str:
    """The name as it is said: the first name in front, whether it stands behind a comma or in a column of its own."""
    surname, comma, first = cells["name"].partition(",")
    name = f"{first} {surname}" if comma else f"{cells.get('first_name', '')} {surname}"
    return " ".join(name.split())


def _is_heading(row: Sequence[str]) -> bool:
    return any(cell.casefold() in words for cell in row for words in HEADS.values())


def _columns(row: Sequence[str]) -> Mapping[str, int] | None:
    """Columns of name, village and points, by the headings or by the number of columns."""
    if not _is_heading(row):
        whole = {"name": 0, "village": 1, "points": 2}
        return {"name": 0, "points": 1} if len(row) == 2 else whole | ({"categories": 3} if len(row) > 3 else {})
    cells = [cell.casefold() for cell in row]
    found = {key: place for key, words in HEADS.items() for place, cell in enumerate(cells) if cell in words}
    return found if "name" in found and "points" in found else None


def _read(
    rows: Sequence[tuple[int, Sequence[str]]], columns: Mapping[str, int], known: Collection[str]
) -> tuple[tuple[Total, ...], tuple[TotalsFault, ...]]:
    totals: list[Total] = []
    faults: list[TotalsFault] = []
    seen: set[tuple[str, ...]] = set()
    for line, row in rows:
        cells = {key: row[place] if place < len(row) else "" for key, place in columns.items()}
        name, village = _whole_name(cells), cells.get("village", "")
        points = _points(cells["points"])
        categories = _categories(cells["categories"]) if "categories" in columns else None
        unknown = [word for word in categories or () if word not in known]
        key = (*sorted(identity(*name.split())), *identity(village))
        if not name:
            faults.append(TotalsFault(line=line, code="no_name"))
        elif max(len(name), len(village)) > LONGEST:
            faults.append(TotalsFault(line=line, code="too_long", text=name[:LONGEST]))
        elif points is None:
            faults.append(TotalsFault(line=line, code="no_points", text=cells["points"][:LONGEST] or name))
        elif key in seen:
            faults.append(TotalsFault(line=line, code="twice", text=name))
        elif unknown:
            faults.append(TotalsFault(line=line, code="no_category", text=unknown[0][:LONGEST]))
        else:
            totals.append(Total(line=line, name=name, village=village, points=points, categories=categories))
        seen.add(key)
    return tuple(totals), tuple(faults)


def _categories(text: str) -> tuple[str, ...]:
    """Several in one cell, with any mark between them."""
    words = text.casefold().replace("|", "/").replace(",", "/").replace("+", "/").split("/")
    return tuple(word.strip() for word in words if word.strip())


def _points(text: str) -> int | None:
    """A whole number with any of the signs that people and spreadsheets write."""
    plain = text.replace(" ", "").replace("\u2212", "-").replace("\u2013", "-").removeprefix("+")
    digits = plain.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > len(str(HIGHEST)):
        return None
    return int(plain)
