"""Restoring a club, against version 0.1.0's own code in the same run, and the memory of whatever reads everything."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path
from statistics import median

import pytest

from tests.served import ROOT

pytestmark = pytest.mark.benchmark

SCRIPT = ROOT / "tests/benchmarks/measure_restore.py"
TIMES = 5
STREAMED = ("backup of a club", "export", "import", "self-check")


def test_restoring_a_club_takes_half_of_what_version_0_1_0_took(tmp_path: Path) -> None:
    """Processor time; the two take turns, so that a noisy moment hits both."""
    with tarfile.open(ROOT / "tests/versions/0.1.0.tar.xz") as archive:
        archive.extractall(tmp_path / "before", filter="data")
    file = tmp_path / "club.json"

    def said(code: Path, *more: str) -> str:
        command = [sys.executable, str(SCRIPT), str(code), str(file), *more]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True).stdout

    said(tmp_path / "before", "make")
    pairs = [[json.loads(said(code))["cpu"] for code in (tmp_path / "before", ROOT)] for _ in range(TIMES)]
    before, now = (median(times) for times in zip(*pairs, strict=True))
    print(f"\nrestore: {now:.2f} s, version 0.1.0 {before:.2f} s: {before / now:.2f} times as fast")
    assert before / now >= 2


def test_memory_does_not_grow_with_what_is_written_or_read_in_a_stream() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.measure_backups"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    found: dict[str, list[float]] = json.loads(done.stdout)
    for act, (some, three_times) in found.items():
        print(f"\n{act}: {some:.1f} MB, three times as many rows {three_times:.1f} MB")
    assert {act: found[act] for act in STREAMED if found[act][1] > 1.5 * found[act][0]} == {}
