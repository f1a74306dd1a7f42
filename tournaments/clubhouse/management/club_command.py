"""Base of commands about one club: finding it, and ending with a reason."""

from __future__ import annotations

import sys
import uuid
from argparse import ArgumentParser
from typing import NoReturn

from django.core.management.base import BaseCommand
from django.db.models import QuerySet

from cegoscore.clubs.models import Club


class ClubCommand(BaseCommand):
    """A command about a club; exit status 2 if it is not clear which one is meant."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the club."""
        parser.add_argument("club", help="its name, or its key")

    def find_club(self, asked: str, *, among: QuerySet[Club] | None = None) -> Club:
        """The club of this name or key, among those that are there if nothing else is said."""
        clubs = Club.objects.all() if among is None else among
        try:
            matching = [club.whole for club in clubs.select_related("joined_to").filter(pk=uuid.UUID(asked))]
        except ValueError:
            named = clubs.filter(joined_to=None).exclude(name="")
            matching = [club for club in named if club.name.casefold() == asked.casefold()]
        if len(matching) != 1:
            self.end(
                "\n".join(["Several clubs have this name; say which key:", *(str(club.pk) for club in matching)])
                if matching
                else f"There is no club {asked}. The command clubs lists all, with their keys."
            )
        return matching[0]

    def end(self, why: str) -> NoReturn:
        """Say why nothing was done."""
        self.stderr.write(why, style_func=str)
        sys.exit(2)
