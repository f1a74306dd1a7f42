"""`sentences [RULES]`: every sentence on the pages of published rule sets."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from cegoscore.clubs.house_rules.card_page import CardPage, card_page
from cegoscore.clubs.house_rules.derivations import Statement, cited
from cegoscore.scoring.rules.rule_files import published, published_identifiers


class Command(BaseCommand):
    """Prints an object of JSON a line."""

    help = "Every sentence on the pages of published rule sets: key, how sure it is, where it is from, and its texts."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One rule set, or all of them."""
        parser.add_argument("rules", nargs="?", choices=published_identifiers(), help="all of them without one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print."""
        for identifier in [options["rules"]] if options["rules"] else published_identifiers():
            lines: dict[str, dict[str, Any]] = {}
            for language in dict(settings.LANGUAGES):
                with translation.override(language):
                    for key, text, said in sentences_of(card_page(published(identifier))):
                        line = {"rules": identifier, "key": key, "status": said.status, "at": said.at}
                        lines.setdefault(key, line)[language] = text
            self.stdout.write("\n".join(json.dumps(line, ensure_ascii=False) for line in lines.values()))


def sentences_of(page: CardPage) -> Iterator[tuple[str, str, Statement]]:
    """Key and text of every sentence on the tariff, the bidding, the play and the sources, with where it stands."""
    for fact, source in (*page.facts, *page.customs):
        yield f"tariff.{fact.key}", f"{fact.label}: {fact.text}", source
    for game, sentences, _source in page.everyone:
        for said in sentences:
            yield f"tariff.{said.key}", f"{game.name}: {said.text}", said
    for section in page.sections:
        for said in section.statements:
            yield said.key, f"{said.label}: {said.text}" if said.label else said.text, said
    for said in (*page.said, *page.tips):
        yield said.key, said.text, said
    for said, _citation in cited(page.rules):
        yield f"cited.{said.key}", said.text, said
