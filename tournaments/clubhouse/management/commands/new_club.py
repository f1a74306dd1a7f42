"""`new_club NAME`: the host's invitation to open a club."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from cegoscore.clubs.models import Club
from cegoscore.clubs.rights.managers import manager_link
from tournaments.clubhouse.home import ClubForm
from tournaments.clubhouse.reach import manager_address


class Command(BaseCommand):
    """Prints the address with which the first device manages the club."""

    help = "Opens a club and prints a link with which one device manages it; it opens once, within a day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the name."""
        parser.add_argument("name", help="what the club is called")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the club and its first link."""
        try:
            name = ClubForm.base_fields["name"].clean(options["name"])
        except ValidationError as problem:
            raise CommandError(f"A name has 1 to {Club._meta.get_field('name').max_length} characters.") from problem
        club = Club.objects.create(name=name)
        self.stdout.write(f"The first device that opens this address within a day manages {club.name}:")
        self.stdout.write(manager_address(manager_link(club, by=None)))
