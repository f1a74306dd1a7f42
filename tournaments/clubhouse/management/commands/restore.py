"""`restore FILE`: a club from its backup."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, NoReturn

from django.core.management.base import BaseCommand
from django.db import transaction

from cegoscore.answers.reading import read_document
from cegoscore.clubs.models import Club
from cegoscore.clubs.rights.managers import manager_link
from tournaments.clubhouse.backup import CannotRestore, parse_json, restore
from tournaments.clubhouse.people.forgotten import hush
from tournaments.clubhouse.reach import manager_address


class Command(BaseCommand):
    """Prints the address that makes a device the club's manager; exit status 2 and every problem if it cannot be."""

    help = "Restores a club from its backup and prints the link with which a phone manages it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the document and the options."""
        parser.add_argument("file", help="a backup, or - for standard input")
        parser.add_argument("--copy", action="store_true", help="beside the club that is here already")
        parser.add_argument("--faulty", action="store_true", help="even if the self-check finds faults in it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, check, write."""
        backup, problems = read_document(options["file"], parse_json)
        if backup is None:
            self._end(problems)
        try:
            with transaction.atomic():
                club = restore(backup, as_copy=options["copy"], faulty_too=options["faulty"])
                again = hush(club.players.values_list("uuid", flat=True))
        except CannotRestore as refused:
            self._end([problem.text for problem in refused.problems])
        self.stdout.write(_report(club))
        if again:
            self.stdout.write(f"Erased again, as after this backup: {again} names")

    def _end(self, problems: Sequence[str]) -> NoReturn:
        self.stderr.write("\n".join([*problems, "Nothing was restored."]), style_func=str)
        sys.exit(2)


def _report(club: Club) -> str:
    counts = f"{club.players.count()} people, {club.sessions.count()} sheets, {club.tournaments.count()} tournaments"
    address = manager_address(manager_link(club, by=None))
    return f"{club.name or club.pk}: {counts}\nThe first device that opens this address manages the club: {address}"
