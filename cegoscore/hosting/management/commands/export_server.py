"""`export_server FILE`: everything of this server as one file, from SQLite or PostgreSQL."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cegoscore.hosting.moving import export_server


class Command(BaseCommand):
    """Prints how many rows were written."""

    help = "Writes everything of this server, with its key, for import-server on another database or machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the file to write."""
        parser.add_argument("file", type=Path, help="such as server.jsonl.gz; it holds the key, so keep it secret")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        try:
            count = export_server(options["file"])
        except OSError as problem:
            raise CommandError(f"{options['file']} cannot be written: {problem.strerror}") from problem
        self.stdout.write(f"{count} rows written to {options['file']}")
