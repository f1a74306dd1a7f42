"""Who is meant by each line of a list: whom the club knows, who may be one of them, and who stands there twice."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext as _

from cegoscore.clubs.known_people import Known, known_people
from cegoscore.clubs.likeness import Likely, likely_people, words
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.who import identity, person_typed
from tournaments.course.lists.reading import ListLine, PeopleList


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
    matched = replace(people, lines=tuple(lines))
    return replace(matched, notes=(*people.notes, *_may_be_one(matched)))


def _once(line: ListLine, first: dict[int | tuple[str, ...], int], listed: Mapping[int, str]) -> ListLine:
    """The line, left out if its person is listed or stands in a line before; `first` is the line of each so far."""
    key = line.player or identity(line.name, line.village)
    before = first.setdefault(key, line.number)
    if before != line.number:
        return replace(line, left_out=_("stands in line %(number)s already") % {"number": before})
    return replace(line, left_out=listed.get(line.player or 0, ""))


def _meant(line: ListLine, likely: Likely, chosen: Mapping[str, str], known: Known) -> ListLine:
    if other := chosen.get(f"other_{line.number}", "").strip():
        person = person_typed(known.values(), other)
        return replace(line, other=other, player=person.pk if person else None)
    same = likely.proposed
    if same and identity(same.name, same.village) == identity(line.name, line.village):
        return replace(line, player=same.pk)
    person = likely.meant(chosen.get(f"who_{line.number}"))
    return replace(line, player=person.pk if person else None, alike=likely.found)


def _may_be_one(people: PeopleList) -> list[str]:
    """Pairs of lines with somebody new who are called alike, for whoever looks to see."""
    alike = defaultdict(list)
    for line in people.good:
        if line.player is None:
            alike[words(line.name)].append(line)
    pairs = [
        f"{one.number} {one.name}, {two.number} {two.name}"
        for lines in alike.values()
        for one, two in combinations(lines, 2)
        if not (one.village and two.village) or sort_key(one.village) == sort_key(two.village)
    ]
    return [_("Two lines may be one person: %(pairs)s.") % {"pairs": "; ".join(pairs)}] if pairs else []
