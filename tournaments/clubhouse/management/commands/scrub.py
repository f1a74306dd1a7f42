"""`scrub`: clear away what erased names left in the database's files; run it once a day, as `purge`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.clubhouse.people.services import scrub_names


class Command(BaseCommand):
    """Does again what every erasing does, for those that somebody was still reading then."""

    help = "Clears old versions of rows with names away, in case an erasing could not."

    def handle(self, *args: Any, **options: Any) -> None:
        """Clear them away."""
        scrub_names()
