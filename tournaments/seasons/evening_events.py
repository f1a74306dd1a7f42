"""Evenings of seasons: the sheet by which each counts, and the rows that were fixed for it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.evening.evenings import with_earlier
from cegoscore.scoresheet.models import Session
from tournaments.seasons.models import FixedPoints, Season, SeasonEvent
from tournaments.seasons.queries import Points, rows_now


def count_following(events: QuerySet[SeasonEvent]) -> None:
    """Let evenings of open seasons count by the sheet that their totals went on to. Called within a write."""
    following = Session.objects.filter(continues=OuterRef("sheet"), deleted_at=None).values("pk")
    gone_on = events.filter(Exists(following), season__closed_at=None)
    while gone_on.update(sheet=Subquery(following[:1])):
        pass


def count_following_of(sheet: UUID) -> None:
    """Let seasons that count this sheet, or one whose totals had gone on to it, count the sheet they went on to."""
    count_following(SeasonEvent.objects.filter(sheet__in=with_earlier([sheet])))


def count_earlier(events: QuerySet[SeasonEvent]) -> int:
    """Let evenings of open seasons whose sheet was deleted count by the one before it; how many. Within a write."""
    before = Session.objects.filter(pk=OuterRef("sheet")).values("continues")
    twice = SeasonEvent.objects.filter(season=OuterRef("season"), sheet=OuterRef("sheet__continues"))
    deleted = {"sheet__deleted_at__isnull": False, "sheet__continues__isnull": False}
    back = events.filter(~Exists(twice), season__closed_at=None, **deleted)
    keys = set(back.values_list("pk", flat=True))
    while SeasonEvent.objects.filter(pk__in=back.values_list("pk", flat=True)).update(sheet=Subquery(before[:1])):
        pass
    return len(keys)


def count_earlier_of(sheet: UUID) -> None:
    """Let seasons that count this sheet, which was deleted, count the one before it."""
    count_earlier(SeasonEvent.objects.filter(sheet=sheet))


# What is fixed


def fix(season: Season, events: Iterable[SeasonEvent]) -> None:
    """Keep what evenings and club nights gave as it stands now, by the row that sat down: a merger may be undone."""
    fixed = set(FixedPoints.objects.filter(event__season=season).values_list("event", flat=True))
    evenings = {event.pk for event in events if event.tournament_id is None} - fixed
    points = rows_now(season)
    FixedPoints.objects.bulk_create(
        FixedPoints(event_id=event, player_id=player, points=amount)
        for event in evenings
        for player, amount in points.get(event, {}).items()
    )


def fix_by_rows(seasons: QuerySet[Season]) -> int:
    """Fix by the row that sat down what the version before fixed by person; how many evenings those are.

    Only where the sheets say that the person still has these points: of others nobody knows whose they were. Called
    within a write, while people are as they were.
    """
    merged = FixedPoints.objects.filter(player__merged__isnull=False, event__season__in=seasons)
    count = 0
    for season in Season.objects.filter(pk__in=merged.values("event__season")):
        now = rows_now(season)
        for event in merged.filter(event__season=season).values_list("event", flat=True).distinct():
            count += _fix_event_by_rows(event, now)
    return count


def _fix_event_by_rows(event: int, now: Points) -> bool:
    rows = dict(FixedPoints.objects.filter(event=event).values_list("player", "points"))
    sat = now.get(event, {})
    merged = Player.objects.filter(pk__in={*rows, *sat}).exclude(merged_into=None)
    persons = {row: person for row, person in merged.values_list("pk", "merged_into") if person is not None}
    fixed_of, now_of = _by_person(rows, persons), _by_person(sat, persons)
    known = {person for person, own in fixed_of.items() if sum(own.values()) == sum(now_of.get(person, {}).values())}
    other = [person for person in known if person in now_of and fixed_of[person] != now_of[person]]
    FixedPoints.objects.filter(event=event, player__in=[row for person in other for row in fixed_of[person]]).delete()
    FixedPoints.objects.bulk_create(
        FixedPoints(event_id=event, player_id=row, points=points)
        for person in other
        for row, points in now_of[person].items()
    )
    return bool(other)


def _by_person(rows: Mapping[int, int], persons: Mapping[int, int]) -> dict[int, dict[int, int]]:
    by_person: dict[int, dict[int, int]] = defaultdict(dict)
    for row, points in rows.items():
        by_person[persons.get(row, row)][row] = points
    return by_person


@transaction.atomic
def come_right() -> str:
    """Put right what the version before wrote about evenings of seasons, before deleted sheets go; what that was."""
    back = count_earlier(SeasonEvent.objects.all())
    return f"{back} evenings of seasons went back, {fix_by_rows(Season.objects.all())} fixed by who sat there"
