"""A player's page: all results with the curve of the total, and for those of the club how they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cached_property
from itertools import accumulate
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of, names_of
from cegoscore.database.engines import snapshot
from cegoscore.outings.events import day_of
from tournaments.clubhouse.players.compared import PlayCompared, comparison
from tournaments.clubhouse.players.hands import Play, play_of
from tournaments.clubhouse.players.results import ResultStep, added_up, in_order, outings_of, results_of
from tournaments.clubhouse.players.seasons import SeasonSum, as_closed, season_sums
from tournaments.clubhouse.reach import Reach
from tournaments.models import Entrant, EntrantStatus, Result
from tournaments.seasons.models import Season
from tournaments.seasons.page import standing_of

MOST_SHOWN = 10
"""Limit of results on the page as it opens."""
MOST_STEPS = 60
"""Limit of points of the curve before those: a phone shows no more."""


@dataclass(frozen=True, kw_only=True)
class PlayerPage:
    """A player's games as far as the reader may see them, of all years or of one season."""

    person: Player
    name: str
    """The name as the reader may see it."""
    season: Season | None
    """The season that the page is limited to, if any."""
    standing: str
    """The place in that season, in words."""
    seasons: Sequence[SeasonSum]
    """The choice of seasons; empty on the page of one season."""
    outings: Sequence[Any]
    """Results in the order of the days: all of them, or the newest; see `results_of`."""
    earlier: Sequence[ResultStep]
    """Those before them."""
    best: Any
    """The highest result; of equal ones the first."""
    play: Play | None
    """`None` for readers outside the club."""
    compared: PlayCompared | None
    """The same, and if there are no hands."""
    opens_all: bool
    """True if the reader may open every sheet, so that every sum leads to its hands."""

    @property
    def newest_first(self) -> Sequence[Any]:
        """Results in the order of the page's table."""
        return self.outings[::-1]

    @property
    def count(self) -> int:
        """The number of all results."""
        return len(self.earlier) + len(self.outings)

    @property
    def total(self) -> int:
        """The sum of all points."""
        return int(self.outings[-1].total) if self.outings else 0

    @property
    def wins(self) -> int:
        """The number of events that the person won."""
        over = [*self.earlier, *(row for row in self.outings if not row.is_running)]
        return sum(event.rank == 1 for event in over)

    @cached_property
    def curve(self) -> Sequence[tuple[date, int]]:
        """Days with the running total after them; of many events before the newest every so many."""
        totals = list(accumulate(step.points for step in self.earlier))
        apart = -(-len(totals) // MOST_STEPS) or 1
        before = zip(self.earlier[apart - 1 :: apart], totals[apart - 1 :: apart], strict=True)
        return [*((day_of(step.moment), total) for step, total in before), *((e.day, e.total) for e in self.outings)]

    @property
    def compared_query(self) -> str:
        """The query that leads to the hands behind sums of the comparison."""
        season = {"season": self.season.pk} if self.season else {}
        return urlencode({"rules": self.compared.rules.key} | season) if self.compared else ""

    @property
    def has_curve(self) -> bool:
        """True if there are at least two days, so that the curve has a line."""
        return len({day for day, _total in self.curve}) > 1

    @property
    def chart(self) -> dict[str, Any]:
        """The data of the curve."""
        noon, curve = time(12, tzinfo=UTC), self.curve
        return {
            "names": [self.name],
            "hands": [int(datetime.combine(day, noon).timestamp()) for day, _total in curve],
            "totals": [[total for _day, total in curve]],
            "label": _("Day"),
            "dates": True,
        }


def player_page(
    person: Player,
    reach: Reach,
    season: Season | None = None,
    *,
    most: int | None = MOST_SHOWN,
    rules: int | None = None,
) -> PlayerPage | None:
    """The page with its newest results, or all; none if the reader may not know the person, or them in the season.

    `rules` is the rule set that hands are compared by, if one was asked for.
    """
    with snapshot():
        return _player_page(person, reach, season, most, rules)


def _player_page(
    person: Player, reach: Reach, season: Season | None, most: int | None, rules: int | None
) -> PlayerPage | None:
    if not reach.whole and not _is_known(person, reach, season):
        return None
    players, outings = list(names_of(person.pk)), outings_of(person, reach, season)
    steps = outings.steps()
    cut = 0 if season or most is None else max(0, len(steps) - most)
    best = max(steps, key=lambda step: step.points, default=None)
    rows = outings.rows([*steps[cut:], *([best] if best else [])])
    results = results_of(rows, reach, outings.running)
    highest = max(results, key=attrgetter("points"), default=None)
    recent = results[max(0, len(results) - len(steps) + cut) :]
    if season is not None:
        recent = as_closed(recent, players, season) if season.is_closed and reach.whole else in_order(recent)
        highest = max(recent, key=attrgetter("points"), default=None)
    name = (initials_of(person.name) if person.pk in reach.short() else "") or person.label
    return PlayerPage(
        person=person,
        name=name,
        season=season,
        standing=standing_of(season, person.pk, to_strangers=not reach.is_known) if season else "",
        seasons=season_sums(outings, players, reach) if season is None else (),
        outings=added_up(recent, sum(step.points for step in steps[:cut])),
        earlier=steps[:cut],
        best=highest,
        play=play_of(outings) if reach.whole else None,
        compared=comparison(outings, person, name, rules) if reach.whole else None,
        opens_all=reach.manages,
    )


def _is_known(person: Player, reach: Reach, season: Season | None) -> bool:
    """True if the person took part in a tournament whose points the reader may know; to announce oneself is not."""
    rows = Entrant.objects.filter(player__in=names_of(person.pk), is_house=False, tournament__in=reach.known_points())
    took_part = Q(number__isnull=False) | Exists(Result.objects.filter(entrant=OuterRef("pk")))
    rows = rows.filter(took_part).exclude(status=EntrantStatus.ANNOUNCED)
    return (rows if season is None else rows.filter(tournament__season_events__season=season)).exists()
