"""Clubs that could become one, and people of both who may be one person."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cegoscore.clubs.club_labels import label_clubs
from cegoscore.clubs.known_people import same_person
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.people import persons_of
from tournaments.seasons.queries import clubs_managed_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Somebody of the other club and the one of this club who has that name."""

    gone: Player
    kept: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class JoiningPage:
    """Everything that another club would bring along."""

    other: Club
    label: str
    alike: Sequence[Alike]
    new: Sequence[Player]
    """Those who only come along."""
    evenings: int
    tournaments: int
    seasons: int


def joinable_clubs(club: Club, device: uuid.UUID | None) -> Mapping[uuid.UUID, str]:
    """The other clubs that the device manages, by what they are called; no two look alike."""
    return label_clubs(each for each in clubs_managed_by(device) if each.pk != club.pk)


def joining_page(club: Club, other: Club, label: str) -> JoiningPage:
    """Contents of the page that asks about everybody whose name is in both clubs."""
    alike = alike_people(club, other)
    known = {pair.gone.pk for pair in alike}
    everybody = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    return JoiningPage(
        other=other,
        label=label,
        alike=alike,
        new=[player for player in everybody if player.pk not in known],
        evenings=other.sessions.filter(event=None, deleted_at=None).count(),
        tournaments=other.tournaments.count(),
        seasons=other.seasons.count(),
    )


def alike_people(club: Club, other: Club) -> list[Alike]:
    """People of the other club whose name is in this one, each with one person of it."""
    free = list(persons_of(club.pk).exclude(name="").order_by("pk"))
    found: list[Alike] = []
    for player in persons_of(other.pk).exclude(name="").order_by("name", "pk"):
        same = same_person(free, player)
        if same is not None:
            free.remove(same)
            found.append(Alike(gone=player, kept=same))
    return found
