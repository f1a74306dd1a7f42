"""A circle's pages after 1,000 evenings, against those of a circle that met ten times, in one database."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.benchmarks.measure_growth import COUNTED_ONCE
from tests.databases import start_postgres

pytestmark = pytest.mark.benchmark

MOST = 1.5


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """Milliseconds by page and number of evenings."""
    environment = os.environ | {
        "DATA_DIR": str(tmp_path_factory.mktemp("growth")),
        "DATABASE_URL": start_postgres() if request.param == "postgres" else "",
        "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
        "ALLOWED_HOSTS": "testserver",
    }
    command = [sys.executable, "-m", "tests.benchmarks.measure_growth"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    return {str(key): float(value) for key, value in json.loads(done.stdout.splitlines()[-1]).items()}


PAGES = (
    "start",
    "evenings",
    "search",
    "club",
    "player",
    "people",
    "records",
    "records_of_evenings",
    "records_of_hands",
    "sheet",
)


@pytest.mark.parametrize("page", PAGES)
def test_thousand_evenings_cost_little_more_than_ten(found: dict[str, float], page: str) -> None:
    few, many = found[f"{page}_10"], found[f"{page}_1000"]
    print(f"\n{page}: {few:.1f} ms after 10 evenings, {many:.1f} ms after 1,000: ratio {many / few:.2f}")
    assert many <= MOST * few


@pytest.mark.parametrize("page", COUNTED_ONCE)
def test_first_look_after_the_newest_evening_changed_costs_little_more_than_with_ten(
    found: dict[str, float], page: str
) -> None:
    few, many, cold = found[f"first_{page}_10"], found[f"first_{page}_1000"], found[f"cold_{page}_1000"]
    print(f"\n{page}: {few:.1f} ms with 10 evenings, {many:.1f} ms with 1,000: ratio {many / few:.2f}")
    print(f"in a process that counted nothing yet {cold:.1f} ms: ratio {cold / found[f'cold_{page}_10']:.2f}")
    assert many <= MOST * few
