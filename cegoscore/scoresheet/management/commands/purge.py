"""`purge`: what was deleted more than 30 days ago goes for good, as it does every night by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.scoresheet.services.purging import purge


class Command(BaseCommand):
    """Prints how many tournaments, sheets and clubs are gone."""

    help = "Removes tournaments and sheets that were deleted more than 30 days ago, and clubs that are left empty."

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove them."""
        self.stdout.write(purge())
