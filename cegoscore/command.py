"""The command `cegoscore`: `serve` starts the server, everything else is a command of `manage.py`, also with dashes."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError
from environs import EnvError

import cegoscore
from cegoscore import serve
from cegoscore.database.retries import complaint_of
from cegoscore.server import system

CALLED_OTHERWISE = {
    "backup": "backup_server",
    "restore": "restore_server",
    "backup_club": "backup",
    "restore_club": "restore",
}
"""Commands whose short name means the whole server here, and one club in `manage.py`."""


USAGE = """\
cegoscore serve            start the server: --port, --host; settings are variables of the environment
cegoscore doctor           say what is wrong with this server, and what to type
cegoscore backup           back the whole server up (one club: backup-club CLUB)
cegoscore restore FOLDER   put a backup of the whole server back (one club: restore-club FILE)
cegoscore --version        say which version this is

Each of them says more with --help behind it. All other commands:
"""


def main() -> None:
    """Run what the command line names."""
    name, *rest = sys.argv[1:] or ["help"]
    if name in ("--version", "version"):
        print(cegoscore.__version__)  # noqa: T201 - for who has asked
    elif name in ("--help", "-h", "help") and not rest:
        print(USAGE, flush=True)  # noqa: T201 - for who has asked
        execute(["cegoscore", "help", "--commands"])
    elif name == "serve":
        serve.take(rest)
        serve.main()
    else:
        name = name.replace("-", "_")
        execute(["cegoscore", CALLED_OTHERWISE.get(name, name), *rest])


def execute(arguments: list[str]) -> None:
    """Run a command of Django's or ours; a database that is away is one line, with --traceback a trace."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cegoscore.settings")
    system.print_what_letters_can()
    try:
        execute_from_command_line(arguments)
    except EnvError as problem:
        sys.exit(str(problem))
    except OperationalError as problem:
        if "--traceback" in arguments:
            raise
        sys.exit(complaint_of(problem))


if __name__ == "__main__":
    main()
