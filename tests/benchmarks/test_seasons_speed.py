"""A league table and a player's page among ten seasons of 13 tournaments with 150 players, against bare views."""

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


def test_league_table_and_players_page_cost_at_most_twice_a_bare_one(tmp_path: Path) -> None:
    """Every hand of the decade is there, which takes a minute or two to make."""
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
    print(f"\n{chosen_database()}, {found['scores']:.0f} scores")
    ratios = {}
    for name in ("table", "player"):
        ratios[name], cpu = found[name] / found[f"bare_{name}"], found[f"{name}_cpu"] / found[f"bare_{name}_cpu"]
        times = f"{found[name]:.1f} ms, bare {found[f'bare_{name}']:.1f} ms"
        print(f"{name}: {times}, ratio {ratios[name]:.2f} (CPU {cpu:.2f})")
    print(f"json {found['json']:.1f} ms, player's season {found['player_season']:.1f} ms")
    assert found["scores"] >= 900_000
    assert max(ratios.values()) <= MOST
