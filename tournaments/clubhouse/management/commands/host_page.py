"""`host_page`: the host's way to the page about the server."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.clubhouse.host import host_address


class Command(BaseCommand):
    """Prints the address."""

    help = "Prints a link to the page about this server: health, disk, backups, versions, clubs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link."""
        self.stdout.write(f"Open within a day; that browser may look for 90 days: {host_address()}")
