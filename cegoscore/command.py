"""The command `cegoscore`: `serve` starts the server, everything else is a command of `manage.py`, also with dashes."""

import os
import re
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Collection
from difflib import get_close_matches

from django.core.management import ManagementUtility, get_commands
from django.core.management.base import BaseCommand
from django.db import DatabaseError

import cegoscore
from cegoscore import serve
from cegoscore.database.retries import complaint_of
from cegoscore.server import system
from cegoscore.variables import WrongSetting

CALLED_OTHERWISE = {
    "backup": "backup_server",
    "restore": "restore_server",
    "backup_club": "backup",
    "restore_club": "restore",
}
"""Commands whose short name means the whole server here, and one club in `manage.py`."""


USAGE = """\
Play
  cegoscore                    start the server; the same as cegoscore serve
  cegoscore serve              with --port, --host; other settings are variables of the environment
  cegoscore demo KIND          an evening, a tournament or a season to look around in

Club
  cegoscore new-club NAME      open a club, and print the link for its first manager
  cegoscore manager CLUB       print a link with which one more device manages a club
  cegoscore clubs              list all clubs; lock, delete or bring back one
  cegoscore backup-club CLUB   write everything of a club into one file
  cegoscore restore-club FILE  put such a file back

Server
  cegoscore doctor             say what is wrong with this server, and what to type
  cegoscore host-page          print a link to the page about this server
  cegoscore backup             back the whole server up
  cegoscore restore FOLDER     put such a backup back
  cegoscore export-server FILE, import-server FILE
                               take the whole server to another database or machine
  cegoscore selfcheck          prove every score and every sum
  cegoscore repair, due        do now what the server does by itself in the night
  cegoscore prepare            bring the database up to date, as every start does

Rules and files
  cegoscore score FILE         what every hand of an evening pays
  cegoscore explain FILE       why it pays so
  cegoscore tariff RULES       every result that a rule set can pay
  cegoscore sentences          every sentence on its pages, with its source
  cegoscore auction RULES WORDS
                               whose turn it is in the bidding, and what may be said
  cegoscore draw FILE, replay FILE
                               prove a draw, or the decisions of a whole tournament
  cegoscore schema KIND        the JSON Schema of a file

--data DIR with any of them names the folder where everything is kept, --help says more about one,
cegoscore --version which version this is. Django's own commands: cegoscore help --commands
"""


FOR_DEVELOPERS = {
    *("--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color")
}
"""Options of Django that every command takes, and its help is better without."""


def alike_commands(typed: str, known: Collection[str]) -> str:
    """The command of `USAGE` that is most like what was typed; empty for one that is known, or like none."""
    ours = re.findall(r"^  cegoscore ([a-z-]+)", USAGE, re.MULTILINE)
    if typed in ours or typed.replace("-", "_") in known:
        return ""
    return next(iter(get_close_matches(typed, ours, 1)), "")


class Commands(ManagementUtility):
    """Django's commands and ours, by their names at the terminal."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """Find a command; its help says the name that was typed."""
        name = subcommand.replace("-", "_")
        if self.prog_name == "cegoscore" and (alike := alike_commands(subcommand, get_commands())):
            sys.exit(f"{subcommand} is no command. Did you mean {alike}? `cegoscore help` lists them all.")
        whole_server = CALLED_OTHERWISE if self.prog_name == "cegoscore" else {}
        command = super().fetch_command(whole_server.get(name, name))
        command.suppressed_base_arguments = FOR_DEVELOPERS
        return command


def main() -> None:
    """Run what the command line names; without a command, start the server."""
    options = ArgumentParser(add_help=False, allow_abbrev=False)
    options.add_argument("--data")
    known, words = options.parse_known_args()
    if known.data:
        os.environ["DATA_DIR"] = known.data
    name, *rest = words or ["serve"]
    if name in ("--version", "version"):
        print(cegoscore.__version__)  # noqa: T201 - for who has asked
    elif name in ("--help", "-h", "help") and not rest:
        print(USAGE, end="")  # noqa: T201 - for who has asked
    elif name == "serve" or name.startswith("-"):
        serve.take(rest if name == "serve" else words)
        serve.main()
    else:
        execute(["cegoscore", *words])


def execute(arguments: list[str]) -> None:
    """Run a command of Django's or ours; a database or a file that is away is one line, with --traceback a trace."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cegoscore.settings")
    system.make_streams_ready()
    try:
        Commands(arguments).execute()
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except WrongSetting as problem:
        sys.exit(str(problem))
    except BrokenPipeError:  # whoever reads, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (DatabaseError, OSError) as problem:
        if "--traceback" in arguments:
            raise
        sys.exit(complaint_of(problem) if isinstance(problem, DatabaseError) else str(problem))


if __name__ == "__main__":
    main()
