"""Champions of seasons: their names, and the self-check that the first of a closed season is its champion."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import groupby

from django.db.models import Prefetch, QuerySet

from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.names_then import called_before
from cegoscore.clubs.people import initials_of
from cegoscore.scoresheet.ledger.selfcheck import Check
from tournaments.course.entrants import people_by_initials
from tournaments.seasons.models import DrawnPlace, Season
from tournaments.seasons.queries import NOBODY, numbers_of
from tournaments.seasons.season_end import end_of_season, recorded_end


def champions_by_season(seasons: QuerySet[Season], short: Collection[int] = NOBODY) -> list[tuple[Season, list[str]]]:
    """All seasons, the newest first, each with its champions. Three queries."""
    rows = seasons.order_by("-last_day", "-first_day", "name", "pk")
    champions = Prefetch("champions", Player.objects.select_related("merged_into"))
    return [
        (season, names_in_order(season.champions.all(), short, season.closed_at))
        for season in rows.prefetch_related(champions)
    ]


def champions_of(season: Season, *, to_strangers: bool = False) -> list[str]:
    """The names of those who won the closed season, in alphabetical order."""
    short = people_by_initials(season.club_id) if to_strangers else NOBODY
    return names_in_order(season.champions.select_related("merged_into"), short, season.closed_at)


def names_in_order(champions: Iterable[Player], short: Collection[int], end: datetime | None = None) -> list[str]:
    """The names of champions in alphabetical order, each person once; `short` are called by their initials.

    Who was called otherwise at the `end` of what they won is named with that.
    """
    rows = {champion.person.pk: champion for champion in champions}
    return [_named(row, end, short) for row in sorted(rows.values(), key=lambda row: row.person.alphabetical)]


def _named(row: Player, end: datetime | None, short: Collection[int]) -> str:
    person, is_short = row.person, row.person.pk in short
    name = (initials_of(person.name) if is_short else "") or person.label
    was = called_before(person.name, end, row.names_before, person.names_before, by_initials=is_short)
    return f"{name} ({was})" if was else name


def _seasons(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    seasons = Season.objects.all() if club is None else Season.objects.filter(club=club)
    return ((str(season.pk), faults_of_season(season)) for season in seasons.order_by("pk"))


SEASONS = Check(what="seasons", things=_seasons)


def faults_of_season(season: Season) -> Iterator[str]:
    """Check that the table can be counted, and that the first of a closed season is its champion."""
    try:
        numbers = numbers_of(season)
        rows = numbers.table(season.rules)
    except (KeyError, TypeError, ValueError) as error:
        yield f"the table cannot be counted: {error!r}"
        return
    yield from _faults_of_drawings(season)
    if not season.is_closed:
        if season.champions.exists():
            yield "has champions, though it is not closed"
        return
    if (recorded := recorded_end(season)) and recorded != end_of_season(season, numbers):
        yield "the table is not the one that was recorded at its end"
    champions = {player.person.pk for player in season.champions.select_related("merged_into")}
    first = {row.player for row in rows if row.rank == 1}
    if champions != first and not any(row.undecided for row in rows if row.rank == 1):
        yield f"the champions are {sorted(champions)}, the first of the table {sorted(first)}"
    totals = {row.total for row in rows if row.player in champions}
    if season.champion_points is not None and totals and totals != {season.champion_points}:
        yield f"the champions have {season.champion_points}, the table says {sorted(totals)}"


def _faults_of_drawings(season: Season) -> Iterator[str]:
    """Drawings in which a place is missing: then nobody knows who was ahead."""
    rows = DrawnPlace.objects.filter(decision__season=season).order_by("decision", "place")
    for decision, drawn in groupby(rows.values_list("decision", "place"), key=lambda row: row[0]):
        places = {place for _decision, place in drawn}
        if places != {*range(1, len(places) + 1)}:
            yield f"drawing {decision}: has the places {sorted(places)}"
