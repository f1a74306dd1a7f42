"""What somebody in the hall wants to know: where everybody sits, how far the round is, and where one stands oneself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from cegoscore.clubs.names import sort_key
from cegoscore.contest import draw
from tournaments.course.people import Person
from tournaments.course.queries import ends_at
from tournaments.course.turns import current_round
from tournaments.desk.queries import Place, Tile, tiles_of
from tournaments.models import Round, RoundState, Tournament

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Somebody at a table of the round."""

    person: Person
    tile: Tile
    place: Place

    @property
    def table(self) -> int:
        """The table's number."""
        return self.tile.number

    @property
    def seat(self) -> int:
        """The seat as people count: from 1, in the order around the table."""
        return self.place.seat + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The newest round with everybody in it; without a round nobody sits anywhere yet."""

    played: Round | None
    tiles: tuple[Tile, ...] = ()

    @property
    def by_name(self) -> list[Seated]:
        """Everybody as an alphabetical list has them."""
        everybody = (
            Seated(person=place.person, tile=tile, place=place) for tile in self.tiles for place in tile.places
        )
        return sorted(everybody, key=lambda seated: (sort_key(seated.person.name), seated.person.number))

    @property
    def settled(self) -> int:
        """How many of the tables that count have brought their result."""
        return sum(tile.state in ("confirmed", "typed", "void") for tile in self.counting)

    @property
    def counting(self) -> list[Tile]:
        """The tables that are not for practice."""
        return [tile for tile in self.tiles if not tile.table.is_practice]

    @property
    def ends_at(self) -> datetime | None:
        """When the time of the running round is up."""
        return ends_at(self.played) if self.played and self.played.state == RoundState.PLAYING else None

    def seat_of(self, number: int) -> Seated | None:
        """Where a start number sits."""
        return next((seated for seated in self.by_name if seated.person.number == number), None)


def hall_of(tournament: Tournament) -> Hall:
    """The newest round as it stands."""
    played = current_round(tournament)
    return at_round(played) if played else Hall(played=None)


def at_round(played: Round) -> Hall:
    """One round as it stands."""
    return Hall(played=played, tiles=tuple(tiles_of(played)))


def found(people: Iterable[Person], typed: str) -> list[Person]:
    """Who is meant by a start number, or by the beginnings of some of their names; house players are not looked for."""
    players = [person for person in people if not person.is_house]
    if typed.strip().isdecimal():
        return [person for person in players if person.number == int(typed)]
    words = sort_key(typed).split()
    matching = [person for person in players if words and _fits(sort_key(person.name), words)]
    return sorted(matching, key=lambda person: sort_key(person.name))


def _fits(name: str, words: Sequence[str]) -> bool:
    parts = name.replace("-", " ").split()
    return name.startswith(" ".join(words)) or all(any(part.startswith(word) for part in parts) for word in words)


def met_again(played: Round, people: Mapping[int, Person]) -> list[tuple[Person, Person]]:
    """Pairs at one table of this round who shared a table before; nobody if it was read in and never drawn."""
    if not played.draw:
        return []
    meetings = draw.meetings(played.draw["tables"], played.draw["earlier"])
    return [
        (people[meeting.one], people[meeting.other])
        for meeting in meetings
        if meeting.one in people and meeting.other in people
    ]
