"""A list as a table, and what somebody says of it: the sheet, the headings, the columns, the lines.

What is certain is recognised: headings in a stated vocabulary, and a list of nothing but names, or names and villages
behind a comma. Everything else is said by whoever reads the list in.
"""

import re
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.course.lists.cells import Row, most_common_delimiter, rows_of, sheets_in, without_entities
from tournaments.course.lists.columns import (
    MOST_TITLES,
    WHOLE,
    Wanted,
    heading_row,
    proposed,
    said_twice,
)
from tournaments.course.lists.list_lines import ABOUT_THE_LIST, LONGEST, STATES, ListLine, lines_of_table, text_of_row
from tournaments.course.lists.list_names import bare, behind, is_surname_first

MOST_LINES, MOST_COLUMNS = 500, 40


class ListColumn(NamedTuple):
    """A column of the list."""

    place: int
    heading: str
    """Its heading, or its number."""
    kind: str
    """The kind that it is read as; empty if it is not read."""


class ListTable(NamedTuple):
    """The rows of one sheet as somebody reads it."""

    sheet: str
    rows: list[Row]
    head: int | None
    """The place of the row with the headings."""
    kinds: list[str]

    @property
    def body(self) -> list[Row]:
        """The rows below the headings."""
        return self.rows if self.head is None else self.rows[self.head + 1 :]

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings as they are written."""
        return () if self.head is None else self.rows[self.head].cells

    @property
    def mark(self) -> str:
        """The table that the named columns belong to."""
        return mark_of([self.sheet, self.head, len(self.kinds)])


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleList:
    """A list as it was understood."""

    table: ListTable
    sheets: tuple[str, ...] = ()
    lines: tuple[ListLine, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    """Reason why none of it can be read; empty if it can."""
    is_surname_first: bool | None = None
    """True if names are read so; none if no column has whole names."""
    is_filled: bool | None = None
    """True if an empty village or team is that of the line above; none if no cell asks for it."""

    @property
    def by_state(self) -> dict[str, list[ListLine]]:
        """The lines of each state."""
        return {state: [line for line in self.lines if line.state == state] for state in STATES}

    @property
    def good(self) -> list[ListLine]:
        """Lines to take over."""
        return [line for line in self.lines if line.state in ("known", "new", "which")]

    @property
    def sum(self) -> int:
        """The points of all of them."""
        return sum(line.points for line in self.good)

    @property
    def columns(self) -> list[ListColumn]:
        """Every column with something in it."""
        columns = []
        for place, kind in enumerate(self.table.kinds):
            if kind or any(row.cells[place] for row in self.table.body):
                heading = self.table.headings[place][:LONGEST] if self.table.headings else ""
                heading = heading or _("column %(number)s") % {"number": place + 1}
                columns.append(ListColumn(place, heading, kind))
        return columns

    @property
    def samples(self) -> list[list[str]]:
        """The first text in these columns."""
        places = [column.place for column in self.columns]
        return [[row.cells[place][:LONGEST] for place in places] for row in self.table.body[:4]]

    @property
    def unread(self) -> list[str]:
        """Columns with something in them that are not read."""
        return [column.heading for column in self.columns if not column.kind]

    @property
    def titles(self) -> list[tuple[int, int, str]]:
        """The rows of which one may have the headings: the place, the number and the text."""
        return [(n, row.number, text_of_row(row)) for n, row in enumerate(self.table.rows[: MOST_TITLES + 2])]

    @property
    def mark(self) -> str:
        """The mark that ticks of lines belong to: of the table, its columns, and how names are read."""
        return mark_of([self.table.mark, *self.table.kinds, self.is_surname_first, self.is_filled])


def mark_of(parts: Iterable[object]) -> str:
    """A short mark by which a page knows again what it showed."""
    return f"{zlib.crc32(chr(10).join(map(str, parts)).encode()):x}"


def note_of(sentence: str, which: Collection[Any]) -> str:
    """A sentence about several lines or words, each once."""
    return sentence % {"which": ", ".join(dict.fromkeys(map(str, which)))}


def read_lines(
    text: str, wanted: Wanted, chosen: Mapping[str, str], before: Mapping[str, str] | None = None
) -> PeopleList:
    """The list in a text; `chosen` are fields of its preview, `before` the kinds that headings had by their mark."""
    parts = sheets_in(text)
    tables = {name: _cut(part) for name, part in parts.items()}
    likely = next(
        (name for name, (rows, _m) in tables.items() if heading_row(rows) is not None), next(iter(tables), "")
    )
    sheet = chosen["sheet"] if chosen.get("sheet") in tables else likely
    rows, separator = tables.get(sheet, ([], ""))
    width = len(rows[0].cells) if rows else 0
    people = PeopleList(table=ListTable(sheet, [], None, []), sheets=tuple(parts) if len(parts) > 1 else ())
    if len(rows) > MOST_LINES or width > MOST_COLUMNS:
        sentence = _("A list has at most %(lines)s lines and %(columns)s columns; this one has %(these)s.")
        size = f"{len(rows)} × {width}"
        return replace(people, problem=sentence % {"lines": MOST_LINES, "columns": MOST_COLUMNS, "these": size})
    table = ListTable(sheet, rows, _head(sheet, rows, chosen), [""] * width)
    table = table._replace(kinds=_kinds(table, separator, wanted, chosen, before or {}))
    people = replace(people, table=table, problem=_problem_with(table, wanted))
    return people if people.problem else _with_lines(people, wanted, chosen)


def _cut(text: str) -> tuple[list[Row], str]:
    """The rows, each as wide as the list, and the separator; commas are parts of names below one heading alone.

    Where no line has a separator, three blanks are one.
    """
    text = without_entities(text)
    mark = most_common_delimiter(text)
    if mark not in text:
        mark, text = "\t", re.sub(r"(?<=\S) {3,}(?=\S)", "\t", text)
    if mark == "," and '"' not in text and heading_row(rows_of(text, "\t")) is not None:
        mark = "\t"
    rows = rows_of(text, mark)
    places = {place for row in rows for place, cell in enumerate(row.cells) if cell} or {0}
    first, width = min(places), max(places) + 1 - min(places)
    return [row._replace(cells=(*row.cells[first:], *[""] * width)[:width]) for row in rows], mark


def _head(sheet: str, rows: Sequence[Row], chosen: Mapping[str, str]) -> int | None:
    """The place of the headings: as chosen for this sheet, or as proposed."""
    if "head" not in chosen or chosen.get("shown_sheet", sheet) != sheet:
        return heading_row(rows)
    return next((place for place in range(len(rows)) if str(place) == chosen["head"]), None)


def _kinds(
    table: ListTable, separator: str, wanted: Wanted, chosen: Mapping[str, str], before: Mapping[str, str]
) -> list[str]:
    """The kinds of columns: as chosen, as chosen before for the same headings, or as they are certain."""
    kinds = proposed(table.headings, wanted) if table.headings else _certain(table.rows, separator)
    remembered = before.get(mark_of(table.headings), "none").split(",")
    if table.headings and len(remembered) == len(kinds) and {*remembered} <= {"", *wanted.kinds}:
        kinds = remembered
    if chosen.get("table", table.mark) == table.mark:
        kinds = [chosen.get(f"column_{place}", kind) for place, kind in enumerate(kinds)]
    return [kind if kind in wanted.kinds else "" for kind in kinds]


def _certain(rows: Sequence[Row], separator: str) -> list[str]:
    """The kinds of columns of a list without headings: known if it has names only, or villages behind a comma."""
    width = len(rows[0].cells) if rows else 0
    is_certain = width == 1 or (width == 2 and separator == ",")
    if not is_certain or not all(_may_be_name(row.cells[0]) for row in rows):
        return [""] * width
    return ["name", "village"][:width]


def _may_be_name(cell: str) -> bool:
    name = bare(cell)
    return bool(name) and not re.search(r"\d", name) and not ABOUT_THE_LIST.match(name)


def _problem_with(table: ListTable, wanted: Wanted) -> str:
    kinds = {*table.kinds}
    names = [place for place, kind in enumerate(table.kinds) if kind in (*WHOLE, "first_name")]
    if not table.body:
        return _("There is nobody on this list.")
    if not names:
        return _("No column has the names. Say which one it is.")
    if twice := said_twice(table.kinds):
        return _("Two columns are said to be the same (%(heading)s). Say which one counts.") % {
            "heading": "; ".join(
                table.headings[p] for p, kind in enumerate(table.kinds) if kind in twice and table.headings
            )
        }
    if "points" in wanted.columns and not {"points", "round"} & kinds:
        return _("No column has the points. Say which one it is.")
    if not any(row.cells[place] for row in table.body for place in names):
        return _("The column of the names is empty.")
    return ""


def _with_lines(people: PeopleList, wanted: Wanted, chosen: Mapping[str, str]) -> PeopleList:
    """The list with its lines, ticked as chosen, or as proposed as long as nobody saw them read like this."""
    table, is_asked = people.table, "asked" in chosen
    gaps = _gaps(table)
    is_filled = (is_asked and "fill" in chosen) if gaps else None
    rows = _filled(table.body, gaps) if is_filled else table.body
    lines = lines_of_table(rows, table.kinds, wanted, is_first=False)
    first = None
    if {"name", "marked", "name_village"} & {*table.kinds}:
        first = "first" in chosen if is_asked else is_surname_first([line.name for line in lines if not line.doubt])
    people = replace(people, is_surname_first=first, is_filled=is_filled)
    if first:
        lines = lines_of_table(rows, table.kinds, wanted, is_first=True)
    seen = chosen.get("ticks", "").split() if chosen.get("reading") == people.mark else []
    lines = [
        replace(line, is_ticked=f"take_{line.key}" in chosen if line.key in seen else not line.doubt) for line in lines
    ]
    return replace(people, lines=tuple(lines), notes=_notes(people, lines, wanted))


def _gaps(table: ListTable) -> list[int]:
    """Columns of a village or a team, left of the names, with an empty cell below one that is not."""
    names = [place for place, kind in enumerate(table.kinds) if kind in (*WHOLE, "first_name")]
    places = [place for place in range(names[0]) if table.kinds[place] in ("village", "team")]
    filled = {place: [bool(row.cells[place]) for row in table.body] for place in places}
    return [place for place in places if True in filled[place] and False in filled[place][filled[place].index(True) :]]


def _filled(rows: Sequence[Row], places: Collection[int]) -> list[Row]:
    """The rows with the cell above in the place of each empty one."""
    above: dict[int, str] = {}
    filled = []
    for row in rows:
        above |= {place: row.cells[place] for place in places if row.cells[place]}
        cells = tuple(cell or above.get(place, "") for place, cell in enumerate(row.cells))
        filled.append(row._replace(cells=cells))
    return filled


def _notes(people: PeopleList, lines: Sequence[ListLine], wanted: Wanted) -> tuple[str, ...]:
    unknown = [name for line in lines for name in line.unknown]
    ends = [behind(line.name)[1] for line in lines if line.name.endswith(")")]
    notes: dict[str, Sequence[Any]] = {
        _("A quotation mark too many, which is ignored: line %(which)s."): [
            row.number for row in people.table.rows if row.is_stray
        ],
        _("Paid is yes or no; so not noted as paid: %(which)s."): [
            f"{line.number} ({line.odd_paid})" for line in lines if line.odd_paid and line.is_ticked
        ],
        _("Names are followed by: %(which)s. If these are categories or villages, say so above the column."): ends,
        _("There are no such categories: %(which)s."): unknown,
        _("There are: %(which)s."): [label for _key, label in wanted.categories.values()] if unknown else (),
    }
    return tuple(note_of(sentence, which) for sentence, which in notes.items() if which)
