"""Removing tournaments that were deleted more than 30 days ago, and announcements of those who did not come."""

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from cegoscore.bookings.models import Booking
from cegoscore.clubs.models import Player
from cegoscore.clubs.purging import none_of, surely_before
from cegoscore.clubs.rights.links import forget_targets
from cegoscore.scoresheet.ledger.services.sheets import remove_sheets
from cegoscore.scoresheet.models import KEPT, Session
from tournaments.models import Decision, Entrant, Result, Table, Tournament


def purge_tournaments() -> str:
    """Remove them for good, each in a transaction of its own, then their sheets; a line with how many there were."""
    gone = list(Tournament.with_deleted.filter(deleted_at__lt=surely_before(KEPT)).values_list("pk", flat=True))
    for key in gone:
        with transaction.atomic():
            Result.objects.filter(round__tournament=key).delete()
            Table.objects.filter(round__tournament=key).delete()
            Booking.objects.filter(key=key).delete()
            Tournament.with_deleted.filter(pk=key).delete()
            forget_targets([key])
    there = Tournament.with_deleted.filter(pk=OuterRef("event"))
    remove_sheets(Session.objects.filter(~Exists(there), event__isnull=False))
    return f"{len(gone)} tournaments removed"


def purge_announcements() -> str:
    """Remove who was never there, 30 days after the event, and people of whom nothing else is known; how many entries.

    A fee that was paid stays, and with it whose it is. Each tournament has a transaction of its own.
    """
    gave_number = Decision.objects.exclude(left=None).values("left")
    never_there = Entrant.objects.filter(number=None, before=[], results=None, has_paid=False)
    gone = never_there.filter(tournament__day__lt=timezone.localtime(surely_before(KEPT)).date()).exclude(
        player__in=gave_number
    )
    count = 0
    for tournament in list(gone.order_by().values_list("tournament", flat=True).distinct()):
        with transaction.atomic():
            of_one = gone.filter(tournament=tournament)
            people = list(of_one.values_list("player", flat=True))
            count += of_one.filter(player__in=people).delete()[1].get(Entrant._meta.label, 0)
            Player.objects.filter(pk__in=people, merged_into=None, **none_of(Player)).delete()
    return f"{count} announcements removed"
