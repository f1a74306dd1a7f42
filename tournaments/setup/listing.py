"""The list of tournaments, with what the device may do at each."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils import timezone

from cegoscore.clubs.models import Grant, Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.scoresheet.models import KEPT
from tournaments.models import Status, Tournament

MOST_SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTournament:
    """A tournament in the list."""

    tournament: Tournament
    entrants: int
    at_desk: bool
    """True if the device works at its desk."""
    organises: bool


def tournaments_for(device: uuid.UUID | None) -> tuple[list[ListedTournament], list[ListedTournament]]:
    """Tournaments to come, the next first, and past ones, the last first: known to the device, or public."""
    rights = rights_of(device)
    known = Q(pk__in=list(rights)) | Q(club__in=list(rights)) | Q(is_public=True)
    people = Count("entrants", filter=Q(entrants__is_house=False) & ~Q(entrants__status=Status.WITHDRAWN))
    rows = Tournament.objects.filter(known).select_related("club").annotate(people=people)
    found = rows.order_by("-day", "name")[:MOST_SHOWN]
    listed = [_listed(row, vars(row)["people"], rights) for row in found]
    today = timezone.localdate()
    coming = [each for each in listed if each.tournament.day >= today and each.tournament.finished_at is None]
    return coming[::-1], [each for each in listed if each not in coming]


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
