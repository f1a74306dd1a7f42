"""The people of the club who are meant by the lines of a list: equal name and village, or who is said to be meant."""

import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from cegoscore.clubs.known_people import Known, known_people
from cegoscore.clubs.likeness import Likely, likely_people, may_be_one, words
from cegoscore.clubs.people import identity, person_typed
from tournaments.course.lists.list_lines import ListLine
from tournaments.course.lists.reading import PeopleList, note_of

Fate = Callable[[ListLine], ListLine]
"""The fate of a line whose person is noted already: skipped with the reason, or what it would change."""


def with_people(people: PeopleList, club: uuid.UUID, chosen: Mapping[str, str], fate: Fate | None = None) -> PeopleList:
    """The list with those who are meant: as chosen (`who_KEY`, by name `other_KEY`), else by the words of their names.

    Left out are those who stand there a second time.
    """
    good = {place: line for place, line in enumerate(people.lines) if not line.problem}
    likely = likely_people(club, {place: (line.name, line.village) for place, line in good.items()})
    known = known_people(club) if any(chosen.get(f"other_{line.key}") for line in good.values()) else {}
    first: dict[int | tuple[str, ...], ListLine] = {}
    lines = list(people.lines)
    for place in likely:
        line = _meant(lines[place], likely[place], chosen, known)
        line = _once(line, first) if line.is_ticked else line
        lines[place] = fate(line) if fate and line.player and not line.problem else line
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


def _once(line: ListLine, first: dict[int | tuple[str, ...], ListLine]) -> ListLine:
    """The line, left out if its person stands in a line before; `first` is the line of each so far."""
    before = first.setdefault(line.player or identity(line.name, line.village), line)
    if before is not line:
        return replace(line, problem=_("is in line %(number)s already") % {"number": before.number})
    return line


def _meant(line: ListLine, likely: Likely, chosen: Mapping[str, str], known: Known) -> ListLine:
    other = chosen.get(f"other_{line.key}", "").strip()
    if other:
        person = person_typed(known.values(), other)
    elif likely.is_sure:
        person = likely.proposed
    else:
        person = likely.meant(chosen.get(f"who_{line.key}"))
        line = replace(line, alike=likely.found)
    return replace(line, other=other, player=person.pk if person else None)
