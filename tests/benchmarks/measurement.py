"""Measurements in processes of their own: how one is started, and the figures that it prints.

A test process instruments templates and queries, and that would be measured as well.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests import migrated
from tests.served import ROOT


def environment_of(data: Path, database: str = "") -> dict[str, str]:
    """Environment of a measurement with data of its own: a file of SQLite, or the PostgreSQL at an address."""
    if database:
        migrated.give_tables(database)
    else:
        migrated.give_file(data / "cegoscore.sqlite3")
    return os.environ | {
        "DATA_DIR": str(data),
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
        "ALLOWED_HOSTS": "testserver",
    }


def figures_of(name: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """Figures that one of the programs `measure_...` here prints."""
    return last_figures(["-m", f"tests.benchmarks.{name}"], environment)


def last_figures(arguments: list[str], environment: Mapping[str, str], folder: Path = ROOT) -> dict[str, Any]:
    """Figures in the last line that a program in Python prints; what it complains of, if it fails."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
