"""`clubs`: everybody who uses this server."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.utils import timezone

from cegoscore.clubs.models import Club
from cegoscore.scoresheet.models import Hand


class Command(BaseCommand):
    """Prints a line a club, the one used last first: day of the last hand, sheets, hands, people, key, name."""

    help = "Lists the clubs of this server with their size and last use."

    def handle(self, *args: Any, **options: Any) -> None:
        """List them."""
        self.stdout.write("last hand   sheets  hands  people  key                                   name")
        for club in clubs_by_use():
            used = f"{timezone.localtime(club.used_at):%Y-%m-%d}" if club.used_at else "never     "
            sizes = f"{club.sheets:>6}  {club.hands or 0:>5}  {club.persons:>6}"
            self.stdout.write(f"{used}  {sizes}  {club.pk}  {club.name or '-'}")


def clubs_by_use() -> QuerySet[Any]:
    """Clubs with their sizes, the one used last first."""
    hands = Hand.objects.filter(session__club=OuterRef("pk")).order_by().values("session__club")
    return (
        Club.objects.filter(joined_to=None)
        .annotate(
            sheets=Count("sessions", distinct=True),
            persons=Count("players", distinct=True),
            hands=Subquery(hands.annotate(count=Count("pk")).values("count")),
            used_at=Subquery(hands.annotate(last=Max("written_at")).values("last")),
        )
        .order_by("-used_at", "created_at")
    )
