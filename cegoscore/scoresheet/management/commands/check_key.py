"""`check_key`: whether this database belongs to the server's secret key; every start asks."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cegoscore.clubs.rights.server_key import problem_with_key


class Command(BaseCommand):
    """Says nothing if it does, else why not in one line."""

    help = "Checks that this database belongs to the server's secret key."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare fingerprints."""
        if problem := problem_with_key():
            raise CommandError(problem)
