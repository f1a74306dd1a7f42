"""The lines of a list, as they are understood: nothing that is not understood becomes a person in silence."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import APPENDED
from cegoscore.scoring.names import tidy
from tournaments.course.lists.cells import Row, most_common_delimiter, rows_of, too_long
from tournaments.course.lists.columns import Wanted, head_of, named_by
from tournaments.course.lists.values import is_absent, named_categories, paid_of, points_of

MOST_LINES = 500
MOST_COLUMNS = 40
LONGEST = 60
"""Letters of a name or a village."""

ABOUT_THE_LIST = re.compile(
    r"(summe|gesamt|gesamtsumme|total|insgesamt|anzahl|teilnehmer|stand|übertrag|seite)\b"
    r"(\W*$|.*[\d:]|\s+(der|aller|am|vom|spieler|teilnehmer|punkte)\b)|.*[:=]",
    re.IGNORECASE,
)
"""A line that adds up, or says something of the list; somebody may be called Stand."""
NUMBER_IN_FRONT = re.compile(r"^\d{1,3}[.)]\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the list."""

    place: int
    heading: str
    """Its heading, or its number."""
    sample: str
    kind: str
    """What it is read as; empty if it is not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """A line of the list, as it was understood."""

    number: int
    text: str = ""
    """The line as it stands."""
    name: str = ""
    village: str = ""
    has_paid: bool = False
    points: int = 0
    categories: tuple[Any, ...] | None = None
    """Their keys; none if the list says nothing about categories."""
    labels: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Categories that nobody has, as they are written."""
    nobody: str = ""
    """The reason why the line is no person's."""
    problem: str = ""
    """The fault in this line."""
    left_out: str = ""
    """The reason to skip a faultless line."""
    player: int | None = None
    """The person of the club who is meant; somebody new if there is none."""
    alike: Sequence[Player] = ()
    """People of the club who may be meant, as long as that is a question."""
    other: str = ""
    """Anybody else of the club who was named for the line."""

    @property
    def state(self) -> str:
        """The one of five in which the line is: `known`, `new`, `which`, `out` or `nobody`."""
        if self.nobody:
            return "nobody"
        if self.problem or self.left_out:
            return "out"
        return "which" if self.alike else "known" if self.player else "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleList:
    """A list as it was understood."""

    lines: tuple[ListLine, ...] = ()
    columns: tuple[Column, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    """Reason why none of it can be read; empty if it can."""

    def _in(self, *states: str) -> list[ListLine]:
        return [line for line in self.lines if line.state in states]

    @property
    def good(self) -> list[ListLine]:
        """Lines to take over."""
        return self._in("known", "which", "new")

    @property
    def known(self) -> list[ListLine]:
        """People whom the club knows."""
        return self._in("known")

    @property
    def new(self) -> list[ListLine]:
        """People whom it does not."""
        return self._in("new")

    @property
    def which(self) -> list[ListLine]:
        """People who may be one whom it knows."""
        return self._in("which")

    @property
    def nobody(self) -> list[ListLine]:
        """Lines that are no person's."""
        return self._in("nobody")

    @property
    def out(self) -> list[ListLine]:
        """Lines of people who are not taken over, those first that have a fault."""
        return sorted(self._in("out"), key=lambda line: not line.problem)

    @property
    def unread(self) -> list[str]:
        """Columns with something in them that are not read."""
        return [column.heading for column in self.columns if not column.kind]

    @property
    def shape(self) -> str:
        """The kinds of all columns, as the page sends them back that showed what was read."""
        return ",".join(column.kind for column in self.columns)

    @property
    def unknown_categories(self) -> list[str]:
        """Every category that nobody has, once, in the order of the list."""
        names: dict[str, str] = {}
        for line in self.lines:
            for name in line.unknown:
                names.setdefault(name.casefold(), name)
        return list(names.values())


def read_lines(text: str, wanted: Wanted, chosen: Mapping[str, str]) -> PeopleList:
    """The list in a text; `chosen` is what stands in which column (`column_N`) where somebody said so."""
    if number := too_long(text):
        return PeopleList(problem=_("Line %(number)s cannot be read as a table.") % {"number": number})
    rows = _cut(text, wanted)
    width = max((len(row.cells) for row in rows), default=0)
    if not rows or len(rows) > MOST_LINES or width > MOST_COLUMNS:
        return PeopleList(problem=_size_problem(len(rows), width))
    head = head_of(rows, wanted)
    kinds = _chosen_kinds(head.kinds, wanted, chosen)
    above, body = rows[: head.rows - bool(head.headings)], rows[head.rows :]
    problem = _columns_problem(kinds, wanted) or ("" if body else _("There is nobody on this list."))
    lines = [] if problem else [_line(row, kinds, wanted, head.headings) for row in body]
    filled = _filled_down(lines, kinds) if lines else {}
    titles = [ListLine(number=row.number, text=_text(row), nobody=_("It stands above the list.")) for row in above]
    return PeopleList(
        lines=(*titles, *(filled.get(line.number, line) for line in lines)),
        columns=_columns(body, kinds, head.headings),
        notes=(*_stray(rows), *_filled(filled)),
        problem=problem,
    )


def _cut(text: str, wanted: Wanted) -> list[Row]:
    """The rows; commas are parts of names if one line is the heading of a single column."""
    mark = most_common_delimiter(text)
    if mark == "," and '"' not in text:
        whole = rows_of(text, "\t")
        mark = "\t" if whole and head_of(whole, wanted).headings else mark
    return rows_of(text, mark)


def _size_problem(lines: int, columns: int) -> str:
    if not lines:
        return _("There is nobody on this list.")
    if columns > MOST_COLUMNS:
        return _("A list has at most %(most)s columns; this one has %(columns)s.") % {
            "most": MOST_COLUMNS,
            "columns": columns,
        }
    return _("A list has at most %(most)s lines; this one has %(lines)s.") % {"most": MOST_LINES, "lines": lines}


def _chosen_kinds(guess: Sequence[str], wanted: Wanted, chosen: Mapping[str, str]) -> list[str]:
    """The kind of every column: as chosen, else as guessed; of two of one kind the first counts."""
    kinds: list[str] = []
    for place, kind in enumerate(guess):
        named = chosen.get(f"column_{place}", kind)
        kinds.append(named if named in wanted.kinds and named not in kinds else "")
    return kinds


def _columns_problem(kinds: Sequence[str], wanted: Wanted) -> str:
    if "name" not in kinds and "first_name" not in kinds:
        return _("No column has the names. Say which one it is.")
    if "points" in wanted.columns and "points" not in kinds:
        return _("No column has the points. Say which one it is.")
    return ""


def _columns(rows: Sequence[Row], kinds: Sequence[str], headings: Sequence[str]) -> tuple[Column, ...]:
    """Every column with something in it."""
    columns = []
    for place, kind in enumerate(kinds):
        sample = next((row.cells[place] for row in rows if place < len(row.cells) and row.cells[place]), "")
        heading = headings[place] if place < len(headings) else ""
        if sample or kind:
            named = heading or _("column %(number)s") % {"number": place + 1}
            columns.append(Column(place=place, heading=named[:LONGEST], sample=sample[:LONGEST], kind=kind))
    return tuple(columns)


def _text(row: Row) -> str:
    return "; ".join(filter(None, row.cells))[: 3 * LONGEST]


def _line(row: Row, kinds: Sequence[str], wanted: Wanted, headings: Sequence[str]) -> ListLine:
    cells = {kind: cell for kind, cell in zip(kinds, row.cells, strict=False) if kind}
    name, village = _whole_name(cells), cells.get("village", "")
    line = ListLine(number=row.number, text=_text(row), name=name, village=village)
    if nobody := _nobody(row, name, village, headings):
        return replace(line, nobody=nobody, name="", village="" if name else village)
    named = named_categories(cells.get("categories", ""), wanted.categories)
    keys = dict(wanted.categories[part.casefold()] for part in named if part.casefold() in wanted.categories)
    line = replace(
        line,
        has_paid=bool(paid_of(cells.get("paid", ""))),
        points=points_of(cells.get("points", "")) or 0,
        categories=tuple(keys) if "categories" in kinds else None,
        labels=tuple(keys.values()),
        unknown=tuple(part for part in named if part.casefold() not in wanted.categories),
    )
    if "points" in kinds and is_absent(cells.get("points", "")):
        return replace(line, left_out=_("no points, so not there"))
    return replace(line, problem=_problem(line, cells))


def _whole_name(cells: Mapping[str, str]) -> str:
    """The name as it is said: the first name in front, whether it stands behind a comma or in a column of its own."""
    name = NUMBER_IN_FRONT.sub("", cells.get("name", ""), count=1)
    surname, comma, first = (part.strip() for part in name.partition(","))
    if comma and "," not in first:
        name = f"{surname} {first}" if first.strip(".").casefold() in APPENDED else f"{first} {surname}"
    return tidy(f"{cells.get('first_name', '')} {name}")


def _nobody(row: Row, name: str, village: str, headings: Sequence[str]) -> str:
    """The reason why a line is no person's; empty if it is one's."""
    if named_by(row.cells, len(headings)):
        return _("These are the headings once more.")
    if not village and ABOUT_THE_LIST.match(next(filter(None, row.cells))):
        return _("It is about the list.")
    if not name:
        return _("The name is missing.")
    return "" if any(map(str.isalpha, name)) else _("A name has letters.")


def _problem(line: ListLine, cells: Mapping[str, str]) -> str:
    if max(len(line.name), len(line.village)) > LONGEST:
        return _("A name or a village has at most %(most)s letters.") % {"most": LONGEST}
    if paid_of(typed := cells.get("paid", "")) is None:
        return _("Paid is yes or no, not “%(typed)s”.") % {"typed": typed}
    if (typed := cells.get("points", "")) and points_of(typed) is None:
        return _("Here the points should be a whole number: %(typed)s") % {"typed": typed}
    if line.unknown:
        return _("There is no category called “%(name)s” here.") % {"name": ", ".join(line.unknown)}
    return ""


def _filled_down(lines: Sequence[ListLine], kinds: Sequence[str]) -> dict[int, ListLine]:
    """People without a village in a list by villages, where it stands left of the names, with that of a line above."""
    if "village" not in kinds or kinds.index("village") > min(
        kinds.index(kind) for kind in ("name", "first_name") if kind in kinds
    ):
        return {}
    village, filled = "", {}
    for line in lines:
        if line.village:
            village = line.village
        elif village and not line.nobody:
            filled[line.number] = replace(line, village=village)
    return filled


def _filled(lines: Collection[int]) -> list[str]:
    numbers = ", ".join(map(str, lines))
    return (
        [_("Without a village, so with that of the line above: lines %(numbers)s.") % {"numbers": numbers}]
        if lines
        else []
    )


def _stray(rows: Sequence[Row]) -> list[str]:
    numbers = ", ".join(str(row.number) for row in rows if row.is_stray)
    return (
        [_("A quotation mark too many, which is ignored: line %(numbers)s.") % {"numbers": numbers}] if numbers else []
    )
