"""`draw FILE`: the tables that follow from a published draw, or whether they are the ones it names."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from cegoscore.answers.reading import read_document
from cegoscore.contest.draw import Draw, replay
from cegoscore.contest.moves import CannotDraw
from cegoscore.contest.published_draw import Published, parse_json, write


class Command(BaseCommand):
    """Exit status 0: drawn, or equal to the document's tables; 1: they differ; 2: no draw follows from the document."""

    help = "Draw a round again from seed and numbers; say whether it gives the tables that the document names."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The document and the format of the answer."""
        parser.add_argument("file", help="a published draw, or - for standard input")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, draw, print, compare."""
        published, problems = read_document(options["file"], parse_json)
        if published is None:
            self._end(problems, status=2)
        try:
            drawn = replay(published.basis)
        except CannotDraw as error:
            self._end([str(error)], status=2)
        self.stdout.write(json.dumps(write(drawn)) if options["format"] == "json" else _text(drawn))
        if differences := _differences(published, drawn):
            self._end(differences, status=1)
        if options["format"] == "text" and published.tables is not None:
            self.stdout.write("equal")

    def _end(self, lines: list[str], *, status: int) -> NoReturn:
        self.stderr.write("\n".join(lines), style_func=str)
        sys.exit(status)


def _differences(published: Published, drawn: Draw) -> list[str]:
    """Differences between the document's tables and the drawn ones, a line each."""
    lines = []
    if published.tables is not None and published.tables != drawn.tables:
        pairs = zip(published.tables, drawn.tables, strict=False)
        wrong = [str(table) for table, (named, real) in enumerate(pairs, start=1) if named != real]
        lines.append(f"differs: table {', '.join(wrong)}" if wrong else "differs: the number of tables")
    if published.dealers is not None and published.dealers != drawn.first_dealers:
        lines.append("differs: who deals first")
    return lines


def _text(drawn: Draw) -> str:
    """The tables, a line each with the first dealer in brackets, repeated meetings, and team-mates."""
    lines = [
        f"Table {table}: " + " ".join(f"({number})" if number == dealer else str(number) for number in numbers)
        for table, (numbers, dealer) in enumerate(zip(drawn.tables, drawn.first_dealers, strict=True), start=1)
    ]
    lines += [f"Meet again: {meeting.one} and {meeting.other}" for meeting in drawn.meetings]
    lines += [f"Of one team: {meeting.one} and {meeting.other}" for meeting in drawn.mates]
    return "\n".join(lines)
