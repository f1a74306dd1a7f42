"""A league table among ten seasons of 13 tournaments with 150 players, against a bare view of the same rows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import chosen_database

pytestmark = pytest.mark.benchmark

MOST = 2.0


def test_league_table_costs_at_most_twice_a_bare_one(tmp_path: Path) -> None:
    # On PostgreSQL the process's own server, beside its test database; on SQLite a file of its own.
    address = os.environ["DATABASE_URL"] if chosen_database() == "postgres" else ""
    environment = os.environ | {
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": address,
        "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
        "ALLOWED_HOSTS": "testserver",
    }
    command = [sys.executable, "-m", "tests.benchmarks.measure_seasons"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    found = {str(key): float(value) for key, value in json.loads(done.stdout).items()}
    ratio, cpu = found["table"] / found["bare"], found["table_cpu"] / found["bare_cpu"]
    times = ", ".join(f"{name} {found[name]:.1f} ms" for name in ("table", "bare", "json"))
    print(f"\n{chosen_database()}: {times}")
    print(f"ratio {ratio:.2f} (CPU {cpu:.2f})")
    assert ratio <= MOST
