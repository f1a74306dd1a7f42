"""`backup CLUB`: everything of a club as one document."""

from __future__ import annotations

import sys
import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn, TextIO, cast

from django.core.management.base import BaseCommand

from cegoscore.clubs.models import Club
from tournaments.clubhouse.backup import CannotBackUp, write_backup


class Command(BaseCommand):
    """Writes the document; exit status 2 if it is not clear which club is meant, or a file cannot be written."""

    help = "Writes everything of a club as one document, for `restore` on this server or another one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the club and the file to write."""
        parser.add_argument("club", help="its name, or its key")
        parser.add_argument("--out", default="-", help="the file to write; standard output if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the club and write it."""
        club = self._club(options["club"])
        try:
            if options["out"] == "-":
                write_backup(club, cast("TextIO", self.stdout._out))  # noqa: SLF001 - Django's wrapper ends every write with a line end
            else:
                _write_file(club, Path(options["out"]))
        except (CannotBackUp, OSError) as error:
            self._end(str(error))

    def _club(self, asked: str) -> Club:
        try:
            found = list(Club.objects.filter(pk=uuid.UUID(asked)))
        except ValueError:
            found = [club for club in Club.objects.exclude(name="") if club.name.casefold() == asked.casefold()]
        if len(found) != 1:
            self._end(
                "\n".join(["Several clubs have this name; say which key:", *(str(club.pk) for club in found)])
                if found
                else f"There is no club {asked}."
            )
        return found[0]

    def _end(self, why: str) -> NoReturn:
        self.stderr.write(why, style_func=str)
        sys.exit(2)


def _write_file(club: Club, file: Path) -> None:
    """A file of this name is a whole backup: it is written beside and then moved."""
    draft = file.with_name(f"{file.name}.part")
    try:
        with draft.open("w", encoding="utf-8") as out:
            write_backup(club, out)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
