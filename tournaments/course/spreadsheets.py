"""Lists as spreadsheets save them: the text of a file, its rows, and headings that every list may have."""

from __future__ import annotations

import csv
import io

from cegoscore.scoring.names import tidy

HEADINGS = {
    "name": ("name", "spieler", "spielerin", "player", "nachname", "familienname", "zuname", "surname", "last name"),
    "first_name": ("vorname", "rufname", "first name", "firstname", "forename", "given name"),
    "village": ("village", "dorf", "ort", "wohnort", "heimatort", "place", "town"),
    "categories": ("categories", "category", "kategorie", "kategorien", "wertung", "wertungen"),
}
"""Headings by what stands below them. Beside a first name the name is the surname."""

Row = tuple[int, list[str]]
"""The number of a line in the file, and its cells."""


class NoTable(Exception):
    """A line that cannot be cut into cells: one of them is longer than any text."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


def decoded(content: bytes) -> str | None:
    """The text of a file: UTF-8, UTF-16, or Windows-1252; none if it is no text."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\x00" in text else text
    return None


def rows_of(text: str) -> list[Row]:
    """The cells of every line that is not empty, cut by the mark that most lines have. Raises `NoTable`."""
    lines = [line for line in text.splitlines() if line.strip()]
    delimiter = max(";\t,", key=lambda mark: sum(mark in line for line in lines))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows = []
    try:
        for cells in reader:
            kept = [tidy(cell) for cell in cells]
            if any(kept):
                rows.append((reader.line_num, kept))
    except csv.Error:
        raise NoTable(reader.line_num) from None
    return rows
