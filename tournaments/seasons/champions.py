"""Champions of seasons by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Prefetch, QuerySet

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of
from tournaments.course.entrants import people_by_initials
from tournaments.seasons.models import Season
from tournaments.seasons.queries import NOBODY


def champions_by_season(seasons: QuerySet[Season], short: Collection[int] = NOBODY) -> list[tuple[Season, list[str]]]:
    """All seasons, the newest first, each with its champions. Three queries."""
    rows = seasons.order_by("-last_day", "-first_day", "name", "pk")
    champions = Prefetch("champions", Player.objects.select_related("merged_into"))
    return [(season, names_in_order(season.champions.all(), short)) for season in rows.prefetch_related(champions)]


def champions_of(season: Season, *, to_strangers: bool = False) -> list[str]:
    """The names of those who won the closed season, in alphabetical order."""
    short = people_by_initials(season.club_id) if to_strangers else NOBODY
    return names_in_order(season.champions.select_related("merged_into"), short)


def names_in_order(champions: Iterable[Player], short: Collection[int]) -> list[str]:
    """The names of champions in alphabetical order, each person once; `short` are called by their initials."""
    people = {champion.person.pk: champion.person for champion in champions}
    in_order = sorted(people.values(), key=lambda person: person.alphabetical)
    return [(initials_of(person.name) if person.pk in short else "") or person.label for person in in_order]
