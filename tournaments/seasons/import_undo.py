"""Undoing an import: a tournament that was read in as a list goes again, and with it whoever has nothing else."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Player
from cegoscore.clubs.rights.links import forget_targets
from tournaments.course.entrants import rows_elsewhere
from tournaments.models import Result, ResultSource, Table, Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.services import Signature, remove_event


def imported(tournaments: Collection[UUID]) -> set[UUID]:
    """Those tournaments that were imported as a list: all points come from it, and no table was ever drawn."""
    results = Result.objects.filter(round__tournament=OuterRef("pk"))
    rows = Tournament.objects.filter(
        Exists(results),
        ~Exists(results.exclude(source=ResultSource.IMPORTED)),
        ~Exists(Table.objects.filter(round__tournament=OuterRef("pk"))),
        pk__in=tournaments,
        finished_at__isnull=False,
    )
    return set(rows.values_list("pk", flat=True))


def only_there(tournament: Tournament) -> QuerySet[Player]:
    """Players known from this tournament only: they came with the list and are deleted with it.

    Having won a season by it does not keep them: its champion is declared anew.
    """
    rows = Player.objects.filter(entries__tournament=tournament, merged=None)
    for column, elsewhere in rows_elsewhere(tournament):
        if elsewhere.model is not Season.champions.through:
            rows = rows.exclude(Exists(elsewhere.filter(**{column: OuterRef("pk")})))
    return rows


def counted_in(tournament: Tournament) -> tuple[list[Season], int]:
    """The seasons that a tournament belongs to, the last first, and the number of its players."""
    seasons = Season.objects.filter(events__tournament=tournament).order_by("-last_day", "name")
    return list(seasons), tournament.entrants.count()


def undo_import(tournament: Tournament, *, by: Signature) -> None:
    """Delete an imported tournament; everything else stays as it is. Undone twice is undone once.

    Raises `Refused` if it was not read in, and for want of a reason if a season that it belongs to is closed.
    """
    with transaction.atomic():
        if not Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1):
            return
        if tournament.pk not in imported([tournament.pk]):
            raise Refused("not_read_in")
        for event in tournament.season_events.select_related("season").order_by("season"):
            remove_event(event, by=by)
        gone = list(only_there(tournament).values_list("pk", flat=True))
        Result.objects.filter(round__tournament=tournament).delete()
        tournament.entrants.all().delete()
        Tournament.objects.filter(pk=tournament.pk).delete()
        forget_targets([tournament.pk])
        Player.objects.filter(pk__in=gone).delete()
