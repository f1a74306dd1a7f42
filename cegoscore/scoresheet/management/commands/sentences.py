"""`sentences [RULES]`: every sentence on the pages of published rule sets."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.answers.views import sentences
from cegoscore.scoring.rules.rule_files import published_identifiers

WHICH = "the identifier of a published rule set (tariff --list); all of them without one"


class Command(BaseCommand):
    """Prints an object of JSON a line."""

    help = "Every sentence on the pages of published rule sets: key, how sure it is, where it is from, and its texts."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One rule set, or all of them."""
        parser.add_argument("rules", nargs="?", choices=published_identifiers(), metavar="rules", help=WHICH)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print."""
        for identifier in [options["rules"]] if options["rules"] else published_identifiers():
            lines = [{"rules": identifier} | line for line in sentences(identifier)]
            self.stdout.write("\n".join(json.dumps(line, ensure_ascii=False) for line in lines))
