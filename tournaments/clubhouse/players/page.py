"""A player's page: all results with the curve of the total, and for those of the club how they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of, names_of
from tournaments.clubhouse.players.hands import Play, play_of
from tournaments.clubhouse.players.results import Outing, entrants_of, outings_of
from tournaments.clubhouse.players.seasons import SeasonSum, as_closed, season_sums
from tournaments.clubhouse.players.seats import seats_of
from tournaments.clubhouse.reach import Reach
from tournaments.seasons.models import Season

MOST_OPEN = 20
"""Limit of results that are shown unfolded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    """A player's games as far as the reader may see them, of all years or of one season."""

    person: Player
    name: str
    """The name as the reader may see it."""
    season: Season | None
    """The season that the page is limited to, if any."""
    seasons: Sequence[SeasonSum]
    """The choice of seasons; empty on the page of one season."""
    outings: Sequence[Outing]
    """Results in the order of the days."""
    play: Play | None
    """`None` for readers outside the club."""
    opens_all: bool
    """True if the reader may open every sheet, so that every sum leads to its hands."""

    @property
    def newest_first(self) -> Sequence[Outing]:
        """Results in the order of the page's table."""
        return self.outings[::-1]

    @property
    def folds(self) -> bool:
        """True if there are too many results to show all of them at once."""
        return len(self.outings) > MOST_OPEN

    @property
    def total(self) -> int:
        """The sum of all points."""
        return self.outings[-1].total if self.outings else 0

    @property
    def wins(self) -> int:
        """The number of events that the person won."""
        return sum(each.rank == 1 and not each.is_running for each in self.outings)

    @property
    def best(self) -> Outing | None:
        """The highest result; of equal ones the first."""
        return max(self.outings, key=lambda each: each.points, default=None)

    @property
    def has_curve(self) -> bool:
        """True if there are at least two days, so that the curve has a line."""
        return len({each.day for each in self.outings}) > 1

    @property
    def chart(self) -> dict[str, Any]:
        """The data of the curve: the running total over the days."""
        noon = time(12, tzinfo=UTC)
        return {
            "names": [self.name],
            "hands": [int(datetime.combine(each.day, noon).timestamp()) for each in self.outings],
            "totals": [[each.total for each in self.outings]],
            "label": _("Day"),
            "dates": True,
        }


def player_page(person: Player, reach: Reach, season: Season | None = None) -> PlayerPage | None:
    """The page; none if the reader may not know that there is such a person, or that they were in the season."""
    players = list(names_of(person.pk))
    entrants = entrants_of(players, reach, season)
    if not entrants and not reach.whole:
        return None
    seats = seats_of(players, season) if reach.whole else []
    outings = outings_of(entrants, seats, reach)
    if season is not None and season.is_closed and reach.whole:
        outings = as_closed(outings, {seat.night or seat.sheet for seat in seats}, players, season)
    return PlayerPage(
        person=person,
        name=(initials_of(person.name) if person.pk in reach.short() else "") or person.label,
        season=season,
        seasons=season_sums(outings, players, reach) if season is None else (),
        outings=outings,
        play=play_of(seats) if reach.whole else None,
        opens_all=reach.manages,
    )
