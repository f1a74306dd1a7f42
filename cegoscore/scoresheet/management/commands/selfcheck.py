"""`selfcheck`: everything that is stored as a sum is computed again from the hands."""

import json
import sys
import uuid
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cegoscore.clubs.models import Club
from cegoscore.database.engines import snapshot
from cegoscore.hosting.shelf import ends_now
from cegoscore.scoresheet.ledger.selfcheck import CHECKS, Check


class Command(BaseCommand):
    """Prints one line per fault and ends with status 1 if there is any; it changes nothing, and nobody waits for it."""

    help = "Proves that every stored score is what the rule set pays, and every stored sum the sum of its parts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Everything, or one club."""
        parser.add_argument("--club", type=uuid.UUID, help="the key of one club, which clubs lists; all if left out")
        parser.add_argument("--ends", action="store_true", help="also say, as JSON, what the database ends with")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through everything that every app can prove."""
        key = options.get("club")
        club = None if key is None else Club.objects.filter(pk=key).first()
        if key is not None and club is None:
            raise CommandError(f"There is no club {key}.")
        with snapshot():
            faults = sum(self._make(check, club) for check in CHECKS)
            if options.get("ends"):
                self.stdout.write(json.dumps(ends_now()))
        if faults:
            sys.exit(1)

    def _make(self, check: Check, club: Club | None) -> int:
        """Print what a check finds; how many faults those are."""
        things = faults = 0
        for name, wrong in check.things(club):
            things += 1
            for fault in wrong:
                faults += 1
                self.stdout.write(f"{name}: {fault}")
        self.stdout.write(f"{things} {check.what} checked, {faults} faults")
        return faults
