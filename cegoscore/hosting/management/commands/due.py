"""`due`: the jobs that run by themselves, run now if they are due; the server calls it every few minutes."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.hosting.jobs import run_due


class Command(BaseCommand):
    """Prints how each job ended; exit status 1 if one failed."""

    help = "Runs what is due (backup, purge). The server does that by itself."
    requires_system_checks = ()  # the server has made them

    def handle(self, *args: Any, **options: Any) -> None:
        """Run what is due and what no other host has claimed."""
        runs = run_due()
        for run in runs:
            self.stdout.write(f"{run.name}: {run.outcome}")
        if any(run.has_failed for run in runs):
            sys.exit(1)
