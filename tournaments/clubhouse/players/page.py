"""A player's page: all results with the curve of the total, and for those of the club how they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of, names_of
from cegoscore.database.snapshot import snapshot
from tournaments.clubhouse.players.hands import Play, play_of
from tournaments.clubhouse.players.kept import totals_of
from tournaments.clubhouse.players.outings import CurvePoint, Earlier, Outing
from tournaments.clubhouse.players.results import entrants_of, results_of
from tournaments.clubhouse.players.seasons import SeasonSum, as_closed, season_sums
from tournaments.clubhouse.players.seats import NOBODYS, seats_of
from tournaments.clubhouse.reach import Reach
from tournaments.seasons.models import Season

MOST_SHOWN = 10
"""Limit of results on the page as it opens."""


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
    """Results in the order of the days: all of them, or the newest."""
    earlier: Earlier
    """Those before them."""
    play: Play | None
    """`None` for readers outside the club."""
    opens_all: bool
    """True if the reader may open every sheet, so that every sum leads to its hands."""

    @property
    def newest_first(self) -> Sequence[Outing]:
        """Results in the order of the page's table."""
        return self.outings[::-1]

    @property
    def count(self) -> int:
        """The number of all results."""
        return self.earlier.count + len(self.outings)

    @property
    def total(self) -> int:
        """The sum of all points."""
        return self.outings[-1].total if self.outings else 0

    @property
    def wins(self) -> int:
        """The number of events that the person won."""
        return self.earlier.wins + sum(each.is_won for each in self.outings)

    @property
    def best(self) -> Outing | None:
        """The highest result; of equal ones the first."""
        earlier = [] if self.earlier.best is None else [self.earlier.best]
        return max([*earlier, *self.outings], key=attrgetter("points"), default=None)

    @property
    def curve(self) -> Sequence[CurvePoint]:
        """The running total over the days."""
        return [*self.earlier.curve, *(CurvePoint(each.day, each.total) for each in self.outings)]

    @property
    def has_curve(self) -> bool:
        """True if there are at least two days, so that the curve has a line."""
        return len({step.day for step in self.curve}) > 1

    @property
    def chart(self) -> dict[str, Any]:
        """The data of the curve."""
        noon, curve = time(12, tzinfo=UTC), self.curve
        return {
            "names": [self.name],
            "hands": [int(datetime.combine(step.day, noon).timestamp()) for step in curve],
            "totals": [[step.total for step in curve]],
            "label": _("Day"),
            "dates": True,
        }


def player_page(
    person: Player, reach: Reach, season: Season | None = None, most: int | None = MOST_SHOWN
) -> PlayerPage | None:
    """The page with its newest results, or all; none if the reader may not know the person, or them in the season."""
    with snapshot():
        return _player_page(person, reach, season, most)


def _player_page(person: Player, reach: Reach, season: Season | None, most: int | None) -> PlayerPage | None:
    players = list(names_of(person.pk))
    entrants = entrants_of(players, reach, season)
    if not entrants and not reach.whole:
        return None
    seats = seats_of(players, season) if reach.whole else NOBODYS
    totals = totals_of(seats)
    results = results_of(entrants, seats, reach, None if season else most)
    outings = results.newest
    if season is not None and season.is_closed and reach.whole:
        evenings = {each.key for each in outings} & {*seats.kept.values_list("session", flat=True)}
        evenings |= {seat.night or seat.sheet for seat in seats.singles}
        outings = as_closed(outings, evenings, players, season)
    return PlayerPage(
        person=person,
        name=(initials_of(person.name) if person.pk in reach.short() else "") or person.label,
        season=season,
        seasons=season_sums(results.points, players, reach) if season is None else (),
        outings=outings,
        earlier=results.earlier,
        play=play_of(seats, totals) if reach.whole else None,
        opens_all=reach.manages,
    )
