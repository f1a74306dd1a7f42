"""`doctor`: all that may be wrong with an installation, looked at in a minute."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from cegoscore.hosting.copies import NAMES, missing_rows
from cegoscore.hosting.doctor import findings
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.services import proved_backups


class Command(BaseCommand):
    """Prints a line for everything that was looked at; exit status 1 if something is wrong."""

    help = "Says what is wrong with this installation. --drill restores the last proved backup beside the live one."
    requires_system_checks = ()  # what is wrong is said line by line

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Look, or try the last backup, too."""
        parser.add_argument("--drill", action="store_true", help="restore the last backup and say what would be lost")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at everything, whatever is found."""
        is_well = True
        for finding in findings():
            is_well &= finding.is_well
            self.stdout.write(f"{'ok   ' if finding.is_well else 'WRONG'} {finding.what}: {finding.text}")
        if options["drill"]:
            is_well &= self._drill()
        if not is_well:
            sys.exit(1)

    def _drill(self) -> bool:
        """Restore the newest proved backup beside the live database; true if that works."""
        newest = next(iter(proved_backups(settings.BACKUPS)), None) if settings.BACKUPS else None
        copy = next((newest / name for name in NAMES.values() if (newest / name).exists()), None) if newest else None
        if newest is None or copy is None:
            self.stdout.write("WRONG drill: there is no backup")
            return False
        try:
            lost = missing_rows(copy)
        except JobFailed as problem:
            self.stdout.write(f"WRONG drill: {problem}")
            return False
        rows = ", ".join(f"{count} {name}" for name, count in lost.items()) or "nothing"
        self.stdout.write(f"ok    drill: {newest.name} can be restored; lost since then: {rows}")
        return True
