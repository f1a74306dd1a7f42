"""`due`: the jobs that run by themselves, run now if they are due; the server calls it every few minutes."""

from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.hosting.jobs import run_due, tell


class Command(BaseCommand):
    """Prints how each job ended; exit status 1 if one failed."""

    help = "Runs what is due (backup, purge). The server does that by itself."
    requires_system_checks = ()  # the server has made them

    def handle(self, *args: Any, **options: Any) -> None:
        """Run what is due and what no other host has claimed."""
        tell(self, run_due())
