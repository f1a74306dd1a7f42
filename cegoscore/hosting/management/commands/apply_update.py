"""`apply_update`: the database of a stopped server brought to this version, or left as it was."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.updating import apply_update
from cegoscore.server.start_lock import start_lock, while_stopped


class Command(BaseCommand):
    """Prints what was done; exit status 1 if the version before should serve again."""

    help = "Copies, migrates and checks the database while no server of this data folder runs; goes back if that fails."

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep servers of this folder out, and let one host at a time migrate."""
        with while_stopped(), start_lock():
            try:
                self.stdout.write(apply_update())
            except JobFailed as problem:
                raise CommandError(str(problem)) from problem
