"""People who are meant by the lines of a list: whom the club knows, who may be one of them, who stands there twice."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from cegoscore.clubs.known_people import Known, known_people
from cegoscore.clubs.likeness import Likely, likely_people, words
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import identity, person_typed
from tournaments.course.lists.reading import ListLine, PeopleList, note_of


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
            new[words(line.name), sort_key(line.village)].append(line)
    twins = [f"{line.number} {line.name}" for alike in new.values() if len(alike) > 1 for line in alike]
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
