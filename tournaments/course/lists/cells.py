"""The text of a file, the cells of its lines, and what people write into one: points, a paid fee, categories, absence.

Whatever program wrote the file, and with stray quotation marks.
"""

import csv
import html
import io
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from cegoscore.clubs.names import whole_number
from cegoscore.scoring.names import tidy
from tournaments.course.lists.workbook import sheets_of

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of a spreadsheet's own file."""

NO_LISTS = ("<", "%pdf", "{\\rtf")
"""The first letters of texts that are pages or letters."""

GERMAN = re.compile(r"[äöüß]|\b[ÄÖÜ]")
STRANGE = re.compile(r"[^\x00-\x7fäöüßÄÖÜéèêáàâçñôóíúëïÉ\xa0–—„“”‘’‚…€§°·•²³½×«»©®]")
ENCODINGS = ("cp1252", "cp850", "mac_roman")
"""Encodings that Excel writes beside Unicode: on Windows, as "MS-DOS", as "Macintosh"."""

ENTITY = re.compile(r"&(?:[a-zA-Z]{2,6}|#\d{1,5});")

UNREADABLE = "\ufffd"

LINE_END = re.compile(r"\r\n?|\n")
"""Other separators stand within a cell: a spreadsheet's line break, a page's."""

LONGEST_CELL = 5
"""Lines that a cell in quotation marks may have."""
LONGEST_ROW = 10_000
"""Letters."""

DELIMITERS = ";\t,|"

FAULT = re.compile(r"^#([\w/]*[!?]|n/?[av])$", re.IGNORECASE)
"""A cell that a spreadsheet could not calculate."""


class Row(NamedTuple):
    """A line that is not empty: its number in the file, its cells, and whether a quotation mark was left open in it."""

    number: int
    cells: tuple[str, ...]
    is_stray: bool = False


SHEET = re.compile(r"^\f([^\r\n]*)\r?\n", re.MULTILINE)
"""The line above the text of each of several sheets: their name behind a form feed."""


def text_of(content: bytes) -> tuple[str | None, list[str]]:
    """The text of a list, none if it is no list; and the sheets of a spreadsheet that are too large for one."""
    if not content.startswith(WORKBOOKS):
        return decoded(content), []
    sheets = sheets_of(content)
    if sheets is None or (sheets and not any(sheets.values())):
        return None, []
    texts = {name: text for name, text in sheets.items() if text is not None}
    several = "".join(f"\f{name}\n{text}" for name, text in texts.items())
    return several if len(texts) > 1 else "".join(texts.values()), [name for name in sheets if name not in texts]


