"""`doctor`: all that may be wrong with an installation, looked at in a minute."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.hosting.doctor import findings


class Command(BaseCommand):
    """Prints a line for everything that was looked at; exit status 1 if something is wrong."""

    help = "Says what is wrong with this installation, and what to type."
    requires_system_checks = ()  # what is wrong is said line by line

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at everything, whatever is found."""
        is_well = True
        for finding in findings():
            is_well &= not finding.wrong
            self.stdout.write(
                f"{'WRONG' if finding.wrong else 'ok   '} {finding.what}: {finding.wrong or finding.well}"
            )
        if not is_well:
            sys.exit(1)
