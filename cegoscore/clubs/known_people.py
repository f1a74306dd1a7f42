"""The people of a club as forms offer them."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import identity, persons_of

Known = Mapping[str, Player]
"""People by the label that a form offers."""


MOST_KNOWN = 400
"""People of a circle whose names a page offers; a larger one is a Verein's, whose tables a tournament draws."""


def proposed(labels: Iterable[str]) -> list[str]:
    """Labels as a page proposes them, no more than it can have."""
    return list(labels)[:MOST_KNOWN]


def known_people(club: uuid.UUID) -> Known:
    """Everybody of a club who has a name, in alphabetical order."""
    return labelled(persons_of(club).exclude(name="").order_by("pk"))


def labelled(people: Iterable[Player]) -> Known:
    """People by name; where two have one name, by name and village, as `Hans Müller, Schonach`.

    Of people who cannot be told apart by that either, only the first is offered.
    """
    rows = sorted(people, key=lambda player: (sort_key(player.name), sort_key(player.village), player.pk))
    names = Counter(identity(player.name) for player in rows)
    by_label: dict[str, Player] = {}
    for player in rows:
        tells_village = names[identity(player.name)] > 1 and player.village
        by_label.setdefault(f"{player.name}, {player.village}" if tells_village else player.name, player)
    return by_label
