"""`import_server FILE`: a new server filled with everything of another one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.hosting.moving import import_server
from cegoscore.server.start_lock import alone, start_lock


class Command(BaseCommand):
    """Prints how many rows were read and checked; nothing is changed if it fails."""

    help = "Fills a new, empty server with what export-server wrote, and checks every score and sum."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the file to read."""
        parser.add_argument("file", type=Path, help="what export-server wrote")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read it while no server of this data folder runs."""
        with alone(), start_lock():
            count = import_server(options["file"])
        self.stdout.write(f"{count} rows read from {options['file']} and checked")
