"""`tariff RULES`: every result that a published rule set can pay."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from cegoscore.scoring.tariff import Row, tariff


class Command(BaseCommand):
    """Prints JSON, CSV or text. An unknown or faulty rule set: exit status 2, and lines on standard error."""

    help = "Every result that a published rule set can pay."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The rule set, or the list of them, and the format of the answer."""
        parser.add_argument("rules", nargs="?", help="the identifier of a published rule set")
        parser.add_argument("--list", action="store_true", help="print the identifiers")
        parser.add_argument("--format", choices=["json", "csv", "text"], default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look the rule set up and print."""
        if options["list"]:
            self.stdout.write("\n".join(published_identifiers()))
            return
        try:
            rows = tariff(published(options["rules"]))
        except KeyError:
            name = options["rules"] or "(nothing)"
            self._end(f"{name} is not a published rule set; --list prints them all")
        except InvalidInput as faults:
            self._end(str(faults))
        writers: dict[str, Callable[[list[Row]], str]] = {"json": json.dumps, "csv": _csv, "text": _text}
        self.stdout.write(writers[options["format"]](rows))

    def _end(self, why: str) -> NoReturn:
        self.stderr.write(why, style_func=str)
        sys.exit(2)


def _csv(rows: list[Row]) -> str:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def _text(rows: list[Row]) -> str:
    return "\n".join(", ".join(f"{key} {value}" for key, value in row.items()) for row in rows)
