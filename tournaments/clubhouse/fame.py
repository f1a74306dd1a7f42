"""A club's hall of fame: champions of tournaments and seasons that are over, and those of the years before, typed."""

from collections.abc import Collection, Iterable, Iterator
from datetime import date
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.db import transaction
from django.db.models import Manager
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, LogKind
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import identity, people_named, queue_on
from cegoscore.outings.models import Outing
from cegoscore.scoresheet.evening.forms import field_of
from cegoscore.scoresheet.evening.new_table_form import PersonField
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.shown_events import shown_events
from tournaments.seasons.champions import champions_by_season, names_in_order
from tournaments.seasons.models import PastChampion


class Title(NamedTuple):
    """Somebody who won an event; if nothing separates several, each of them has one."""

    day: date
    """Of an event that was typed, the year is all that counts."""
    event: str
    name: str
    points: int | None
    address: str = ""
    """The address of the event's own page; empty if there is none, or the reader may not see it."""
    typed: int = 0
    """The key of the row if it was typed, else zero."""


def titles_of(reach: Reach) -> list[Title]:
    """Titles that the reader may know of, the newest first, those of one event by name. Nine queries at most."""
    short = reach.short()
    titles = [*_tournaments(reach, short), *_seasons(reach, short), *_typed(reach, short)]
    by_name = sorted(titles, key=lambda title: sort_key(title.name))
    return sorted(by_name, key=itemgetter(0, 1), reverse=True)


def _tournaments(reach: Reach, short: Collection[int]) -> Iterator[Title]:
    """Those that were not cancelled."""
    tournaments = reach.known_points().filter(cancelled_at=None)
    rows = Outing.objects.filter(key__in=tournaments.values("pk"), rank=1).select_related("player").order_by("pk")
    events = shown_events({row.key for row in rows}, reach)
    for row in rows:
        event = events[row.key]
        called = ", ".join(filter(None, (event.name, event.venue)))
        (name,) = names_in_order([row.player], short, event.end)
        yield Title(row.day, called, name, row.points, event.address)


def _seasons(reach: Reach, short: Collection[int]) -> Iterator[Title]:
    for season, names in champions_by_season(reach.seasons().exclude(closed_at=None), short):
        for name in names:
            yield Title(season.last_day, season.name, name, season.champion_points, season.get_absolute_url())


def _typed(reach: Reach, short: Collection[int]) -> Iterator[Title]:
    for row in _once(reach.club.past_champions):
        (name,) = names_in_order([row.player], short)
        yield Title(date(row.year, 1, 1), row.event, name, row.points, typed=row.pk)


def _once(rows: Manager[PastChampion]) -> Iterable[PastChampion]:
    """Typed titles, each once: it may have been typed in two clubs that are one now, or by two names of one person."""
    titles: dict[Any, PastChampion] = {}
    for row in rows.select_related("player__merged_into").order_by("pk"):
        known = titles.setdefault(_key(row), row)
        known.points = row.points if known.points is None else known.points
    return titles.values()


def _key(row: PastChampion) -> tuple[Any, ...]:
    return row.year, identity(row.event), row.player.person.pk


class PastChampionForm(forms.ModelForm):  # type: ignore[type-arg]
    """An event of the years before and whoever won it."""

    champion = PersonField(label=_("Champion"), required=True)

    class Meta:
        model = PastChampion
        fields = ("year", "event", "points")
        formfield_callback = field_of


@transaction.atomic
def add_champion(club: Club, *, champion: str, points: int | None, by: UUID, **event: Any) -> None:
    """Note who won an event (`year`, `event`): somebody of the club, or somebody new. Noted twice, it is once."""
    queue_on(club.pk)
    (player,) = people_named(club.pk, [champion])
    row, is_new = PastChampion.objects.get_or_create(club=club, player=player, **event, defaults={"points": points})
    if is_new:
        note(club.pk, LogKind.CHAMPION_TYPED, device=by, subject=str(row))


@transaction.atomic
def remove_champion(club: Club, key: int, *, by: UUID) -> None:
    """Take a typed champion out, however often it was typed; the person stays. Idempotent."""
    queue_on(club.pk)
    typed = club.past_champions.select_related("player__merged_into")
    for row in typed.filter(pk=key):
        note(club.pk, LogKind.CHAMPION_REMOVED, device=by, subject=str(row))
        same = [other.pk for other in typed.filter(year=row.year) if _key(other) == _key(row)]
        club.past_champions.filter(pk__in=same).delete()
