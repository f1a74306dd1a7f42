"""Measurements in processes of their own: how one is started, and the figures that it prints.

A test process instruments templates and queries, and that would be measured as well.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
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


Runs = Sequence[Mapping[str, float]]
"""Figures of a measurement that was run several times."""


def runs_of(name: str, environment: Mapping[str, str]) -> Runs:
    """The figures of three processes: one may have had a bad moment, or a lucky one."""
    return [figures_of(name, environment) for _ in range(3)]


def ratio_of(runs: Runs, of: str, to: str) -> float:
    """The median of a ratio over the runs; printed with the lowest and the highest."""
    ratios = [run[of] / run[to] for run in runs]
    print(f"\n{of} to {to}: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    return median(ratios)


def last_figures(arguments: list[str], environment: Mapping[str, str], folder: Path = ROOT) -> dict[str, Any]:
    """Figures in the last line that a program in Python prints; what it complains of, if it fails."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
