"""Measurements in processes of their own: how one is started, and the figures that it prints.

A test process instruments templates and queries, and that would be measured as well.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from tests import migrated
from tests.benchmarks.budgets import GROUPS
from tests.served import ROOT

MEASURED = ROOT / "docs" / "measured.json"
"""Figures that each budget's benchmark has found last, by name and database."""


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


def ratios_of(runs: Runs, of: str, to: str) -> list[float]:
    """A ratio in each of the runs."""
    return [run[of] / run[to] for run in runs]


def cost_of(runs: Runs, of: str, scale: float = 0.001) -> float:
    """The median over the runs, as milliseconds if it was measured in microseconds."""
    return median(run[of] for run in runs) * scale


def database_of(environment: Mapping[str, str]) -> str:
    """The database that a measurement was made on."""
    return "postgres" if environment["DATABASE_URL"].startswith("postgres") else "sqlite"


def hold(name: str, values: Sequence[float], database: str = "sqlite", *, cost: float | None = None) -> None:
    """Keep what was measured for `docs/scale.md`, and fail if the median is over its budget in `GROUPS`.

    The name is that of a group and of a budget in it; `cost` is the same in other words, as the budget says.
    """
    group, _dot, key = name.partition(".")
    budget = GROUPS[group].budgets[key].most_on(database)
    found = {"median": median(values), "lowest": min(values), "highest": max(values)} | (
        {} if cost is None else {"cost": cost}
    )
    print(f"\n{name} on {database}: {', '.join(f'{word} {value:.3g}' for word, value in found.items())}; {budget:g}")
    keep(MEASURED, name, database, found)
    assert found["median"] <= budget, (name, found)


def keep(file: Path, name: str, database: str, found: Mapping[str, float]) -> None:
    """Write figures into the file of all that was measured, with the day."""
    kept: dict[str, dict[str, dict[str, Any]]] = json.loads(file.read_text())
    rounded = {word: float(f"{value:.3g}") for word, value in found.items()}
    kept.setdefault(name, {})[database] = rounded | {"day": datetime.now(UTC).date().isoformat()}
    file.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def last_figures(arguments: list[str], environment: Mapping[str, str], folder: Path = ROOT) -> dict[str, Any]:
    """Figures in the last line that a program in Python prints; what it complains of, if it fails."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
