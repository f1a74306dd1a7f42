"""Restoring a club, against version 0.1.0's own code in the same run, and the memory of whatever reads everything."""

import os
from pathlib import Path
from statistics import median

import pytest

from tests.benchmarks.budgets import STREAMS
from tests.benchmarks.measurement import environment_of, figures_of, hold, last_figures
from tests.served import ROOT, unpacked

pytestmark = pytest.mark.benchmark

SCRIPT = ROOT / "tests/benchmarks/measure_restore.py"
TIMES = 5


def test_restoring_a_club_takes_no_longer_than_in_version_0_1_0(tmp_path: Path) -> None:
    """Processor time; the two take turns, so that a noisy moment hits both. This one replays every proof, too."""
    first = unpacked(ROOT / "tests/versions/0.1.0.tar.xz", tmp_path / "before")
    file = tmp_path / "club.json"

    def said(code: Path, *more: str) -> dict[str, float]:
        return last_figures([str(SCRIPT), str(code), str(file), *more], os.environ, tmp_path)

    said(first, "make")
    pairs = [[said(code)["cpu"] for code in (first, ROOT)] for _ in range(TIMES)]
    before, now = (median(times) for times in zip(*pairs, strict=True))
    hold("alone.restore", [now / before])


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[float]]:
    """Megabytes by act, with three tournaments and with nine."""
    figures: dict[str, list[float]] = figures_of("measure_backups", environment_of(tmp_path_factory.mktemp("data")))
    return figures


@pytest.mark.parametrize("act", STREAMS)
def test_what_is_written_or_read_in_a_stream_keeps_within_its_megabytes(
    found: dict[str, list[float]], act: str
) -> None:
    hold(f"streams.{act}", [found[act][1]])
