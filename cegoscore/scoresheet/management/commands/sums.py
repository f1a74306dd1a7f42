"""`sums`: the sums of evenings that ended without, as the server keeps them every night by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.scoresheet.services.sums import fill_sums


class Command(BaseCommand):
    """Prints how many sheets there were."""

    help = "Adds up evenings that ended without their sums, for instance before an update, so that pages are quick."

    def handle(self, *args: Any, **options: Any) -> None:
        """Add them up."""
        found = fill_sums()
        if options["verbosity"]:
            self.stdout.write(found)
