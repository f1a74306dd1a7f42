"""A player's page: all results with the curve of the total, and for those of the club how they play."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from itertools import accumulate
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of, names_of, rows_of
from cegoscore.database.engines import snapshot
from cegoscore.outings.events import day_of
from tournaments.clubhouse.players.compared import FEWEST_EVENINGS, comparison
from tournaments.clubhouse.players.hands import play_of
from tournaments.clubhouse.players.results import Outings, ResultStep, added_up, in_order, outings_of, results_of
from tournaments.clubhouse.players.seasons import as_closed, season_sums
from tournaments.clubhouse.reach import Reach
from tournaments.models import Entrant, EntrantStatus, Result
from tournaments.seasons.models import Season

MOST_SHOWN = 10
"""Limit of results on the page as it opens."""
MOST_OF_LATE = 5
"""Limit of results that say how it went of late, of which there are three at least."""
MOST_STEPS = 60
"""Limit of points of the curve before those: a phone shows no more."""


@snapshot()
def player_page(
    person: Player,
    reach: Reach,
    season: Season | None = None,
    *,
    most: int | None = MOST_SHOWN,
    rules: int | None = None,
) -> dict[str, Any] | None:
    """A player's games as far as the reader may see them, of all years or of one season.

    None if the reader may not know the person, or them in the season; `rules` is the rule set that hands are compared
    by, if one was asked for. `name` is the name as the reader may see it. `outings` are the results in the order of the
    days (see `results_of`), all of them or the newest, `earlier` those before them as steps; `best` is the highest
    above zero, of equal ones the first, `late` the newest ones. `play` and `compared` are None for readers outside the
    club, `compared` also without any hand; `query` leads to the hands behind its sums. If `opens_all`, the reader may
    open every sheet, so that every sum leads to its hands.
    """
    if not reach.whole and not knows(person, reach, season):
        return None
    players, outings = rows_of(person.pk), outings_of(person, reach, season)
    earlier, recent, highest = _results(outings, reach, None if season else most)
    if season is not None:
        recent = as_closed(recent, players, season) if season.is_closed and reach.whole else in_order(recent)
        highest = max(recent, key=attrgetter("points"), default=None)
    shown = added_up(recent, sum(step.points for step in earlier))
    name = (initials_of(person.name) if person.pk in reach.short() else "") or person.label
    compared = comparison(outings, person, name, rules) if reach.whole else None
    return {
        "person": person,
        "name": name,
        "season": season,
        "seasons": season_sums(outings, players, reach) if season is None else (),
        "outings": shown,
        "newest_first": shown[::-1],
        "earlier": earlier,
        "late": late if len(late := shown[::-1][:MOST_OF_LATE]) >= FEWEST_EVENINGS else (),
        "best": highest if highest and highest.points > 0 else None,
        "count": len(earlier) + len(shown),
        "total": shown[-1].total if shown else 0,
        "wins": sum(event.rank == 1 for event in (*earlier, *(row for row in shown if not row.is_running))),
        "chart": _chart(name, [*_curve_of(earlier), *((row.day, row.total) for row in shown)]),
        "play": play_of(outings) if reach.whole else None,
        "compared": compared,
        "query": _query(compared, season),
        "opens_all": reach.manages,
    }


def _results(outings: Outings, reach: Reach, most: int | None) -> tuple[Sequence[ResultStep], Sequence[Any], Any]:
    """Read the newest results, `most` or all: first the earlier ones as steps, then those, then the highest of all."""
    steps = outings.steps()
    cut = 0 if most is None else max(0, len(steps) - most)
    best = max(steps, key=lambda step: step.points, default=None)
    rows = outings.rows([*steps[cut:], *([best] if best else [])])
    results = results_of(rows, reach, outings.running)
    highest = max(results, key=attrgetter("points"), default=None)
    return steps[:cut], results[max(0, len(results) - len(steps) + cut) :], highest


def _query(compared: Mapping[str, Any] | None, season: Season | None) -> str:
    """The query that leads to the hands behind the sums; empty if there are none to compare."""
    if not compared:
        return ""
    return urlencode({"rules": compared["rules"].key} | ({"season": season.pk} if season else {}))


def _curve_of(steps: Sequence[ResultStep]) -> list[tuple[date, int]]:
    """Days with the running total after them; of many events every so many."""
    totals = list(accumulate(step.points for step in steps))
    apart = -(-len(totals) // MOST_STEPS) or 1
    some = zip(steps[apart - 1 :: apart], totals[apart - 1 :: apart], strict=True)
    return [(day_of(step.moment), total) for step, total in some]


def _chart(name: str, curve: Sequence[tuple[date, int]]) -> dict[str, Any] | None:
    """The data of the curve; none unless there are at least two days, so that it has a line."""
    if len({day for day, _total in curve}) < 2:
        return None
    noon = time(12, tzinfo=UTC)
    return {
        "names": [name],
        "hands": [int(datetime.combine(day, noon).timestamp()) for day, _total in curve],
        "totals": [[total for _day, total in curve]],
        "label": _("Day"),
        "dates": True,
    }


def knows(person: Player, reach: Reach, season: Season | None) -> bool:
    """True if the person took part in a tournament whose points the reader may know; to announce oneself is not."""
    rows = Entrant.objects.filter(player__in=names_of(person.pk), is_house=False, tournament__in=reach.known_points())
    took_part = Q(number__isnull=False) | Exists(Result.objects.filter(entrant=OuterRef("pk")))
    rows = rows.filter(took_part).exclude(status=EntrantStatus.ANNOUNCED)
    return (rows if season is None else rows.filter(tournament__season_events__season=season)).exists()
