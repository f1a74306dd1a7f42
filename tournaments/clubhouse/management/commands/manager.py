"""`manager CLUB`: the host's way to let a device manage a club."""

from typing import Any

from cegoscore.clubs.rights.managers import manager_link
from tournaments.clubhouse.management.commands.clubs import ClubCommand
from tournaments.clubhouse.reach import manager_address


class Command(ClubCommand):
    """Prints the address; the club's log tells its managers that there was such a link."""

    help = "Prints a link with which one device manages a club; it opens once, within a day."

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the club and make the link."""
        club = self.find_club(options["club"])
        address = manager_address(manager_link(club, by=None))
        self.stdout.write(f"The first device that opens this address within a day manages the club: {address}")
