"""Marks of paid fees, all that the version before knew, as bookings: for the migration, and for files from before."""

from typing import Any
from uuid import uuid5

from django.utils import timezone

AT_ONCE = 500


def book_marks(entrants: Any, bookings: Any) -> None:
    """Book what each mark among these entrants is worth by the fee as it is, house players apart.

    When a mark was set is not known: of a tournament that is over, at its end at the latest; otherwise by now.
    """
    marked = entrants.filter(has_paid=True, is_house=False, due=None, tournament__entry_fee__gt=0)
    booked, now = [], timezone.now()
    for row in marked.select_related("tournament").order_by("pk").iterator(chunk_size=AT_ONCE):
        tournament = row.tournament
        row.due = int(tournament.entry_fee * 100)
        fee = bookings.model(club_id=tournament.club_id, kind="fee", key=tournament.pk, payer_id=row.player_id)
        fee.uuid = uuid5(tournament.pk, f"fee {row.uuid}")
        fee.cents, fee.currency, fee.reason = row.due, tournament.currency, "Startgeld"
        fee.written_at = tournament.finished_at or tournament.cancelled_at or now
        booked.append((row, fee))
    bookings.bulk_create((fee for _row, fee in booked), batch_size=AT_ONCE)
    entrants.bulk_update((row for row, _fee in booked), ["due"], batch_size=AT_ONCE)
