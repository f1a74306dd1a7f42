"""Every measurement runs, at its smallest size, and prints the figures that its budgets are for."""

import os
from pathlib import Path

import pytest

from tests import collected
from tests.benchmarks.budgets import GROWTH, WAITING
from tests.benchmarks.measurement import environment_of, figures_of, last_figures
from tests.benchmarks.pages_of_200 import PAGES
from tests.databases import start_postgres
from tests.served import ROOT, unpacked

pytestmark = [pytest.mark.heavy]

FIGURES = {
    "measure_backups": {"backup of a club", "export", "import", "self-check", "restore of a club"},
    "measure_desk": {"hello", "table_of_few", *PAGES},
    "measure_friday": {"hand", "hello", "errors"},
    "measure_front": {"ours", "before", "seen_seconds"},
    "measure_growth": {f"{name}_{evenings}" for name in GROWTH for evenings in ("few", "many")},
    "measure_hall": {"alone", "alone_95", "beside", "beside_95", "views", "looks", "errors"},
    "measure_requests": {"hello", "write", "record", "record by 0.2.0", "poll", "sheet"},
    "measure_rush": {"hands_16", "bare_16", "share_16", "p99_ratio_16", "longest_16", "errors_16", "rows"},
    "measure_seasons": {"scores", "table", "table_cpu", "bare_player", "player", "records", "bare_records_cpu"},
    "measure_standings": {"hello", "crowd", "bare", "fresh", "home", "home_fresh", "desk_look"},
    "measure_waiting": {*WAITING, "errors"},
}
ON_POSTGRES = ("measure_friday", "measure_growth", "measure_seasons", "measure_waiting")
"""Those that ask PostgreSQL itself, for its plans or what its processes compute; on SQLite they leave that out.

The others are the same on both databases.
"""


@pytest.fixture(autouse=True)
def smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALLEST", "1")
    monkeypatch.setenv("PROCESSES", "1")


@pytest.mark.parametrize("name", FIGURES)
def test_measurement_prints_its_figures(name: str, tmp_path: Path) -> None:
    collected.give(tmp_path)
    address = start_postgres() if name in ON_POSTGRES else ""
    assert figures_of(name, environment_of(tmp_path, address)).keys() >= FIGURES[name]


def test_a_club_is_written_and_restored(tmp_path: Path) -> None:
    """By itself, because it also measures the code of an earlier version."""
    before = unpacked(ROOT / "tests/versions/0.1.0.tar.xz", tmp_path / "before")
    program, file = str(ROOT / "tests/benchmarks/measure_restore.py"), str(tmp_path / "club.json")
    assert last_figures([program, str(before), file, "make"], os.environ, tmp_path)["bytes"]
    assert last_figures([program, str(ROOT), file], os.environ, tmp_path).keys() == {"cpu", "reading", "hands"}


def test_every_measurement_is_tried() -> None:
    programs = {path.stem for path in Path(__file__).parent.glob("measure_*.py")}
    assert programs == {*FIGURES, "measure_restore"}
