"""Keeping the sums of evenings that have ended: when they end, and at night for those that ended without."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from cegoscore.scoresheet.ledger.sums import AT_ONCE, ENDED, sums_of, without_sums
from cegoscore.scoresheet.models import CompanySum, GameSum, Seat, SeatSum, Session, SessionQuerySet


def keep_sums(sheets: Iterable[UUID]) -> int:
    """Keep the sums of those of these sheets that are evenings and have ended; how many those are.

    Whoever writes sums of a sheet queues on its row, as those who end or reopen it do.
    """
    keys, count = list(sheets), 0
    for start in range(0, len(keys), AT_ONCE):
        with transaction.atomic(savepoint=False):
            count += _keep(Session.objects.filter(ENDED, pk__in=keys[start : start + AT_ONCE]))
    return count


def _keep(ended: SessionQuerySet) -> int:
    if not ended.update(ended_at=F("ended_at")):
        return 0
    ends = {key: end for key, end in ended.values_list("pk", "ended_at") if end is not None}
    SeatSum.objects.filter(seat__session__in=list(ends)).delete()
    found = sums_of(ends).values()
    SeatSum.objects.bulk_create(each.seat for each in found)
    for each in found:
        for game in each.games:
            game.sums = each.seat
        for company in each.company:
            company.sums = each.seat
    GameSum.objects.bulk_create(row for each in found for row in each.games)
    CompanySum.objects.bulk_create(row for each in found for row in each.company)
    return len(ends)


def fill_sums() -> str:
    """Keep the sums of all ended evenings that have none that hold; a sentence with how many there were.

    Evenings end without where an older version of this program ended them, which also leaves sums of deleted ones.
    """
    count = keep_sums(without_sums().order_by("pk").values_list("pk", flat=True))
    SeatSum.objects.filter(~Exists(Seat.objects.filter(pk=OuterRef("seat")))).delete()
    return f"sums of {count} evenings kept"
