"""The list of tournaments, with what the device may do at each."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils import timezone

from cegoscore.clubs.models import Grant, Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.scoresheet.models import KEPT
from tournaments.course.queries import under_way
from tournaments.models import Entrant, EntrantStatus, Result, Tournament

MOST_SHOWN = 100
"""Tournaments on which the device has a right, and as many that are only public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTournament:
    """A tournament in the list."""

    tournament: Tournament
    entrants: int
    at_desk: bool
    """True if the device works at its desk."""
    organises: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentList:
    """Tournaments known to the device, or public."""

    today: list[ListedTournament]
    coming: list[ListedTournament]
    """Those of later days, the next first."""
    past: list[ListedTournament]
    """The last first."""


def tournaments_for(device: uuid.UUID | None) -> TournamentList:
    """The tournaments that the device may see."""
    rights = rights_of(device)
    newest = Tournament.objects.order_by("-day", "name")
    known = newest.filter(Q(pk__in=list(rights)) | Q(club__in=list(rights)))[:MOST_SHOWN]
    public = newest.filter(is_public=True)[:MOST_SHOWN]
    found = list(newest.filter(Q(pk__in=known.values("pk")) | Q(pk__in=public.values("pk"))).select_related("club"))
    keys = [row.pk for row in found]
    counted, running = (
        _counted(keys),
        set(under_way(Tournament.objects.filter(pk__in=keys)).values_list("pk", flat=True)),
    )
    listed = [_listed(row, counted[row.pk], rights) for row in found]
    today, day = [each for each in listed if each.tournament.pk in running], timezone.localdate()
    coming = [each for each in listed if each.tournament.day >= day and each.tournament.finished_at is None]
    coming = [each for each in coming if each not in today]
    past = [each for each in listed if each not in today and each not in coming]
    return TournamentList(today=today[::-1], coming=coming[::-1], past=past)


def _counted(keys: list[uuid.UUID]) -> Counter[uuid.UUID]:
    """The number of players: those who played, as in the standings; before the first draw those who are to come."""
    guests = Entrant.objects.filter(tournament__in=keys, is_house=False).order_by()
    coming = guests.exclude(status=EntrantStatus.WITHDRAWN).values_list("tournament").annotate(count=Count("pk"))
    played = Result.objects.that_count().filter(round__tournament__in=keys).order_by()
    names = played.values_list("round__tournament").annotate(count=Count("entrant", distinct=True))
    return Counter(dict(coming) | dict(names))


def deleted_for(device: uuid.UUID | None) -> list[tuple[Tournament, datetime]]:
    """Deleted tournaments that the device may bring back, each with the moment at which it goes for good."""
    rows = Tournament.with_deleted.restorable_by(device).order_by("-deleted_at") if device else ()
    return [(row, row.deleted_at + KEPT) for row in rows if row.deleted_at]


def _listed(tournament: Tournament, people: int, rights: dict[uuid.UUID, Right]) -> ListedTournament:
    on_it, on_club = rights.get(tournament.pk), rights.get(tournament.club_id)
    organises = Right.MANAGE in (on_it, on_club)
    at_desk = organises or (on_it is not None and on_it.covers(Right.DESK))
    return ListedTournament(tournament=tournament, entrants=people, at_desk=at_desk, organises=organises)


def usual_club_name(device: uuid.UUID | None) -> str:
    """Name of the club that the device manages; of several, the one it got last."""
    granted = Grant.objects.valid().filter(device=device, right=Right.MANAGE).exclude(club__name="")
    grant = granted.select_related("club").order_by("-created_at").first() if device else None
    return grant.club.name if grant else ""
