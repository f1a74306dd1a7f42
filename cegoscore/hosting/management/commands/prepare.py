"""`prepare`: the database brought to this version, after a copy of it; every start calls it."""

from typing import Any

from django.core.checks import Tags
from django.core.checks.registry import registry
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from cegoscore.clubs.rights.server_key import problem_with_key
from cegoscore.hosting.health import takes_no_writes
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.schema import unservable, wrong_encoding
from cegoscore.hosting.services import back_up_before_migrating


class Command(BaseCommand):
    """Refuses a database that this version or its key does not fit, in one line.

    Addresses are for tests to check: a third of a start was loading all views here, as each process does by itself.
    """

    help = "Copies and migrates the database if this version brings migrations. The start of the server does that."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it up to date, unless it is not ours to serve."""
        if misfit := wrong_encoding() or unservable():
            raise CommandError(misfit)
        if refused := takes_no_writes():
            self.stdout.write(f"{refused}. Until it does, /readyz says so and no hand is recorded here.")
            return
        try:
            folder = back_up_before_migrating()
        except JobFailed as problem:
            raise CommandError(f"{problem}. BACKUPS=0 starts without a copy.") from problem
        if folder:
            self.stdout.write(f"Copied the database to {folder}")
        self.check(tags=sorted(registry.tags_available() - {Tags.urls}), databases=["default"])
        call_command("migrate", verbosity=0)
        if foreign := problem_with_key():
            raise CommandError(foreign)
