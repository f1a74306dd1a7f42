"""Names as lists have them: the surname in front, behind a comma, in capitals, with something behind it."""

import re
from collections.abc import Mapping, Sequence

from cegoscore.clubs.likeness import TITLES
from cegoscore.clubs.names import APPENDED
from cegoscore.scoring.names import tidy

BULLETS = re.compile(r"^(?:\(?\d+\)?(?!\w)|[\s.)#•*·_~✅✔✓☑\ufe0f\u20e3–-])+(?=\S)")
"""Numbers and bullets before a name, which are no part of it."""
TICKS = " *_~✅✔✓☑\ufe0f"
POSTCODE = re.compile(r"^(?:[A-Z]{1,2}-)?\d{4,5} (?=[^\W\d])")
BEHIND = re.compile(r"(.*?\S)(?:\s*\(([^()]*)\)|\s+[-–—/]\s+(.*))\s*")
"""A name, and what stands behind it in brackets or behind a dash."""


def bare(cell: str) -> str:
    """A name without bullets and ticks around it; empty if it has no letter."""
    name = BULLETS.sub("", cell).rstrip(TICKS)
    return name if any(map(str.isalpha, name)) else ""


def behind(cell: str) -> tuple[str, str]:
    """A name, and what stands behind it."""
    match = BEHIND.fullmatch(cell)
    return (match[1], match[2] or match[3] or "") if match else (cell, "")


def whole_name(cells: Mapping[str, str]) -> tuple[str, str]:
    """The name as it is said: the first name in front, whether it stands behind a comma or in a column of its own.

    With the surname for lists, where there is a column of first names and it is more than the last word: `Di Marco`,
    no `Dr. Kern`.
    """
    before, name = (bare(cells.get(kind, "")) for kind in ("first_name", "name"))
    surname, comma, first = (part.strip() for part in name.partition(","))
    if comma and "," not in first:
        name = f"{surname} {first}" if first.strip(".").casefold() in APPENDED else f"{first} {surname}"
    elif not before:
        surname = ""
    return tidy(f"{before} {name}"), _for_lists(surname if "first_name" in cells else "")


def _for_lists(surname: str) -> str:
    parts = surname.split()
    is_double = len(parts) > 1 and all(part[0].isupper() and part[-1].isalpha() for part in parts)
    return surname if is_double and {*map(str.casefold, parts)}.isdisjoint(TITLES | APPENDED) else ""


def surname_in_front(name: str) -> tuple[str, str]:
    """A name of which the surname stands first, as it is said, with the surname for lists if it has several words.

    The surname are all words in capitals, else the first that is no `von der`.
    """
    parts = name.split()
    if "," in name or len(parts) < 2:
        return whole_name({"name": name})
    capitals = next((place for place, part in enumerate(parts) if not _in_capitals(part)), len(parts) - 1)
    length = capitals or next((place for place, part in enumerate(parts) if part[0].isupper()), 0) + 1
    length = min(length, len(parts) - 1)
    surname = " ".join(part.title() if capitals else part for part in parts[:length])
    return f"{' '.join(parts[length:])} {surname}", _for_lists(surname)


def is_surname_first(names: Sequence[str]) -> bool:
    """True if every name begins with words in capitals, and ends with one that is none: `KETTERER Hans`."""
    parts = [name.split() for name in names if name]
    return bool(parts) and all(_in_capitals(words[0]) and not _in_capitals(words[-1]) for words in parts)


def _in_capitals(word: str) -> bool:
    return (len(word) > 1 and word.isupper() and word.isalpha()) or ("-" in word and word.isupper())
