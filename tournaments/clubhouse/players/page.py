"""A player's page: all results with the curve of the total, and for those of the club how they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import names_of
from tournaments.clubhouse.players.hands import Play, play_of
from tournaments.clubhouse.players.results import Outing, entries_of, outings_of
from tournaments.clubhouse.players.seasons import SeasonSum, as_closed, season_sums
from tournaments.clubhouse.players.seats import seats_of
from tournaments.clubhouse.reach import Reach
from tournaments.seasons.models import Season

MOST_OPEN = 20
"""More results than these are folded away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    """What a reader may know about somebody's games, of all years or of one season."""

    person: Player
    season: Season | None
    """If only what belongs to it is shown."""
    seasons: Sequence[SeasonSum]
    """To choose from where all years are shown."""
    outings: Sequence[Outing]
    """In the order in which they were."""
    play: Play | None
    """Nothing for who does not belong to the club."""

    @property
    def newest_first(self) -> Sequence[Outing]:
        """As the table has them."""
        return self.outings[::-1]

    @property
    def folds(self) -> bool:
        """Whether there are too many results to show them all at once."""
        return len(self.outings) > MOST_OPEN

    @property
    def total(self) -> int:
        """All points."""
        return self.outings[-1].total if self.outings else 0

    @property
    def wins(self) -> int:
        """How often the person stood first."""
        return sum(each.rank == 1 and not each.is_running for each in self.outings)

    @property
    def best(self) -> Outing | None:
        """The highest result; of equal ones the first."""
        return max(self.outings, key=lambda each: each.points, default=None)

    @property
    def has_curve(self) -> bool:
        """Whether there is more than one day to draw a line between."""
        return len({each.day for each in self.outings}) > 1

    @property
    def chart(self) -> dict[str, Any]:
        """What the script draws: the running total over the days."""
        noon = time(12, tzinfo=UTC)
        return {
            "names": [self.person.label],
            "hands": [int(datetime.combine(each.day, noon).timestamp()) for each in self.outings],
            "totals": [[each.total for each in self.outings]],
            "label": _("Day"),
            "dates": True,
        }


def player_page(person: Player, reach: Reach, season: Season | None = None) -> PlayerPage | None:
    """The page; none if the reader may not know that there is such a person, or that they were in the season."""
    records = list(names_of(person.pk))
    entries = entries_of(records, reach, season)
    if not entries and not reach.whole:
        return None
    seats = seats_of(records, season) if reach.whole else []
    outings = outings_of(entries, seats, reach)
    if season is not None and season.is_closed and reach.whole:
        outings = as_closed(outings, {seat.sheet for seat in seats}, records, season)
    return PlayerPage(
        person=person,
        season=season,
        seasons=season_sums(outings, records, reach) if season is None else (),
        outings=outings,
        play=play_of(seats) if reach.whole else None,
    )
