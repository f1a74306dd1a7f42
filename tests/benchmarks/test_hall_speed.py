"""Budgets of the whole server, as people run it: two processes, on both databases.

The machine's own pace is measured in the same run, in turns: hands alone, and bare writes. Waiting times are for two
idle cores; on a machine that is busy otherwise they say little, unlike the share of a core that the views take.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.databases import start_postgres

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Data folder of a server of its own."""
    return os.environ | {
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "DATABASE_URL": start_postgres() if request.param == "postgres" else "",
        "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
        "ALLOWED_HOSTS": "testserver",
    }


def measured(name: str, environment: dict[str, str]) -> dict[str, float]:
    """Last line that a measurement prints."""
    command = [sys.executable, "-m", f"tests.benchmarks.{name}"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    return {str(key): float(value) for key, value in json.loads(done.stdout.splitlines()[-1]).items()}


def test_two_hundred_views_of_fifty_tables_leave_recording_as_quick(database: dict[str, str]) -> None:
    figures = measured("measure_hall", database)
    ratio = figures["beside"] / figures["alone"]
    print(
        f"\na hand alone {figures['alone']:.1f} ms, beside 200 views {figures['beside']:.1f} ms: ratio {ratio:.2f};"
        f" p95 {figures['alone_95']:.1f} and {figures['beside_95']:.1f} ms; {figures['looks']:.0f} looks,"
        f" {figures['views']:.0%} of a core for the views"
    )
    assert figures["errors"] == 0
    assert ratio <= 1.5


CLIENTS = (16, 64, 256)


@pytest.fixture(scope="module")
def rush(database: dict[str, str]) -> dict[str, float]:
    """Clients that record as fast as they can."""
    figures = measured("measure_rush", database)
    for clients in CLIENTS:
        print(
            f"\n{clients} clients: {figures[f'hands_{clients}']:.0f} hands a second, p99"
            f" {figures[f'p99_{clients}']:.0f} ms, longest {figures[f'longest_{clients}']:.0f} ms; bare writes"
            f" {figures[f'bare_{clients}']:.0f} a second, p99 {figures[f'bare_p99_{clients}']:.0f} ms:"
            f" {figures[f'share_{clients}']:.2f} of them, p99 {figures[f'p99_ratio_{clients}']:.1f} times theirs"
        )
    return figures


def test_every_hand_of_a_rush_is_written(rush: dict[str, float]) -> None:
    assert [rush[f"errors_{clients}"] for clients in CLIENTS] == [0, 0, 0]


@pytest.mark.xfail(reason="no margin yet: 0.47 on SQLite, 0.39 to 0.43 on PostgreSQL; p99 1.6 to 2.3", strict=False)
def test_sixteen_clients_record_at_least_two_fifths_of_the_bare_writes(rush: dict[str, float]) -> None:
    assert rush["share_16"] >= 0.4
    assert rush["p99_ratio_16"] <= 2
