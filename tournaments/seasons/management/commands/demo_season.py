"""`python manage.py demo_season`: a championship season that nobody played, to look around in and to measure with."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import link_for, secret_of
from cegoscore.reached import printed
from tournaments.seasons.demo import demo_season


class Command(BaseCommand):
    """Makes the seasons and says where they are."""

    help = "Make seasons of a championship with made-up people and results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the size of the season as options."""
        parser.add_argument("--seasons", type=int, default=1)
        parser.add_argument("--tournaments", type=int, default=13, help="of each season")
        parser.add_argument(
            "--players", type=int, default=150, help="at each tournament; rounded down to tables of four"
        )
        parser.add_argument("--hands", type=int, default=0, help="for each player and tournament; 0 for totals only")
        parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same seasons")
        parser.add_argument(
            "--first", type=date.fromisoformat, default=date(2025, 11, 15), help="day of the last season"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them, and print the address of each and a link for whoever wants to manage them."""
        start = time.perf_counter()
        names = ("seasons", "tournaments", "players", "hands", "seed", "first")
        seasons = demo_season(Device.objects.create(), **{name: options[name] for name in names})
        for season in seasons:
            self.stdout.write(f"{season.name}: {printed(season.get_absolute_url())}")
        link = link_for(seasons[-1].club, right=Right.MANAGE, target=seasons[-1].club_id)
        address = printed(reverse("open_season_link", args=[secret_of(link)]))
        self.stdout.write(f"To manage them: {address}")
        self.stdout.write(f"{time.perf_counter() - start:.1f} s")
