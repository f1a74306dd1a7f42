"""Whoever stands in a line of a list, as its columns were named, and what proposes to leave the line out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from tournaments.course.lists.cells import Row, is_absent, named_categories, paid_of, points_of
from tournaments.course.lists.columns import WHOLE, Wanted, blocks_of, names_columns
from tournaments.course.lists.list_names import POSTCODE, behind, surname_in_front, whole_name

LONGEST = 60
"""Letters of a name or a village."""

STATES = ("known", "new", "which", "out", "left")
"""A line is of somebody whom the club knows, or does not, or perhaps; it cannot be taken over; or nobody ticked it."""

ABOUT_THE_LIST = re.compile(
    r"(summe|gesamt\w*|total|insgesamt|anzahl|übertrag|seite|stand|teilnehmer|sum|page)\b|"
    r"(tisch|runde|durchgang|serie|gruppe|mannschaft|team|table|round|group|spalte|column|reserve) ?\d+\W*$|"
    r"n\.? ?n\.?$|.*[:=@]",
    re.IGNORECASE,
)
"""The vocabulary of totals, headings in between and notes: a line without a village that begins so is left out unless
it is ticked."""


class Tick(NamedTuple):
    """A change that a line would make, with a tick of its own."""

    name: str
    """The name of its field."""
    text: str
    is_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """Somebody who stands in the list, as the line was understood."""

    number: int
    key: str = ""
    """The end of the names of fields about the line: its number, and which of several people in it."""
    text: str = ""
    """The line as it stands."""
    name: str = ""
    village: str = ""
    sorted_by: str = ""
    """The surname, if it has several words and the list sets it apart."""
    has_paid: bool = False
    odd_paid: str = ""
    """The text for the fee that nobody can read."""
    points: int = 0
    categories: tuple[Any, ...] | None = None
    """Their keys; none if the list says nothing about categories."""
    labels: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Categories that nobody has, as they are written."""
    team: str = ""
    doubt: str = ""
    """The reason why it is proposed to leave the line out."""
    is_ticked: bool = True
    problem: str = ""
    """The fault in this line, or the reason to skip a faultless one."""
    changes: tuple[str, ...] = ()
    """The state of somebody who is noted already, and the changes that the line would make."""
    ticks: tuple[Tick, ...] = ()
    """The same changes, each as it is ticked."""
    new_village: str = ""
    """The village that the person gets; empty if that stays."""
    player: int | None = None
    """The person of the club who is meant; somebody new if there is none."""
    alike: Sequence[Player] = ()
    """People of the club who may be meant, as long as that is a question."""
    other: str = ""
    """Anybody else of the club who was named for the line."""

    @property
    def state(self) -> str:
        """The one of `STATES` in which the line is."""
        if self.problem or not self.is_ticked:
            return "out" if self.problem else "left"
        return "which" if self.alike else "known" if self.player else "new"


def lines_of_table(rows: Sequence[Row], kinds: Sequence[str], wanted: Wanted, *, is_first: bool) -> list[ListLine]:
    """Everybody in the rows, in their order; `is_first` says that surnames stand in front."""
    lines = []
    for row in rows:
        blocks = [block for block in blocks_of(kinds) if _names(row, block, kinds)] or blocks_of(kinds)[:1]
        for which, block in enumerate(blocks):
            line = _line(row, [(kinds[place], row.cells[place]) for place in block], wanted, is_first=is_first)
            lines.append(replace(line, key=f"{row.number}_{which}" if which else str(row.number)))
    return _doubted(lines, rows, kinds)


def _names(row: Row, block: Sequence[int], kinds: Sequence[str]) -> bool:
    return any(row.cells[place] for place in block if kinds[place] in (*WHOLE, "first_name"))


def text_of_row(row: Row) -> str:
    """The line as it stands."""
    return "; ".join(filter(None, row.cells))[: 3 * LONGEST]


