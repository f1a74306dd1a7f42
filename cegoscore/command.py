"""The command `cegoscore`: `serve` starts the server, `update` brings a package to another version.

Everything else is a command of `manage.py`, also with dashes.
"""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError

from cegoscore import serve
from cegoscore.retries import complaint_of
from cegoscore.server import package

CALLED_OTHERWISE = {
    "backup": "backup_server",
    "restore": "restore_server",
    "backup_club": "backup",
    "restore_club": "restore",
}
"""Commands whose short name means the whole server here, and one club in `manage.py`."""


def main() -> None:
    """Run what the command line names."""
    name, *rest = sys.argv[1:] or ["help"]
    if name == "serve":
        serve.main()
    if name == "update":
        package.main(rest)
        return
    name = name.replace("-", "_")
    execute(["cegoscore", CALLED_OTHERWISE.get(name, name), *rest])


def execute(arguments: list[str]) -> None:
    """Run a command of Django's or ours; a database that is away is one line, with --traceback a trace."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cegoscore.settings")
    try:
        execute_from_command_line(arguments)
    except OperationalError as problem:
        if "--traceback" in arguments:
            raise
        sys.exit(complaint_of(problem))


if __name__ == "__main__":
    main()
