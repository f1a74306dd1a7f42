"""`rehearse_update`: this version tried on a copy of the database, while the version before goes on serving."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cegoscore.hosting.copies import prove, write_copy
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.schema import unservable


class Command(BaseCommand):
    """Prints what was proved; exit status 1 if this version does not fit the database."""

    help = "Copies the database, migrates the copy, and checks everything in it. The live database is only read."
    requires_system_checks = ()  # they run on the copy

    def handle(self, *args: Any, **options: Any) -> None:
        """Do everything that the update will do, beside the live database."""
        if sentence := unservable():
            raise CommandError(sentence)
        with tempfile.TemporaryDirectory(prefix="cegoscore-rehearsal-") as folder:
            try:
                said = prove(write_copy(Path(folder) / "copy"), migrating=True)
            except JobFailed as problem:
                raise CommandError(f"This version does not fit the database: {problem}") from problem
        self.stdout.write(f"This version fits the database ({said}).")
