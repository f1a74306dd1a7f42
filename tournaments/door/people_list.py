"""A list of people from a spreadsheet: name, village, paid, categories; in a table with or without a head.

Reading never raises: every line is a row, with what is wrong with it or why it is left out. Nothing is dropped in
silence: every column that is not read and every unknown category is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cegoscore.clubs.likeness import likely_people
from cegoscore.clubs.models import Player
from cegoscore.clubs.who import identity
from tournaments.course.spreadsheets import HEADINGS, NoTable, Row, rows_of
from tournaments.door.services import Newcomer
from tournaments.models import CategoryKind, EntrantStatus, Tournament
from tournaments.setup.categories import spellings

MOST_LINES = 1000
LARGEST_FILE = 300_000
LONGEST = 60

HEADS = HEADINGS | {"paid": ("paid", "bezahlt", "gezahlt", "startgeld")}
"""Headings that are known, by what stands below them."""

COLUMNS = ("name", "village", "paid", "categories")
"""The columns of a list without a head."""

MOST_TITLES = 3
"""The number of lines that may stand above the headings, each with a single cell."""

YES = {"x", "1", "ja", "j", "yes", "y", "true", "wahr", "bezahlt", "paid", "✓"}
NO = {"", "0", "nein", "n", "no", "false", "falsch", "-", "–", "offen"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """A line of the list, as it was understood."""

    number: int
    name: str
    village: str
    player: int | None = None
    """The person of the club who is meant; somebody new if there is none."""
    alike: Sequence[Player] = ()
    """People of the club who may be meant, as long as that is a question."""
    has_paid: bool = False
    categories: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Categories that the tournament does not have, as they are written."""
    problem: str = ""
    """The fault in this line; empty if there is none."""
    left_out: str = ""
    """The reason to skip a faultless line; empty if it is registered."""

    @property
    def newcomer(self) -> Newcomer:
        """The line as a newcomer to register."""
        return Newcomer(
            name=self.name,
            village=self.village,
            player=self.player,
            has_paid=self.has_paid,
            categories=self.categories,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleList:
    """A list as it was understood."""

    lines: tuple[ListLine, ...] = ()
    above: tuple[str, ...] = ()
    """Lines above the headings, which are not read: a title, a date."""
    unread: tuple[str, ...] = ()
    """Columns with something in them that are not read: their headings, or their places."""
    problem: str = ""
    """Reason why none of it can be read; empty if it can."""

    @property
    def wrong(self) -> list[ListLine]:
        """Faulty lines."""
        return [line for line in self.lines if line.problem]

    @property
    def left_out(self) -> list[ListLine]:
        """Faultless lines that are not registered."""
        return [line for line in self.lines if line.left_out]

    @property
    def good(self) -> list[ListLine]:
        """Lines to register."""
        return [line for line in self.lines if not line.problem and not line.left_out]

    @property
    def unknown_categories(self) -> list[str]:
        """Every category that the tournament does not have, once, in the order of the list."""
        names: dict[str, str] = {}
        for line in self.lines:
            for name in line.unknown:
                names.setdefault(name.casefold(), name)
        return list(names.values())


def read_list(tournament: Tournament, text: str, chosen: Mapping[str, str] | None = None) -> PeopleList:
    """The list in a text, and what is wrong with all of it, if anything; `chosen` is who was meant (`who_N`)."""
    try:
        read = rows_of(text)
    except NoTable as error:
        return PeopleList(problem=_("Line %(number)s cannot be read as a table.") % {"number": error.line})
    if len(read) > MOST_LINES:
        counts = {"most": MOST_LINES, "lines": len(read)}
        return PeopleList(problem=_("A list has at most %(most)s lines; this one has %(lines)s.") % counts)
    above, rows = _titles(read)
    columns = _columns(rows[0][1]) if rows else None
    places = columns or {key: place for place, key in enumerate(COLUMNS)}
    if "name" not in places and "first_name" not in places:
        return PeopleList(problem=_("The list's header has no column for the name."))
    categories = _categories(tournament)
    lines = [_line(number, cells, places, categories) for number, cells in (rows[1:] if columns else rows)]
    return PeopleList(
        lines=tuple(_with_people(tournament, lines, chosen or {})),
        above=above,
        unread=tuple(_unread([cells for _number, cells in rows], places, has_head=columns is not None)),
        problem="" if lines else _("There is nobody on this list."),
    )


def _titles(rows: Sequence[Row]) -> tuple[tuple[str, ...], Sequence[Row]]:
    """Lines above the headings, and the rows from the headings on."""
    for place, (_number, cells) in enumerate(rows[: MOST_TITLES + 1]):
        if _columns(cells):
            return tuple(" ".join(filter(None, cells)) for _number, cells in rows[:place]), rows[place:]
        if sum(map(bool, cells)) > 1:
            break
    return (), rows


def _columns(cells: Sequence[str]) -> dict[str, int] | None:
    """The place of each column, if the line is a head; of two for the same the first counts."""
    found: dict[str, int] = {}
    for place, cell in enumerate(cells):
        heading = cell.casefold().rstrip(":?")
        key = next((key for key, names in HEADS.items() if heading in names), None)
        if key is not None:
            found.setdefault(key, place)
    return found if "name" in found or len(found) > 1 else None


def _unread(rows: Sequence[Sequence[str]], places: Mapping[str, int], *, has_head: bool) -> list[str]:
    """Columns with something in them that are not read."""
    read = set(places.values())
    filled = sorted({place for cells in rows for place, cell in enumerate(cells) if cell and place not in read})
    headings = rows[0] if has_head else ()
    nameless = _("column %(number)s, which has no heading")
    return [
        headings[place] if place < len(headings) and headings[place] else nameless % {"number": place + 1}
        for place in filled
    ]


def category_labels(tournament: Tournament) -> list[str]:
    """Names of the tournament's categories, as a list may give them."""
    return [row.label for row in tournament.categories.order_by("pk")]


def _categories(tournament: Tournament) -> dict[str, tuple[int, str]]:
    """Key and label of every category, by all that it is called."""
    return {
        spelling: (row.pk, row.label)
        for row in tournament.categories.order_by("pk")
        for spelling in spellings((CategoryKind(row.kind), row.name))
    }


def _line(
    number: int, cells: Sequence[str], places: Mapping[str, int], categories: Mapping[str, tuple[int, str]]
) -> ListLine:
    def cell(key: str) -> str:
        place = places.get(key)
        return cells[place] if place is not None and place < len(cells) else ""

    name = " ".join(filter(None, (cell("first_name"), cell("name"))))
    village, paid = cell("village"), cell("paid").casefold()
    named = _named(cell("categories"), categories)
    unknown = [part for part in named if part.casefold() not in categories]
    known = dict.fromkeys(categories[part.casefold()] for part in named if part.casefold() in categories)
    return ListLine(
        number=number,
        name=name,
        village=village,
        has_paid=paid in YES,
        categories=tuple(key for key, _label in known),
        labels=tuple(label for _key, label in known),
        unknown=tuple(unknown),
        problem=_problem(name, village, paid, unknown),
    )


def _named(cell: str, categories: Collection[str]) -> list[str]:
    """The categories in a cell: one as it is called, or several."""
    if cell.casefold() in categories:
        return [cell]
    return [part.strip() for part in re.split(r"[/|,+]", cell) if part.strip()]


def _problem(name: str, village: str, paid: str, unknown: Sequence[str]) -> str:
    if not name:
        return _("The name is missing.")
    if max(len(name), len(village)) > LONGEST:
        return _("A name or a village has at most %(most)s letters.") % {"most": LONGEST}
    if paid not in YES | NO:
        return _("Paid is yes or no, not “%(typed)s”.") % {"typed": paid}
    if unknown:
        return _("This tournament has no category called “%(name)s”.") % {"name": ", ".join(unknown)}
    return ""


def _with_people(tournament: Tournament, lines: Sequence[ListLine], chosen: Mapping[str, str]) -> list[ListLine]:
    """The lines with those who are meant: as chosen, else by the words of their names.

    Marked are those that name somebody a second time, or somebody who is on the list already.
    """
    likely = likely_people(tournament.club_id, {line.number: (line.name, line.village) for line in lines})
    rows = tournament.entrants.select_related("player__merged_into").exclude(status=EntrantStatus.WITHDRAWN)
    listed = {row.player.person.pk: row.number for row in rows}
    first: dict[int | tuple[str, ...], int] = {}
    marked = []
    for line in lines:
        this, these, why = identity(line.name, line.village), likely[line.number], ""
        meant, alike = these.meant(chosen.get(f"who_{line.number}")), these.found
        if (same := these.proposed) and identity(same.name, same.village) == this:
            meant, alike = same, ()
        player = meant.pk if meant else None
        key = player or this
        if key in first:
            why = _("stands in line %(number)s already") % {"number": first[key]}
        elif number := listed.get(player or 0):
            why = _("is here already, number %(number)s") % {"number": number}
        first.setdefault(key, line.number)
        marked.append(replace(line, player=player, alike=alike, left_out="" if line.problem else why))
    return marked
