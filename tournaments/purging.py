"""Removing tournaments that were deleted more than 30 days ago."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.rights.links import forget_targets
from cegoscore.scoresheet.models import KEPT, Session
from tournaments.models import Result, Table, Tournament


def purge_tournaments() -> str:
    """Remove them for good, with their sheets; a line with how many there were."""
    gone = list(Tournament.with_deleted.filter(deleted_at__lt=timezone.now() - KEPT).values_list("pk", flat=True))
    with transaction.atomic():
        sheets = list(Session.objects.filter(event__in=gone).values_list("pk", flat=True))
        Result.objects.filter(round__tournament__in=gone).delete()
        Table.objects.filter(round__tournament__in=gone).delete()
        Tournament.with_deleted.filter(pk__in=gone).delete()
        Session.objects.filter(pk__in=sheets).delete()
        forget_targets([*gone, *sheets])
    return f"{len(gone)} tournaments removed"
