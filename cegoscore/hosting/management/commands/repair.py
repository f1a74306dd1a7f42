"""`repair`: what mends itself at night, mended now; and a new secret key in the place of a lost one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.clubs.rights.server_key import adopt_key, problem_with_key
from cegoscore.hosting.jobs import JOBS, run, tell


class Command(BaseCommand):
    """Prints a line for everything it has done; exit status 1 if something failed."""

    help = (
        "Writes down what evenings and tournaments brought where that is missing, and removes for good what was "
        "deleted more than 30 days ago, as the server does every night. --lost-key lets this database belong to the "
        "server's present secret key."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define what to do about the secret key."""
        parser.add_argument("--lost-key", action="store_true", help="the key that made cookies and links is lost")
        parser.add_argument("--end-links", action="store_true", help="with it: what was printed opens nothing more")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it."""
        if options["lost_key"]:
            self.stdout.write(_adopt(end_links=options["end_links"]))
        tell(self, [run(name) for name in JOBS.names if name != "backup"])


STRANGERS = (
    "The key is adopted. Devices that came before are strangers now: managers come back by a fingerprint, by their "
    "rescue code, or by a link of `cegoscore manager CLUB`."
)
KNOWN = "This database knows the key of this server: no device is a stranger."


def _adopt(*, end_links: bool) -> str:
    """Adopt the key of this server, and say what became of devices and links."""
    devices = STRANGERS if problem_with_key() else KNOWN
    ended = adopt_key(end_links=end_links)
    return f"{devices} " + (f"{ended} links were ended." if end_links else "Printed links go on; pages show new ones.")
