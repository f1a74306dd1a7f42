"""`adopt_key`: go on with a new secret key where the old one is lost."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.clubs.rights.server_key import adopt_key


class Command(BaseCommand):
    """Notes the new key and says how managers come back."""

    help = "Lets this database belong to the server's present secret key."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define what becomes of links that were printed."""
        parser.add_argument("--end-links", action="store_true", help="printed links and QR codes open nothing more")

    def handle(self, *args: Any, **options: Any) -> None:
        """Adopt it."""
        ended = adopt_key(end_links=options["end_links"])
        kept = f"{ended} links were ended." if options["end_links"] else "Printed links go on; pages show new ones."
        self.stdout.write(
            f"The key is adopted. {kept} Devices that came before are strangers now: managers come back by a "
            "fingerprint, by their rescue code, or by a link of `manage.py manager CLUB`."
        )
