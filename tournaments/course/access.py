"""Access to a tournament as far as the asking device may see it.

Who manages the club is the organiser. A desk helper registers people, starts nothing that cannot be undone and enters
results; everybody else looks.
"""

from __future__ import annotations

import uuid

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.sights import Look
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.models import Session
from tournaments.models import Entrant, Round, Table, Tournament

TOURNAMENT = """
    SELECT id, CAST(NULL AS uuid) AS event, club_id, is_public,
        CAST(version AS TEXT) || '.' || CAST(COALESCE(
            (SELECT SUM(sheet.version) FROM scoresheet_session sheet WHERE sheet.event = tournaments_tournament.id), 0
        ) AS TEXT) AS version
    FROM tournaments_tournament WHERE deleted_at IS NULL AND id IN ({keys})
"""
"""The version is as `queries.live_version` has it."""


KIND = sights.followed(TOURNAMENT)
"""The right to look is as `access.get_tournament` has it."""


ORGANISER = Right.MANAGE
HELPER = Right.DESK


def get_tournament(
    request: HttpRequest, tournament_id: uuid.UUID, right: Right = Right.LOOK
) -> tuple[Tournament, Right]:
    """The tournament and what this device may do with it: 404 for a stranger, 403 for one who may do less.

    A public one may be looked at by everybody.
    """
    tournament, has = get_own_right(request, tournament_id)
    has = has or Right.LOOK
    if not has.covers(right):
        raise PermissionDenied
    return tournament, has


def get_own_right(request: HttpRequest, tournament_id: uuid.UUID) -> tuple[Tournament, Right | None]:
    """The tournament and the right that this device has of its own; none where it is public, else 404."""
    tournament = next(iter(_tournament(tournament_id)), None)
    if tournament is None:
        raise Http404
    right = right_on(device_id(request), target=tournament.pk, club=tournament.club_id)
    if right is None and not tournament.is_public:
        raise Http404
    return tournament, right


@Prepared
def _tournament(key: uuid.UUID) -> QuerySet[Tournament]:
    return Tournament.objects.select_related("rule_set", "small_rule_set").filter(pk=key)


def get_tournament_of(sheet: Session) -> Tournament:
    """The tournament that a sheet is a table of; 404 if it is none."""
    return get_object_or_404(Tournament, pk=sheet.event)


def get_run_tournament(request: HttpRequest, tournament_id: uuid.UUID) -> tuple[Tournament, Right]:
    """The tournament for somebody who may draw, start and close: the organiser, and helpers if they were let."""
    tournament, has = get_tournament(request, tournament_id, HELPER)
    if not may_run(tournament, has):
        raise PermissionDenied
    return tournament, has


def may_run(tournament: Tournament, right: Right) -> bool:
    """True if this right draws, starts and closes rounds here."""
    return right.covers(ORGANISER) or (tournament.helpers_run and right.covers(HELPER))


def get_deleted_tournament(request: HttpRequest, tournament_id: uuid.UUID) -> Tournament:
    """A deleted tournament that this device may bring back; 404 for everybody else, and once it is purged."""
    return get_object_or_404(Tournament.with_deleted.restorable_by(device_id(request)), pk=tournament_id)


def look_at(request: HttpRequest, tournament_id: uuid.UUID) -> Look:
    """The tournament's version, and what this device may do with it, in one statement: 404 for a stranger."""
    return sights.look_at(request, TOURNAMENT, tournament_id)


def shows_newest(request: HttpRequest, tournament_id: uuid.UUID, right: Right) -> bool:
    """True if an open page (`?v=`) of somebody with this right shows the newest version: nearly all that it asks."""
    look = look_at(request, tournament_id)
    return look.right.covers(right) and request.GET.get("v") == look.version


def is_tournament(key: uuid.UUID) -> bool:
    """True if the target of a link is a tournament."""
    return Tournament.objects.filter(pk=key).exists()


def find_round(tournament: Tournament, number: int) -> Round | None:
    """A round of the tournament by its number; `None` if it is not drawn."""
    return tournament.played_rounds.filter(number=number).first()


def get_round(tournament: Tournament, number: int) -> Round:
    """A round of the tournament by its number; 404 if it is not drawn."""
    return get_object_or_404(tournament.played_rounds, number=number)


def get_table(tournament: Tournament, round_number: int, number: int) -> Table:
    """A table of a round by its number; 404 if there is none."""
    tables = Table.objects.select_related("round", "sheet__rule_set")
    table = get_object_or_404(tables, round__tournament=tournament, round__number=round_number, number=number)
    table.round.tournament = tournament
    return table


def get_entrant(tournament: Tournament, key: str) -> Entrant:
    """An entrant by the row's key; 404 for a house player."""
    if not key.isdecimal() or len(key) > 18:
        raise Http404
    guests = tournament.entrants.filter(is_house=False).select_related("player__merged_into", "tournament")
    return get_object_or_404(guests, pk=int(key))


def get_entrant_still(tournament: Tournament, key: str) -> Entrant | None:
    """The same; `None` if there is no such row any more: a second tap on what was undone."""
    try:
        return get_entrant(tournament, key)
    except Http404:
        if len(key) > 18 or Entrant.objects.filter(pk=key).exists():
            raise
        return None
