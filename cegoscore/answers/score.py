"""`score FILE`: what every hand of a session document pays, and the totals."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from cegoscore.answers.reading import read_session
from cegoscore.scoring.documents.document import Document, warnings
from cegoscore.scoring.documents.ledger import Ledger, ledger
from cegoscore.scoring.payments import schnaps

HELP = "What every hand of a session document pays, and the totals."


def add_arguments(parser: ArgumentParser) -> None:
    """The document and the format of the answer."""
    parser.add_argument("file", help="a session document, or - for standard input")
    parser.add_argument("--format", choices=["json", "text"], default="json")


def answer(options: Mapping[str, Any]) -> str:
    """Read and sum up. Raises `NoAnswer`."""
    document = read_session(options["file"])
    notes = [problem.text for problem in warnings(document)]
    write = _text if options["format"] == "text" else _json
    return write(document, ledger(document), notes)


def _json(document: Document, sums: Ledger, notes: list[str]) -> str:
    hands = [
        {
            "number": line.entry.number,
            "dealer": line.entry.hand.dealer,
            "payments": list(line.amounts),
            "schnaps": list(schnaps(line.entry.hand, document.rules)),
        }
        for line in sums.lines
    ]
    whole = {
        "players": list(document.players),
        "hands": hands,
        "totals": list(sums.totals),
        "schnaps": list(sums.schnaps),
        "warnings": notes,
    }
    return json.dumps(whole, ensure_ascii=False)


def _text(document: Document, sums: Ledger, notes: list[str]) -> str:
    """Columns under the names, as on paper."""
    widths = [max(len(name), 6) for name in document.players]
    columns = [("", list(document.players))]
    columns += [
        (str(line.entry.number), ["" if paid is None else f"{paid:+d}" for paid in line.amounts]) for line in sums.lines
    ]
    columns.append(("=", [f"{total:+d}" for total in sums.totals]))
    lines = [
        f"{head:>4} " + " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for head, cells in columns
    ]
    owed = [f"{name}: {rounds}" for name, rounds in zip(document.players, sums.schnaps, strict=True) if rounds]
    return "\n".join([*lines, *(["Schnaps: " + ", ".join(owed)] if owed else []), *notes])
