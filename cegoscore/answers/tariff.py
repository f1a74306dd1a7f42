"""`tariff RULES`: every result that a published rule set can pay."""

import csv
import io
import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from cegoscore.answers.reading import NoAnswer
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from cegoscore.scoring.tariff import Row, tariff

HELP = "Every result that a published rule set can pay."


def add_arguments(parser: ArgumentParser) -> None:
    """The rule set, or the list of them, and the format of the answer."""
    parser.add_argument("rules", nargs="?", help="the identifier of a published rule set")
    parser.add_argument("--list", action="store_true", help="print the identifiers")
    parser.add_argument("--format", choices=["json", "csv", "text"], default="json")


def answer(options: Mapping[str, Any]) -> str:
    """Look the rule set up. Raises `NoAnswer` for an unknown or faulty one."""
    if options["list"]:
        return "\n".join(published_identifiers())
    try:
        rows = tariff(published(options["rules"]))
    except KeyError:
        name = options["rules"] or "(nothing)"
        raise NoAnswer(f"{name} is not a published rule set; --list prints them all") from None
    except InvalidInput as faults:
        raise NoAnswer(str(faults)) from None
    writers: dict[str, Callable[[list[Row]], str]] = {"json": json.dumps, "csv": _csv, "text": _text}
    return writers[options["format"]](rows)


def _csv(rows: list[Row]) -> str:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def _text(rows: list[Row]) -> str:
    return "\n".join(", ".join(f"{key} {value}" for key, value in row.items()) for row in rows)
