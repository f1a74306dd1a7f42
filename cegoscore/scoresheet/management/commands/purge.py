"""`purge`: what was deleted more than 30 days ago goes for good; run it once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.clubs.purging import PURGES, purge_clubs
from cegoscore.scoresheet.services.sheets import purge_sheets


class Command(BaseCommand):
    """Prints how many tournaments, sheets and clubs are gone."""

    help = "Removes tournaments and sheets that were deleted more than 30 days ago, and clubs that are left empty."

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove them."""
        for purge in PURGES:
            self.stdout.write(purge())
        self.stdout.write(f"{purge_sheets()} sheets removed")
        self.stdout.write(f"{purge_clubs()} empty clubs removed")
