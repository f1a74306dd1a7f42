"""Clubs that could become one, and people of both who may be one person."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from cegoscore.clubs.club_labels import label_clubs
from cegoscore.clubs.likeness import alike
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.people import persons_of
from cegoscore.clubs.who import same_person
from tournaments.seasons.queries import clubs_managed_by

Alike = tuple[Player, Player, bool]
"""Somebody of the other club, the one of this club who is called so or alike, and whether the name is the same."""


def joinable_clubs(club: Club, device: uuid.UUID | None) -> Mapping[uuid.UUID, str]:
    """The other clubs that the device manages, by what they are called; no two look alike."""
    return label_clubs(each for each in clubs_managed_by(device) if each.pk != club.pk)


def joining_page(other: Club, label: str, alike: Sequence[Alike]) -> dict[str, Any]:
    """Everything that another club would bring along; of its people those whose name is new here."""
    known = {gone.pk for gone, _kept, _is_same in alike}
    everybody = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    return {
        "other": other,
        "label": label,
        "new": [player for player in everybody if player.pk not in known],
        "evenings": other.sessions.filter(event=None, deleted_at=None).count(),
        "tournaments": other.tournaments.count(),
        "seasons": other.seasons.count(),
    }


def alike_people(club: Club, other: Club) -> list[Alike]:
    """People of the other club who are in this one by the same name, or one that is alike, each with one of it."""
    free = list(persons_of(club.pk).exclude(name="").order_by("pk"))
    left = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    found: list[Alike] = []
    for player in sorted(left, key=lambda player: not same_person(free, player.name, player.village)):
        same = same_person(free, player.name, player.village)
        if kept := same or next(iter(alike(free, player.name, player.village)), None):
            free.remove(kept)
            found.append((player, kept, same is not None))
    return found
