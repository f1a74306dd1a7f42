"""Budgets of single requests on both databases, as ratios to bare views measured in the same run."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.databases import start_postgres

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def cpu(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """Median CPU microseconds a request, by workload; of our process, without what PostgreSQL does."""
    environment = os.environ | {
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "DATABASE_URL": start_postgres() if request.param == "postgres" else "",
        "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
        "ALLOWED_HOSTS": "testserver",
    }
    command = [sys.executable, "-m", "tests.benchmarks.measure_requests"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert set(found) == {"hello", "write", "record", "poll", "sheet"}
    return {str(key): float(value) for key, value in found.items()}


def test_an_unchanged_poll_costs_little_more_than_nothing(cpu: dict[str, float]) -> None:
    ratio = cpu["poll"] / cpu["hello"]
    print(f"\npoll {cpu['poll']:.0f} us, hello {cpu['hello']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= 1.5


def test_a_page_of_the_sheet_that_stands_costs_at_most_ten_answers_of_five_bytes(cpu: dict[str, float]) -> None:
    ratio = cpu["sheet"] / cpu["hello"]
    print(f"\nsheet {cpu['sheet']:.0f} us, hello {cpu['hello']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= 10


def test_recording_a_hand_costs_at_most_two_and_a_half_bare_writes(cpu: dict[str, float]) -> None:
    ratio = cpu["record"] / cpu["write"]
    print(f"\nrecord {cpu['record']:.0f} us, bare write {cpu['write']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= 2.5
