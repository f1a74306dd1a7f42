"""`score FILE`: what every hand of a session document pays, and the totals."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.scoresheet.management.reading import read_document
from cegoscore.scoring.documents.document import Document, parse_json, warnings
from cegoscore.scoring.documents.ledger import Ledger, ledger


class Command(BaseCommand):
    """Prints JSON or a sheet as text; a bad document: exit status 2 and one line per problem on standard error."""

    help = "What every hand of a session document pays, and the totals."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The document and the format of the answer."""
        parser.add_argument("file", help="a session document, or - for standard input")
        parser.add_argument("--format", choices=["json", "text"], default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, sum up, print."""
        document, problems = read_document(options["file"], parse_json)
        if document is None:
            for line in problems:
                self.stderr.write(line, style_func=str)
            sys.exit(2)
        sums = ledger(document)
        notes = [problem.text for problem in warnings(document)]
        write = _text if options["format"] == "text" else _json
        self.stdout.write(write(document, sums, notes))


def _json(document: Document, sums: Ledger, notes: list[str]) -> str:
    hands = [
        {
            "number": line.number,
            "dealer": line.dealer,
            "payments": list(line.payments),
            "schnaps": list(line.schnaps),
        }
        for line in sums.lines
    ]
    answer = {
        "players": list(document.players),
        "hands": hands,
        "totals": list(sums.totals),
        "schnaps": list(sums.schnaps),
        "warnings": notes,
    }
    return json.dumps(answer, ensure_ascii=False)


def _text(document: Document, sums: Ledger, notes: list[str]) -> str:
    """Columns under the names, as on paper."""
    widths = [max(len(name), 6) for name in document.players]
    columns = [("", list(document.players))]
    columns += [
        (str(line.number), ["" if paid is None else f"{paid:+d}" for paid in line.payments]) for line in sums.lines
    ]
    columns.append(("=", [f"{total:+d}" for total in sums.totals]))
    lines = [
        f"{head:>4} " + " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for head, cells in columns
    ]
    owed = [f"{name}: {rounds}" for name, rounds in zip(document.players, sums.schnaps, strict=True) if rounds]
    return "\n".join([*lines, *(["Schnaps: " + ", ".join(owed)] if owed else []), *notes])
