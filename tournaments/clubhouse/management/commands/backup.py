"""`backup CLUB`: everything of a club as one document."""

from argparse import ArgumentParser
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, cast

from cegoscore.files import written_whole
from tournaments.clubhouse.backup import CannotBackUp, write_backup
from tournaments.clubhouse.management.commands.clubs import ClubCommand


class Command(ClubCommand):
    """Writes the document; exit status 2 if it is not clear which club is meant, or a file cannot be written."""

    help = "Writes everything of a club as one document, which restore-club puts back, on this server or another one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the club and the file to write."""
        super().add_arguments(parser)
        parser.add_argument("--out", default="-", help="the file to write; standard output if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the club and write it."""
        club = self.find_club(options["club"])
        try:
            if options["out"] == "-":
                write_backup(club, cast("TextIO", self.stdout._out))  # noqa: SLF001 - Django's wrapper ends every write with a line end
            else:
                with written_whole(Path(options["out"])) as file, TextIOWrapper(file, encoding="utf-8") as out:
                    write_backup(club, out)
        except (CannotBackUp, OSError) as error:
            self.end(str(error))