def sheets_in(text: str) -> dict[str, str]:
    """The text of each sheet by its name; of a list that is none of several, by an empty one."""
    _before, *parts = SHEET.split(text) if text.startswith("\f") else ("", "", text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def decoded(content: bytes) -> str | None:
    """The text of a file in any encoding that spreadsheets write; none if it is no text."""
    unicode = "utf-8-sig"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        unicode = "utf-16"
    elif b"\x00" in content[:200]:
        unicode = "utf-16-le" if content[1:2] == b"\x00" else "utf-16-be"
    text = content.decode(unicode, "replace")
    if UNREADABLE in text:
        text = max((content.decode(encoding, "replace") for encoding in (unicode, *ENCODINGS)), key=_likelihood)
    text = _decoded_twice(text)
    return None if "\x00" in text or text.lstrip().lower().startswith(NO_LISTS) else text


def _decoded_twice(text: str) -> str:
    """The text that somebody's program took for another encoding and saved: `JÃ¶rg` is Jörg."""
    try:
        return text.encode("cp1252").decode("utf-8-sig")
    except UnicodeError:
        return text


def _likelihood(text: str) -> int:
    return len(GERMAN.findall(text)) - 2 * len(STRANGE.findall(text))


def most_common_delimiter(text: str) -> str:
    """The mark that most lines have."""
    lines = LINE_END.split(text)
    return max(DELIMITERS, key=lambda mark: sum(mark in line for line in lines))


def without_entities(text: str) -> str:
    """The text with letters in the place of what pages write for them: `J&ouml;rg`."""
    return ENTITY.sub(lambda found: html.unescape(found[0]), text)


def rows_of(text: str, delimiter: str) -> list[Row]:
    """The rows of a text, without the empty ones."""
    return [row for row in _rows(LINE_END.split(text), delimiter) if any(row.cells)]


def _rows(lines: list[str], delimiter: str) -> Iterator[Row]:
    at = 0
    while at < len(lines):
        length, cells = _record(lines[at : at + LONGEST_CELL], delimiter)
        stray = cells is None
        if cells is None:
            length, cells = 1, lines[at].replace('"', "").split(delimiter)
        yield Row(at + 1, tuple(FAULT.sub("", tidy(cell).removeprefix("=").strip('"')) for cell in cells), stray)
        at += length


def _record(lines: list[str], delimiter: str) -> tuple[int, list[str] | None]:
    """The number of lines of a row, and its cells; none if a mark is left open, or swallows what stands behind it."""
    for length in range(1, len(lines) + 1):
        text = "\n".join(lines[:length])
        if text.count('"') % 2 == 0 and len(text) <= LONGEST_ROW:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
            cells = rows[0] if rows else []
            swallows = len(rows) > 1 or any("\n" in cell and delimiter in cell for cell in cells)
            return length, None if swallows else cells
    return 1, None


HIGHEST = 1_000_000

YES, NO = (
    frozenset(words.split())
    for words in (
        "ja j yes y true wahr x bezahlt bez paid ok bar überwiesen überw paypal erledigt erl ✓ ✔ ✅ ☑",
        "nein n no false falsch offen nicht noch fehlt abend - – ☐ ✗ ✘ ❌",
    )
)
"""Words that say whether a fee was paid."""
AMOUNT = re.compile(r"(?:€ *)?(\d{1,4})(?:[.,](\d\d?|-|–))?\s*(?:€|eur|euro)?")

ABSENT = {"", "-", "–", "—", "x", "abw", "abwesend", "entsch", "entschuldigt", "nicht da", "fehlt", "absent", "n a"}
UNIT = re.compile(r"\s*(?:p|pkt|punkte|points)\.?$")

WHOLE_EUROS = re.compile(r"(?<=\d)[.,][-–]+$")
"""Decimals that nobody wrote: `120,-`."""


def plain(text: str) -> str:
    """A cell as far as its words say something: small letters, without marks."""
    return " ".join(re.sub(r"[^\w\s✓✔✅☑☐✗✘❌–—-]", " ", text.casefold()).split())


def paid_of(text: str) -> bool | None:
    """True if the fee was paid, also as an amount; none if the words are not among `YES` and `NO`."""
    if amount := AMOUNT.fullmatch(text.casefold().strip()):
        return any(digit not in "0-–" for part in amount.groups("") for digit in part)
    words = {word for word in plain(text).split() if not word.isdigit()}
    return False if not words or words & NO else True if words <= YES | {"eur", "euro"} else None


def points_of(text: str) -> int | None:
    """A whole number with any of the signs that people and spreadsheets write; none if it is none."""
    typed = WHOLE_EUROS.sub("", UNIT.sub("", text.casefold().strip()))
    if typed.startswith("(") and typed.endswith(")"):
        typed = f"-{typed[1:-1].strip(' -−–')}"
    points = whole_number(typed)
    return None if points is None or abs(points) > HIGHEST else points


def is_absent(text: str) -> bool:
    """True if the cell says that somebody was not there."""
    return plain(text).strip("☐✗✘❌") in ABSENT


NO_CATEGORY = {"", "keine", "kein", "none", "m", "männlich", "male", "herr", "herren", "mann"}
"""Stand-in for a category, unless one is called so."""


def named_categories(text: str, known: Collection[str]) -> list[str]:
    """The categories in a cell: one as it is called, or several with any mark between them."""
    if text.casefold() in known:
        return [text]
    parts = [part.strip() for part in re.split(r"[/|,+;&]| und | and ", text)]
    return [part for part in parts if part.casefold() in known or plain(part).strip("–—-") not in NO_CATEGORY]
