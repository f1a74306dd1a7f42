"""`python manage.py demo KIND`: an evening, a tournament or a season that nobody played, to look around in."""

import gzip
import re
from argparse import ArgumentParser
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone, translation
from django.utils.translation import gettext_noop

from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.managers import manager_link
from cegoscore.reached import printed
from cegoscore.scoresheet.evening.evenings import demo_document
from cegoscore.scoresheet.ledger.services.sheets import import_document
from tournaments.clubhouse.backup import parse_json, restore
from tournaments.clubhouse.reach import manager_address
from tournaments.models import Prize, PrizeKind
from tournaments.setup.prize_parts import read_parts

FILES = Path(__file__).parents[2]
"""Backups of a club with a tournament or a season; their people are made up, their texts are in English."""
DAY = re.compile(r"\b20\d\d-\d\d-\d\d")
TABLE = re.compile(r'"Table (\d+), round (\d+)"')
TEXTS = (
    gettext_noop("€150 and a ham"),
    gettext_noop("€100 and a ham"),
    gettext_noop("€75"),
    gettext_noop("€50"),
    gettext_noop("€40"),
    gettext_noop("€30"),
    gettext_noop("Platter of cold cuts"),
    gettext_noop("Side of bacon"),
    gettext_noop("Bunch of flowers"),
    gettext_noop("Cinema tickets"),
    gettext_noop("Championship season"),
)


class Command(BaseCommand):
    """Makes a club of its own, and says where to look and how to manage it."""

    help = "Makes an evening, a tournament of 144 (today) or a season (until yesterday) with made-up people."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define what to make, and in which language."""
        parser.add_argument("kind", choices=("evening", "tournament", "season"), help="what to make")
        parser.add_argument("--language", choices=dict(settings.LANGUAGES), default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, and print its address and the link for whoever wants to manage it."""
        kind = options["kind"]
        with translation.override(options["language"]):
            is_evening = kind == "evening"
            event = import_document(demo_document(), device=Device.objects.create()) if is_evening else _restored(kind)
        self.stdout.write(f"{event}: {printed(event.get_absolute_url())}")
        self.stdout.write(f"To manage it: {manager_address(manager_link(event.club, by=None))}")


def _restored(kind: str) -> Any:
    """The tournament or season of the document, with all days moved so that the last is today or yesterday."""
    text = gzip.decompress((FILES / f"demo_{kind}.json.gz").read_bytes()).decode()
    last = timezone.localdate() - timedelta(days=kind == "season")
    later = last - max(map(date.fromisoformat, DAY.findall(text)))
    text = DAY.sub(lambda day: f"{date.fromisoformat(day[0]) + later}", text)
    for word in TEXTS:
        text = text.replace(word, translation.gettext(word))
    title = translation.gettext("Table %(table)s, round %(round)s")
    text = TABLE.sub(lambda place: f'"{title}"' % {"table": place[1], "round": place[2]}, text)
    backup, problems = parse_json(text)
    assert backup is not None, problems
    club = restore(backup, as_copy=True)
    for prize in Prize.objects.filter(tournament__club=club).select_related("tournament"):
        parts = read_parts(prize.what, PrizeKind(prize.kind), prize.tournament.currency)
        Prize.objects.filter(pk=prize.pk).update(**parts._asdict())
    return club.seasons.first() or club.tournaments.get()
