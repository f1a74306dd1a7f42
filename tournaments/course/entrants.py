"""Entrants of a tournament: the desk's list, those present, and people by start number."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import (
    Entrant,
    Status,
    Tournament,
    called,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The holder of a start number, as lists show them."""

    number: int
    name: str
    village: str
    categories: tuple[int, ...] = ()
    is_house: bool = False
    entrant: int = 0
    """The key of the entrant's row."""
    player: int = 0
    """The key of the person's row, under whatever name they came."""


def people_of(tournament: Tournament) -> dict[int, Person]:
    """People by start number. Two queries."""
    member: dict[int, list[int]] = defaultdict(list)
    through = Entrant.categories.through.objects.filter(entrant__tournament=tournament)
    for entrant, category in through.values_list("entrant", "category"):
        member[entrant].append(category)
    person = [Coalesce(f"player__merged_into__{field}", f"player__{field}") for field in ("name", "village", "pk")]
    entrants = tournament.entrants.exclude(number=None).order_by("number")
    return {
        number: Person(
            number=number,
            name=called(name, number),
            village=village,
            categories=tuple(member[key]),
            is_house=is_house,
            entrant=key,
            player=player,
        )
        for key, number, is_house, name, village, player in entrants.values_list("pk", "number", "is_house", *person)
        if number is not None
    }


def registered(tournament: Tournament) -> QuerySet[Entrant]:
    """Entrants by number; those without one, who only announced themselves, come last."""
    rows = tournament.entrants.select_related("player__merged_into").prefetch_related("categories")
    return rows.order_by(F("number").asc(nulls_last=True), "pk")


def here(tournament: Tournament) -> QuerySet[Entrant]:
    """Entrants who are present and play for the ranking."""
    return tournament.entrants.filter(status=Status.PRESENT, practises=False, is_house=False)
