"""`purge`: what was deleted more than 30 days ago goes for good; run it once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.clubs.purging import purge_clubs
from cegoscore.scoresheet.services.late_hands import purge_late_hands
from cegoscore.scoresheet.services.sheets import purge_sheets


class Command(BaseCommand):
    """Prints how many sheets and clubs are gone."""

    help = "Removes sheets that were deleted more than 30 days ago, with everything on them, and clubs left empty."

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove them."""
        self.stdout.write(f"{purge_sheets()} sheets removed")
        self.stdout.write(f"{purge_late_hands()} late hands removed")
        self.stdout.write(f"{purge_clubs()} empty clubs removed")
