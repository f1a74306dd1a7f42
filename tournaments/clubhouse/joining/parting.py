"""Things and people of two clubs that were one, told apart again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import ForeignKey, Q

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Grant, Link, Player
from cegoscore.clubs.people import person_of, persons_of
from cegoscore.scoresheet.models import Session
from tournaments.clubhouse.backup.parts import PARTS, Part, relations_of, rows_of
from tournaments.models import Tournament
from tournaments.seasons.models import Season, SeasonEvent

AT_ONCE = 500
"""Keys of a statement."""


def follow_their_things(kept: Club, gone: Club) -> None:
    """Sheets that were opened since for a tournament or club night of a club, or go on from its sheets, go with it.

    So do the links to all that the club has.
    """
    for here, there in ((gone, kept), (kept, gone)):
        events = Tournament.with_deleted.filter(club=here).values("pk")
        theirs = Q(event__in=events) | Q(night__club=here) | Q(continues__club=here)
        while Session.objects.filter(theirs, club=there).update(club=here):
            pass
    targets: list[uuid.UUID] = [
        *Session.objects.filter(club=gone).values_list("pk", flat=True),
        *Tournament.with_deleted.filter(club=gone).values_list("pk", flat=True),
        *gone.seasons.values_list("pk", flat=True),
        *gone.nights.values_list("pk", flat=True),
    ]
    for model in (Link, Grant):
        for start in range(0, len(targets), AT_ONCE):
            model.objects.filter(target__in=targets[start : start + AT_ONCE]).update(club=gone)


def check_parted(kept: Club, gone: Club) -> None:
    """Raise `Refused` if a season of one club counts something of the other."""
    for here, there in ((kept, gone), (gone, kept)):
        foreign = Q(tournament__club=there) | Q(night__club=there) | Q(sheet__club=there)
        mixed = SeasonEvent.objects.filter(foreign, season__club=here).values("season")
        if season := Season.objects.filter(pk__in=mixed).order_by("name").first():
            raise Refused("season_of_both", name=season.name)


def settle_people(club: Club, other: Club, partners: Mapping[int, int]) -> None:
    """Let every row of the club point to its own people instead of those of the other club.

    `partners`: the other club's person with whom somebody was one, by key. Whoever has none in the club becomes a
    person of it, too.
    """
    here = {gone: kept for kept, gone in partners.items()}
    for part in PARTS:
        for field in relations_of(part):
            if field.related_model is Player and part.model is not Player:
                _settle(part, field, club, other, here)


def _settle(part: Part, field: Any, club: Club, other: Club, here: dict[int, int]) -> None:
    foreign = rows_of(part, club).filter(**{f"{field.name}__club": other.pk})
    for key, player in foreign.values_list("pk", field.name):
        if player not in here:
            here[player] = _person_here(club, Player.objects.select_related("merged_into").get(pk=player), here)
        if isinstance(field, ForeignKey):
            part.model._base_manager.filter(pk=key).update(**{field.name: here[player]})
        else:
            several = getattr(part.model._base_manager.get(pk=key), field.name)
            several.remove(player)
            several.add(here[player])


def _person_here(club: Club, player: Player, here: Mapping[int, int]) -> int:
    person = player.person
    if person.pk in here:
        return here[person.pk]
    free = persons_of(club.pk).exclude(name="").exclude(pk__in=here.values()).order_by("pk")
    return person_of(club.pk, person, list(free)).pk
