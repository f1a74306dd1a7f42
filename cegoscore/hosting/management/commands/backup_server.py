"""`backup_server`: a proved copy of the whole database, made now as every night."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.hosting.jobs import run
from cegoscore.hosting.services import hindrance


class Command(BaseCommand):
    """Prints where the copy is and what proved it; exit status 1 if there is none."""

    help = "Copies the whole database with its key, restores the copy beside it, and checks everything in it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the nightly job, unless this host is to make no backups: then nothing is noted of it either."""
        hindrance()
        done = run("backup")
        (self.stderr if done.has_failed else self.stdout).write(done.outcome)
        if done.has_failed:
            sys.exit(1)
