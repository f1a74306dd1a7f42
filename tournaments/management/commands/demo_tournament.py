"""Make a tournament to look around in."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import link_for, secret_of
from cegoscore.reached import printed
from tournaments.demo.evening import demo_tournament

FEWEST, MOST = 6, 390


class Command(BaseCommand):
    """`manage.py demo_tournament --players 144`."""

    help = "Makes a believable championship evening, and prints the link that manages it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the number of players, the state to stop at, and the seed."""
        parser.add_argument("--players", type=int, default=144)
        parser.add_argument("--rounds", type=int, choices=(0, 1, 2), default=2, help="how many rounds are played")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and say where it is."""
        players = options["players"]
        if not FEWEST <= players <= MOST:
            raise CommandError(f"--players must be between {FEWEST} and {MOST}")
        tournament = demo_tournament(
            Device.objects.create(),
            players=players,
            seed=options["seed"],
            day=timezone.localdate(),
            rounds_played=options["rounds"],
        )
        link = link_for(tournament.club, right=Right.MANAGE, target=tournament.pk)
        self.stdout.write(
            f"Made {tournament.name} with {players} players. Its page: {printed(tournament.get_absolute_url())}"
        )
        self.stdout.write(f"To run it, open: {printed(reverse('open_tournament_link', args=[secret_of(link)]))}")
