"""Seats of the newest round, its progress, and the search for people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from cegoscore.contest.draw import repeated_meetings
from tournaments.course.access import Shown
from tournaments.course.entrants import Person
from tournaments.course.locks import current_round
from tournaments.course.queries import ends_at
from tournaments.desk.tiles import SeatAtTable, Tile, tiles_of
from tournaments.models import Round, RoundState, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A person at a table of the round."""

    person: Person
    tile: Tile
    place: SeatAtTable

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

    round: Round | None
    tiles: tuple[Tile, ...] = ()

    @property
    def seated(self) -> Iterator[Seated]:
        """Everybody at the tables, table by table."""
        for tile in self.tiles:
            for place in tile.places:
                yield Seated(person=place.person, tile=tile, place=place)

    @property
    def by_name(self) -> list[Seated]:
        """Seated people by surname."""
        return sorted(self.seated, key=lambda seated: seated.person.alphabetical)

    @property
    def settled(self) -> int:
        """The number of counting tables that have a result."""
        return sum(tile.is_settled for tile in self.counting)

    @property
    def counting(self) -> list[Tile]:
        """The tables that are not for practice."""
        return [tile for tile in self.tiles if not tile.table.is_practice]

    @property
    def ends_at(self) -> datetime | None:
        """The end of the running round's time, if it has a limit."""
        return ends_at(self.round) if self.round and self.round.state == RoundState.PLAYING else None

    def seat_of(self, number: int) -> Seated | None:
        """The seat of a start number."""
        return next((seated for seated in self.seated if seated.person.number == number), None)


def hall_of(tournament: Tournament, shown: Shown, people: Mapping[int, Person] | None = None) -> Hall:
    """The newest round as it stands; `people` as in `tiles_of`."""
    return at_round(current_round(tournament), shown, people)


def at_round(round_: Round | None, shown: Shown, people: Mapping[int, Person] | None = None) -> Hall:
    """The state of one round, if there is one, with the points and names that are shown."""
    return Hall(round=round_, tiles=tuple(tiles_of(round_, shown, people=people)) if round_ else ())


def met_again(round_: Round, people: Mapping[int, Person]) -> list[tuple[Person, Person]]:
    """Pairs at one table of this round who shared a table before; nobody if it was read in and never drawn."""
    if not round_.draw:
        return []
    meetings = repeated_meetings(round_.draw["tables"], round_.draw["earlier"])
    return [
        (people[meeting.one], people[meeting.other])
        for meeting in meetings
        if meeting.one in people and meeting.other in people
    ]


Item = TypeVar("Item")


def leaves(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """A long list in pages."""
    return [items[start : start + size] for start in range(0, len(items), size)]
