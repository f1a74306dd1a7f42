"""`selfcheck`: everything that is stored as a sum is computed again from the hands."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.selfcheck import faults_of


class Command(BaseCommand):
    """Prints one line per fault and ends with status 1 if there is any; it changes nothing."""

    help = "Proves that every stored score is what the rule set pays, and every total the sum of its hands."

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through every sheet."""
        found = [f"{sheet.id}: {fault}" for sheet in Session.objects.iterator() for fault in faults_of(sheet)]
        self.stdout.write("\n".join([*found, f"{Session.objects.count()} sheets checked, {len(found)} faults"]))
        if found:
            sys.exit(1)
