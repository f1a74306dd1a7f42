"""The people of a club as forms offer them, and found again by what was typed."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import is_called, sort_key
from cegoscore.clubs.people import persons_of
from cegoscore.scoring.names import tidy

Known = Mapping[str, Player]
"""People by the label that a form offers."""


MOST_KNOWN = 400
"""People of a circle whose names a page offers; a larger one is a Verein's, whose tables a tournament draws."""


def proposed(labels: Iterable[str]) -> list[str]:
    """Labels as a page proposes them, no more than it can have."""
    return list(labels)[:MOST_KNOWN]


def name_and_village(text: str) -> tuple[str, str]:
    """Name and home village of somebody typed as `Name, village`; what stands behind the last comma is the village."""
    name, comma, village = text.rpartition(",")
    return (tidy(name), tidy(village)) if comma else (tidy(text), "")


def known_people(club: uuid.UUID) -> Known:
    """Everybody of a club who has a name, in alphabetical order."""
    return labelled(persons_of(club).exclude(name="").order_by("pk"))


def labelled(people: Iterable[Player]) -> Known:
    """People by name; where two have one name, by name and village, as `Hans Müller, Schonach`.

    Of people who cannot be told apart by that either, only the first is offered.
    """
    rows = sorted(people, key=lambda player: (sort_key(player.name), sort_key(player.village), player.pk))
    names = Counter(sort_key(player.name) for player in rows)
    found: dict[str, Player] = {}
    for player in rows:
        tells_village = names[sort_key(player.name)] > 1 and player.village
        found.setdefault(f"{player.name}, {player.village}" if tells_village else player.name, player)
    return found


def find_person(known: Known, typed: str) -> Player | None:
    """The person meant by a typed label, name, or name and village; capitals and accents may be left out."""
    if typed in known:
        return known[typed]
    wanted = sort_key(typed)
    by_label = (player for label, player in known.items() if sort_key(label) == wanted)
    by_name = (player for player in known.values() if sort_key(player.name) == wanted)
    both = name_and_village(typed)
    by_village = (player for player in known.values() if is_called((player.name, player.village), both))
    return next(by_label, None) or next(by_name, None) or next(by_village, None)


def person_named(club: uuid.UUID, typed: str, *, known: Known, taken: Collection[Player]) -> Player:
    """The person meant by what was typed, if it is none of those `taken`; else somebody new of the club.

    To be asked for while the club is locked (`people.queue_on`).
    """
    same = find_person({label: player for label, player in known.items() if player not in taken}, typed)
    if same is None:
        name, village = name_and_village(typed.lstrip(", "))
        same = Player.objects.create(club_id=club, name=name, village=village)
    return same


def same_person(people: Iterable[Player], person: Player) -> Player | None:
    """The one of them who has the name of a person of another club; no two villages that are known may differ."""
    wanted = sort_key(person.name)
    alike = [player for player in people if wanted and sort_key(player.name) == wanted]
    village = sort_key(person.village)
    exact = (player for player in alike if sort_key(player.village) == village)
    unsure = [player for player in alike if not (player.village and person.village)]
    return next(exact, None) or (unsure[0] if len(unsure) == 1 else None)