def _line(row: Row, pairs: Sequence[tuple[str, str]], wanted: Wanted, *, is_first: bool) -> ListLine:
    cells = dict(pairs)
    (name, sorted_by), more = _name(cells, is_first=is_first)
    village, team = (more.get(kind, cells.get(kind, "")) for kind in ("village", "team"))
    village = POSTCODE.sub("", village) if any(map(str.isalpha, village)) else ""
    marks = more.get("marks", "")
    named = named_categories(f"{cells.get('categories', '')},{marks}".strip(","), wanted.categories)
    known = dict(wanted.categories[part.casefold()] for part in named if part.casefold() in wanted.categories)
    paid = paid_of(cells.get("paid", ""))
    points, fault = _points(pairs)
    line = ListLine(
        number=row.number,
        text=text_of_row(row),
        name=name,
        village=village,
        sorted_by=sorted_by,
        has_paid=bool(paid),
        odd_paid=cells["paid"] if paid is None else "",
        points=points,
        categories=tuple(known) if {"categories", "marked"} & {*cells} else None,
        labels=tuple(known.values()),
        unknown=tuple(part for part in named if part.casefold() not in wanted.categories),
        team=team if any(map(str.isalnum, team)) else "",
    )
    return replace(line, problem=_fault(line) or fault)


def _name(cells: Mapping[str, str], *, is_first: bool) -> tuple[tuple[str, str], dict[str, str]]:
    """The name with the surname for lists, and what stood behind it, by what it is."""
    if "first_name" in cells or "surname" in cells:
        parts = {"first_name": cells.get("first_name", ""), "name": cells.get("surname", cells.get("name", ""))}
        return whole_name(parts), {}
    kind = next((kind for kind in WHOLE if kind in cells), "name")
    typed, after = behind(cells.get(kind, "")) if kind in ("marked", "name_village") else (cells.get(kind, ""), "")
    name = whole_name({"name": typed})
    if is_first and "," not in typed:
        name = surname_in_front(name[0])
    return name, {"marked": {"marks": after}, "name_village": {"village": after}}.get(kind, {})


def _points(pairs: Sequence[tuple[str, str]]) -> tuple[int, str]:
    """The points, or those of the rounds added up where no column has their sum; and what is wrong with them.

    A round for which nothing stands counts nothing if another one has points.
    """
    typed = [cell for kind, cell in pairs if kind == "points"] or [cell for kind, cell in pairs if kind == "round"]
    played = [cell for cell in typed if not is_absent(cell)]
    if typed and not played:
        return 0, _("no points, so not there")
    points = [points_of(cell) for cell in played]
    if None in points:
        sentence = _("Here the points should be a whole number: %(typed)s")
        return 0, sentence % {"typed": played[points.index(None)]}
    return sum(filter(None, points)), ""


def _fault(line: ListLine) -> str:
    if not line.name:
        return _("The name is missing.")
    if max(len(line.name), len(line.village), len(line.team)) > LONGEST:
        return _("A name, a village or a team has at most %(most)s letters.") % {"most": LONGEST}
    if line.unknown:
        return _("There is no category called “%(name)s” here.") % {"name": ", ".join(line.unknown)}
    return ""


def _doubted(lines: list[ListLine], rows: Sequence[Row], kinds: Sequence[str]) -> list[ListLine]:
    """The lines, with the reason to leave them out: what they lack, or a word of totals; nothing else tells.

    Nobody is ever left out for that where a line could not be told from those of people.
    """
    cells = {row.number: row.cells for row in rows}
    several = [line for line in lines if sum(map(bool, cells[line.number])) > 1]
    has_village = 2 * len(several) >= len(lines) > 1 and all(line.village for line in several)
    column = kinds.index("number") if "number" in kinds else None
    numbered = [] if column is None else [line for line in lines if cells[line.number][column]]
    doubted = []
    for line in lines:
        doubt = ""
        if names_columns(cells[line.number]):
            doubt = _("These are the headings once more.")
        elif not line.village and ABOUT_THE_LIST.match(next(filter(None, cells[line.number]))):
            doubt = _("It seems to be about the list.")
        elif has_village and line not in several:
            doubt = _("It has no village, and all others have one.")
        elif 2 * len(numbered) > len(lines) and column is not None and not cells[line.number][column]:
            doubt = _("It has no number, and others have one.")
        doubted.append(replace(line, doubt=doubt))
    return doubted
