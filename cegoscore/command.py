"""The command `cegoscore`: `serve` starts the server, everything else is a command of `manage.py`, also with dashes."""

import os
import sys

from django.core.management import execute_from_command_line

from cegoscore import serve

WHOLE_SERVER = {"backup": "backup_server", "restore": "restore_server"}
"""Commands whose short name means the whole server here, and one club in `manage.py`."""


def main() -> None:
    """Run what the command line names."""
    name, *rest = sys.argv[1:] or ["help"]
    if name == "serve":
        serve.main()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cegoscore.settings")
    execute_from_command_line(["cegoscore", WHOLE_SERVER.get(name, name.replace("-", "_")), *rest])


if __name__ == "__main__":
    main()
