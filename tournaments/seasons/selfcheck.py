"""Self-check of seasons: the first of a closed season is its champion."""

from __future__ import annotations

from collections.abc import Iterator

from cegoscore.clubs.models import Club
from cegoscore.scoresheet.ledger.selfcheck import Check
from tournaments.seasons.models import Season
from tournaments.seasons.queries import league_rules_of, numbers_of


def _seasons(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    seasons = Season.objects.all() if club is None else Season.objects.filter(club=club)
    return ((str(season.pk), faults_of_season(season)) for season in seasons.order_by("pk"))


SEASONS = Check(what="seasons", things=_seasons)


def faults_of_season(season: Season) -> Iterator[str]:
    """Check that the table can be counted, and that the first of a closed season is its champion."""
    try:
        rows = numbers_of(season).table(league_rules_of(season))
    except (KeyError, TypeError, ValueError) as error:
        yield f"the table cannot be counted: {error!r}"
        return
    if not season.is_closed:
        return
    champions = {player.person.pk for player in season.champions.select_related("merged_into")}
    first = {row.player for row in rows if row.rank == 1}
    if champions != first and not any(row.undecided for row in rows if row.rank == 1):
        yield f"the champions are {sorted(champions)}, the first of the table {sorted(first)}"
