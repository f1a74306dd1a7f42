"""`check_schema`: whether this version can serve the database; every start asks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from cegoscore.hosting.schema import is_behind, unservable, wrong_encoding


class Command(BaseCommand):
    """Says nothing if it can, else why not in one line."""

    help = (
        "Checks that the database is in UTF-8, that no newer version has changed it for good, and with MIGRATE=0 that "
        "it is up to date."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask for the database's encoding, and compare the migrations of the code with those that it has."""
        if problem := wrong_encoding() or unservable():
            raise CommandError(problem)
        if not settings.MIGRATE and is_behind():
            raise CommandError("The database misses migrations, and MIGRATE is 0. Type: cegoscore migrate")
