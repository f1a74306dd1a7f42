"""The list of tournaments, with what the device may do at each."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q
from django.utils import timezone

from cegoscore.clubs.models import Club, Grant, Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.scoresheet.models import KEPT
from tournaments.course.queries import under_way
from tournaments.models import Entrant, EntrantStatus, Result, Tournament

MOST_SHOWN = 100
"""Tournaments on which the device has a right, and as many that are only public."""


ListedTournament = tuple[Tournament, int, Right | None]
"""A tournament with the number of its players, and what the device may do there if it works at its desk."""


def tournaments_for(device: UUID | None) -> dict[str, list[ListedTournament]]:
    """The tournaments that the device may see: of today, to come (the next first), and past (the last first)."""
    rights = rights_of(device)
    newest = Tournament.objects.order_by("-day", "name")
    known = newest.filter(Q(pk__in=list(rights)) | Q(club__in=list(rights)))[:MOST_SHOWN]
    public = newest.filter(is_public=True)[:MOST_SHOWN]
    to_list = Q(pk__in=known.values("pk")) | Q(pk__in=public.values("pk"))
    tournaments = list(newest.filter(to_list).select_related("club"))
    keys = [row.pk for row in tournaments]
    counted = _counted(keys)
    running = set(under_way(Tournament.objects.filter(pk__in=keys)).values_list("pk", flat=True))
    day = timezone.localdate()
    listed: dict[str, list[ListedTournament]] = {"today": [], "coming": [], "past": []}
    for row in tournaments:
        is_coming = row.day >= day and row.finished_at is None
        part = "today" if row.pk in running else "coming" if is_coming else "past"
        listed[part].append((row, counted[row.pk], _right_at_desk(row, rights)))
    return {"today": listed["today"][::-1], "coming": listed["coming"][::-1], "past": listed["past"]}


def _counted(keys: list[UUID]) -> Counter[UUID]:
    """The number of players: those who played, as in the standings; before the first draw those who are to come."""
    guests = Entrant.objects.filter(tournament__in=keys, is_house=False).order_by()
    coming = guests.exclude(status=EntrantStatus.WITHDRAWN).values_list("tournament").annotate(count=Count("pk"))
    played = Result.objects.that_count().filter(round__tournament__in=keys).order_by()
    names = played.values_list("round__tournament").annotate(count=Count("entrant", distinct=True))
    return Counter(dict(coming) | dict(names))


def deleted_for(device: UUID | None) -> list[tuple[Tournament, datetime]]:
    """Deleted tournaments that the device may bring back, each with the moment at which it goes for good."""
    rows = Tournament.with_deleted.restorable_by(device).order_by("-deleted_at") if device else ()
    return [(row, row.deleted_at + KEPT) for row in rows if row.deleted_at]


def _right_at_desk(tournament: Tournament, rights: Mapping[UUID, Right]) -> Right | None:
    on_it, on_club = rights.get(tournament.pk), rights.get(tournament.club_id)
    if Right.MANAGE in (on_it, on_club):
        return Right.MANAGE
    return on_it if on_it is not None and on_it.covers(Right.DESK) else None


def usual_club(device: UUID | None) -> Club | None:
    """The club with a name that the device manages; of several, the one it got last."""
    granted = Grant.objects.valid().filter(device=device, right=Right.MANAGE).exclude(club__name="")
    grant = granted.select_related("club__rule_set").order_by("-created_at").first() if device else None
    return grant.club if grant else None
