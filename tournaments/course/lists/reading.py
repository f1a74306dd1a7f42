"""The lines of a list, as they are understood, and the people who are meant.

Nothing that is not understood becomes a person in silence.
"""

import re
import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from cegoscore.clubs.known_people import Known, known_people
from cegoscore.clubs.likeness import TITLES, Likely, likely_people, may_be_one, words
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import APPENDED
from cegoscore.clubs.people import identity, person_typed
from cegoscore.scoring.names import tidy
from tournaments.course.lists.cells import (
    LINE_END,
    Row,
    is_absent,
    most_common_delimiter,
    named_categories,
    paid_of,
    points_of,
    rows_of,
)
from tournaments.course.lists.columns import Wanted, head_of, named_by

MOST_LINES, MOST_COLUMNS = 500, 40
LONGEST = 60
"""Letters of a name or a village."""

STATES = ("known", "new", "which", "out", "nobody")
"""A line is of somebody whom the club knows, or does not, or perhaps; of somebody who is left out; or no person's."""

ABOUT_THE_LIST = re.compile(
    r"(summe|gesamt|gesamtsumme|total|insgesamt|anzahl|teilnehmer|stand|übertrag|seite|\w*liste|preiscego|\w*turnier)\b"
    r"(\W*$|.*[\d:]|\s+(der|aller|am|vom|spieler|teilnehmer|punkte)\b)|(?=.*[^\W\d]).*[:=]",
    re.IGNORECASE,
)
"""A line that adds up, or says something of the list; somebody may be called Stand."""
NO_NAME = re.compile(
    r"(tisch|runde|durchgang|serie|gruppe|mannschaft|team|table|round|group|spalte|column|reserve) ?\d+\W*|"
    r"n\.? ?n\.?|(absagen|abgesagt|abgemeldet|abmeldungen|nachrücker|nachmeldungen)\W*|"
    r"(hallo|guten (tag|abend|morgen)|(viele|liebe|beste|schöne) grüße|mit freundlichen grüßen|mfg|gesendet von)\b.*",
    re.IGNORECASE,
)
"""The heading of some of the lines or of a column, nobody yet, or words around a list in a mail."""
MARKS = re.compile(r"^(?:\(\d+\)|\w\) |\d+(?!\w)|(?!['’]\w )[^\w(„“❌✗✘]|_)+(?=[^\W\d_])")
"""Marks before a name that are no part of it: numbers, bullets, ticks."""
TICKS = " *_~✅✔✓☑👍🏻🏼🏽🏾🏿\ufe0f"
"""Marks behind a name that are no part of it; a cross is, so that somebody looks."""
APART = re.compile(
    rf"(?<=\S)(?: +\((?!(?:{'|'.join(APPENDED)})\b)(?=[^()]*[^\W\d_])([^()]+)\) *$| [-–—/] (?! *\d+ *$)| {{3,}}(?=\S))"
)
"""The beginning of what stands apart behind a name: in brackets, behind a dash, or behind blanks; no points below 0."""
POSTCODE = re.compile(r"^(?:[A-Z]{1,2}-)?\d{4,5} (?=[^\W\d])")


