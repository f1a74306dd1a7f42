"""`before_migrating`: a copy of a database that is about to be migrated; the start calls it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.services import back_up_before_migrating


class Command(BaseCommand):
    """Prints where the copy is, if one was needed."""

    help = "Copies the database if this version brings migrations. The start of the server does that by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy it, or do nothing."""
        try:
            folder = back_up_before_migrating()
        except JobFailed as problem:
            raise CommandError(f"{problem}. BACKUPS=0 starts without a copy.") from problem
        if folder:
            self.stdout.write(f"Copied the database to {folder}")
