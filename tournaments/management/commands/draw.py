"""`draw FILE`: the tables that follow from a published draw, or whether they are the ones it names."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.contest.draw import Draw, replay
from cegoscore.contest.errors import CannotDraw
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
        try:
            published = _read(options["file"])
            drawn = replay(published.basis)
        except (CannotDraw, _Unreadable) as error:
            self.stderr.write(str(error), style_func=str)
            sys.exit(2)
        self.stdout.write(json.dumps(write(drawn)) if options["format"] == "json" else _text(drawn))
        differences = _differences(published, drawn)
        if differences:
            self.stderr.write("\n".join(differences), style_func=str)
            sys.exit(1)
        if options["format"] == "text" and published.tables is not None:
            self.stdout.write("equal")


class _Unreadable(Exception):
    """No published draw; the message has one line for each problem."""


def _read(file: str) -> Published:
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        published, problems = parse_json(text.decode("utf-8-sig"))
    except OSError as error:
        raise _Unreadable(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _Unreadable(f"{file}: is not UTF-8") from None
    if published is None:
        raise _Unreadable("\n".join(problem.text for problem in problems))
    return published


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
    """The tables, a line each with the first dealer in brackets, and the repeated meetings."""
    lines = [
        f"Table {table}: " + " ".join(f"({number})" if number == dealer else str(number) for number in numbers)
        for table, (numbers, dealer) in enumerate(zip(drawn.tables, drawn.first_dealers, strict=True), start=1)
    ]
    lines += [f"Meet again: {meeting.one} and {meeting.other}" for meeting in drawn.meetings]
    return "\n".join(lines)
