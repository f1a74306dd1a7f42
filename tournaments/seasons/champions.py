"""Champions of seasons: their names, and the self-check that the first of a closed season is its champion."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.names_then import called_before
from cegoscore.clubs.people import initials_of
from cegoscore.scoresheet.ledger.selfcheck import Check
from tournaments.course.entrants import people_by_initials
from tournaments.seasons.models import Season
from tournaments.seasons.queries import NOBODY, numbers_of


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
        rows = numbers_of(season).table(season.rules)
    except (KeyError, TypeError, ValueError) as error:
        yield f"the table cannot be counted: {error!r}"
        return
    if not season.is_closed:
        return
    champions = {player.person.pk for player in season.champions.select_related("merged_into")}
    first = {row.player for row in rows if row.rank == 1}
    if champions != first and not any(row.undecided for row in rows if row.rank == 1):
        yield f"the champions are {sorted(champions)}, the first of the table {sorted(first)}"