class ListColumn(NamedTuple):
    """A column of the list."""

    place: int
    heading: str
    """Its heading, or its number."""
    sample: str
    kind: str
    """The kind that it is read as; empty if it is not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """A line of the list, as it was understood."""

    number: int
    text: str = ""
    """The line as it stands."""
    name: str = ""
    village: str = ""
    sorted_by: str = ""
    """The surname, if it has several words and the list sets it apart."""
    has_paid: bool = False
    points: int = 0
    categories: tuple[Any, ...] | None = None
    """Their keys; none if the list says nothing about categories."""
    labels: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Categories that nobody has, as they are written."""
    team: str = ""
    nobody: str = ""
    """The reason why the line is no person's."""
    problem: str = ""
    """The fault in this line, or the reason to skip a faultless one."""
    player: int | None = None
    """The person of the club who is meant; somebody new if there is none."""
    alike: Sequence[Player] = ()
    """People of the club who may be meant, as long as that is a question."""
    other: str = ""
    """Anybody else of the club who was named for the line."""

    @property
    def state(self) -> str:
        """The one of `STATES` in which the line is."""
        if self.nobody or self.problem:
            return "nobody" if self.nobody else "out"
        return "which" if self.alike else "known" if self.player else "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleList:
    """A list as it was understood."""

    lines: tuple[ListLine, ...] = ()
    columns: tuple[ListColumn, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    """Reason why none of it can be read; empty if it can."""

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
    def unread(self) -> list[str]:
        """Columns with something in them that are not read."""
        return [column.heading for column in self.columns if not column.kind]


def read_lines(text: str, wanted: Wanted, chosen: Mapping[str, str]) -> PeopleList:
    """The list in a text; `chosen` is what stands in which column (`column_N`) where somebody said so."""
    rows = _cut(text)
    places = {place for row in rows for place, cell in enumerate(row.cells) if cell} or {0}
    first, width = min(places), max(places) + 1 - min(places)
    if len(rows) > MOST_LINES or width > MOST_COLUMNS:
        sentence = _("A list has at most %(lines)s lines and %(columns)s columns; this one has %(these)s.")
        these = f"{len(rows)} × {width}"
        return PeopleList(problem=sentence % {"lines": MOST_LINES, "columns": MOST_COLUMNS, "these": these})
    rows = [row._replace(cells=(*row.cells[first:], *[""] * width)[:width]) for row in rows]
    head = head_of(rows, wanted)
    kinds = _chosen_kinds(head.kinds, wanted, chosen)
    above, body = rows[: head.rows - bool(head.headings)], rows[head.rows :]
    problem = _problem_with(kinds, body, wanted)
    lines = [] if problem else [_line(row, kinds, wanted) for row in body]
    villages, teams = (_filled_down(body, lines, kinds, kind) for kind in ("village", "team"))
    lines = [
        replace(line, village=villages.get(line.number, line.village), team=teams.get(line.number, line.team))
        for line in lines
    ]
    titles = [ListLine(number=row.number, text=_text(row), nobody=_("It stands above the list.")) for row in above]
    unknown = [name for line in lines for name in line.unknown]
    notes = {
        _("A quotation mark too many, which is ignored: line %(which)s."): [row.number for row in rows if row.is_stray],
        _("Without a village, so with that of the line above: lines %(which)s."): villages,
        _("Without a team, so with that of the line above: lines %(which)s."): teams,
        _("There are no such categories: %(which)s."): unknown,
        _("There are: %(which)s."): [label for _key, label in wanted.categories.values()] if unknown else (),
    }
    return PeopleList(
        lines=(*titles, *lines),
        columns=_columns(body, kinds, head.headings),
        notes=tuple(note_of(sentence, which) for sentence, which in notes.items() if which),
        problem=problem,
    )


def note_of(sentence: str, which: Collection[Any]) -> str:
    """A sentence about several lines or words, each once."""
    return sentence % {"which": ", ".join(dict.fromkeys(map(str, which)))}


def _cut(text: str) -> list[Row]:
    """The rows; commas are parts of names if one line is the heading of a single column.

    Without any mark, what stands apart behind most names is a column of its own.
    """
    mark = most_common_delimiter(text)
    lines = LINE_END.split(text)
    if mark not in text and 2 * sum(bool(APART.search(line)) for line in lines) > sum(map(bool, map(str.strip, lines))):
        mark, text = "\t", "\n".join(APART.sub(r"\t\1", line) for line in lines)
    if mark == "," and '"' not in text and any(named_by(row.cells) for row in rows_of(text, "\t")):
        mark = "\t"
    return rows_of(text, mark)


def _chosen_kinds(guess: Sequence[str], wanted: Wanted, chosen: Mapping[str, str]) -> list[str]:
    """The kind of every column: as chosen, else as guessed; of two of one kind the first counts."""
    kinds: list[str] = []
    for place, kind in enumerate(guess):
        named = chosen.get(f"column_{place}", kind)
        kinds.append(named if named in wanted.kinds and named not in kinds else "")
    return kinds


def _problem_with(kinds: Sequence[str], body: Sequence[Row], wanted: Wanted) -> str:
    if not body:
        return _("There is nobody on this list.")
    if not {"name", "first_name"} & {*kinds}:
        return _("No column has the names. Say which one it is.")
    if "points" in wanted.columns and "points" not in kinds:
        return _("No column has the points. Say which one it is.")
    return ""


def _columns(rows: Sequence[Row], kinds: Sequence[str], headings: Sequence[str]) -> tuple[ListColumn, ...]:
    """Every column with something in it."""
    columns = []
    for place, column in enumerate(zip(*(row.cells for row in rows), strict=True)):
        heading = (headings[place] if headings else "") or _("column %(number)s") % {"number": place + 1}
        sample = next(filter(None, column), "")
        if sample or kinds[place]:
            columns.append(ListColumn(place, heading[:LONGEST], sample[:LONGEST], kinds[place]))
    return tuple(columns)


def _text(row: Row) -> str:
    return "; ".join(filter(None, row.cells))[: 3 * LONGEST]


def _line(row: Row, kinds: Sequence[str], wanted: Wanted) -> ListLine:
    cells = dict(zip(kinds, row.cells, strict=True))
    # A mark stands in place of a word.
    cells |= {kind: "" for kind in ("name", "first_name", "village") if not any(map(str.isalpha, cells.get(kind, "x")))}
    cells["team"] = cells.get("team", "") if any(map(str.isalnum, cells.get("team", ""))) else ""
    (name, sorted_by), village = whole_name(cells), POSTCODE.sub("", cells.get("village", ""))
    line = ListLine(
        number=row.number,
        text=_text(row),
        name=name,
        village=village,
        sorted_by=sorted_by,
        team=cells.get("team", ""),
    )
    if nobody := _nobody(row, name, village):
        return replace(line, nobody=nobody, village="" if name else village, team="" if name else line.team)
    paid, points = paid_of(cells.get("paid", "")), points_of(cells.get("points", "0"))
    named = named_categories(cells.get("categories", ""), wanted.categories)
    known = dict(wanted.categories[part.casefold()] for part in named if part.casefold() in wanted.categories)
    line = replace(
        line,
        has_paid=bool(paid),
        points=points or 0,
        categories=tuple(known) if "categories" in kinds else None,
        labels=tuple(known.values()),
        unknown=tuple(part for part in named if part.casefold() not in wanted.categories),
    )
    problem = ""
    if max(len(name), len(village), len(line.team)) > LONGEST:
        problem = _("A name, a village or a team has at most %(most)s letters.") % {"most": LONGEST}
    elif paid is None:
        problem = _("Paid is yes or no, not “%(typed)s”.") % {"typed": cells["paid"]}
    elif points is None and is_absent(cells["points"]):
        problem = _("no points, so not there")
    elif points is None:
        problem = _("Here the points should be a whole number: %(typed)s") % {"typed": cells["points"]}
    elif line.unknown:
        problem = _("There is no category called “%(name)s” here.") % {"name": ", ".join(line.unknown)}
    return replace(line, problem=problem)


def whole_name(cells: Mapping[str, str]) -> tuple[str, str]:
    """The name as it is said: the first name in front, whether it stands behind a comma or in a column of its own.

    With the surname for lists, where there is a column of first names and it is more than the last word: `Di Marco`,
    no `Dr. Kern`. A comma may stand before a village.
    """
    before, name = (MARKS.sub("", cells.get(kind, "")).rstrip(TICKS) for kind in ("first_name", "name"))
    surname, comma, first = (part.strip() for part in name.partition(","))
    if comma and "," not in first:
        name = f"{surname} {first}" if first.strip(".").casefold() in APPENDED else f"{first} {surname}"
    elif not before:
        surname = ""
    parts = surname.split() if "first_name" in cells else []
    is_double = len(parts) > 1 and all(part[0].isupper() and part[-1].isalpha() for part in parts)
    is_titled = not {*map(str.casefold, parts)}.isdisjoint(TITLES | APPENDED)
    return tidy(f"{before} {name}"), surname if is_double and not is_titled else ""


def _nobody(row: Row, name: str, village: str) -> str:
    """The reason why a line is no person's; empty if it is one's."""
    if named_by(row.cells):
        return _("These are the headings once more.")
    if NO_NAME.fullmatch(name) or (not village and ABOUT_THE_LIST.match(next(filter(None, row.cells)))):
        return _("It is about the list.")
    return "" if name else _("The name is missing.")


def _filled_down(rows: Sequence[Row], lines: Sequence[ListLine], kinds: Sequence[str], kind: str) -> dict[int, str]:
    """The village or team of a line above, by line, where it stands left of the names and a cell is empty.

    None if two lines in a row name the same: then each names its own.
    """
    before = kinds[: next((place for place, kind in enumerate(kinds) if kind in ("name", "first_name")), 0)]
    is_in_each = any(one and one == other for one, other in pairwise(getattr(line, kind) for line in lines))
    above, filled = "", {}
    for row, line in zip(rows, lines, strict=False) if kind in before and not is_in_each else ():
        if getattr(line, kind) or (row.cells[before.index(kind)] and not line.nobody):
            above = getattr(line, kind)
        elif above and not line.nobody:
            filled[line.number] = above
    return filled


def with_people(
    people: PeopleList, club: uuid.UUID, chosen: Mapping[str, str], listed: Mapping[int, str] | None = None
) -> PeopleList:
    """The list with those who are meant: as chosen (`who_N`, or by name `other_N`), else by the words of their names.

    Left out are those who stand there a second time, or are `listed` already, by key with where that is.
    """
    good = people.good
    likely = likely_people(club, {line.number: (line.name, line.village) for line in good})
    known = known_people(club) if any(chosen.get(f"other_{line.number}") for line in good) else {}
    first: dict[int | tuple[str, ...], int] = {}
    lines = [
        _once(_meant(line, likely[line.number], chosen, known), first, listed or {}) if line.number in likely else line
        for line in people.lines
    ]
    new = defaultdict(list)
    for line in lines:
        if line.state == "new":
            new[words(line.name)].append(line)
    twins = [
        f"{line.number} {line.name}"
        for alike in new.values()
        for line in alike
        if any(may_be_one(line.village, other.village) for other in alike if other is not line)
    ]
    notes = [note_of(_("These lines may be one person: %(which)s."), twins)] if twins else []
    return replace(people, lines=tuple(lines), notes=(*people.notes, *notes))


def _once(line: ListLine, first: dict[int | tuple[str, ...], int], listed: Mapping[int, str]) -> ListLine:
    """The line, left out if its person is listed or stands in a line before; `first` is the line of each so far."""
    before = first.setdefault(line.player or identity(line.name, line.village), line.number)
    if before != line.number:
        return replace(line, problem=_("stands in line %(number)s already") % {"number": before})
    return replace(line, problem=listed.get(line.player or 0, ""))


def _meant(line: ListLine, likely: Likely, chosen: Mapping[str, str], known: Known) -> ListLine:
    other, same = chosen.get(f"other_{line.number}", "").strip(), likely.proposed
    if other:
        person = person_typed(known.values(), other)
    elif same and identity(same.name, same.village) == identity(line.name, line.village):
        person = same
    else:
        person = likely.meant(chosen.get(f"who_{line.number}"))
        line = replace(line, alike=likely.found)
    return replace(line, other=other, player=person.pk if person else None)
