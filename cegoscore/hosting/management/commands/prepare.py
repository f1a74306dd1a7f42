"""`prepare`: the database brought to this version, after a copy of it; every start calls it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from cegoscore.clubs.rights.server_key import problem_with_key
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.schema import is_behind, unservable, wrong_encoding
from cegoscore.hosting.services import back_up_before_migrating


class Command(BaseCommand):
    """Refuses a database that this version or its key does not fit, in one line."""

    help = "Copies and migrates the database if this version brings migrations. The start of the server does that."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it up to date, unless it is not ours to serve."""
        if problem := wrong_encoding() or unservable():
            raise CommandError(problem)
        if not settings.MIGRATE and is_behind():
            raise CommandError("The database misses migrations, and MIGRATE is 0. Type: cegoscore migrate")
        try:
            folder = back_up_before_migrating()
        except JobFailed as problem:
            raise CommandError(f"{problem}. BACKUPS=0 starts without a copy.") from problem
        if folder:
            self.stdout.write(f"Copied the database to {folder}")
        if settings.MIGRATE:
            call_command("migrate", verbosity=0, skip_checks=False)
        if problem := problem_with_key():
            raise CommandError(problem)
