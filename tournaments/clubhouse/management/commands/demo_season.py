"""`python manage.py demo_season`: a championship season that nobody played, to look around in."""

from __future__ import annotations

import gzip
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from cegoscore.clubs.rights.managers import manager_link
from cegoscore.reached import printed
from tournaments.clubhouse.addresses import manager_address
from tournaments.clubhouse.backup import parse_json, restore

FILE = Path(__file__).parents[2] / "demo_season.json.gz"
"""Backup of a club with the season; its people are made up."""
DAY = re.compile(r"\b20\d\d-\d\d-\d\d")


class Command(BaseCommand):
    """Restores the season and says where it is."""

    help = "Makes a championship season with made-up people and results; its last tournament was yesterday."

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it as a club of its own, and print its address and the link for whoever wants to manage it."""
        text = gzip.decompress(FILE.read_bytes()).decode()
        later = timezone.localdate() - timedelta(days=1) - max(map(date.fromisoformat, DAY.findall(text)))
        moved = DAY.sub(lambda day: f"{date.fromisoformat(day[0]) + later}", text)
        backup, problems = parse_json(moved)
        assert backup is not None, problems
        club = restore(backup, as_copy=True)
        self.stdout.write(f"{club.seasons.get().name}: {printed(club.seasons.get().get_absolute_url())}")
        self.stdout.write(f"To manage it: {manager_address(manager_link(club, by=None))}")
