"""`schema club|tournament`: the JSON Schema of a file."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.clubhouse.backup.schema import schema_of
from tournaments.clubhouse.backup.scopes import CLUB, TOURNAMENT

SCOPES = {"club": CLUB, "tournament": TOURNAMENT}


class Command(BaseCommand):
    """Prints the schema, as it lies in `docs/schemas/`."""

    help = "Prints the JSON Schema of a club's backup or of a tournament's file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the kind of file."""
        parser.add_argument("kind", choices=list(SCOPES))

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        self.stdout.write(json.dumps(schema_of(SCOPES[options["kind"]]), indent=1))
