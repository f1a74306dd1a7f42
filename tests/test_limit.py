"""A test that waits for what never comes ends, and says where it waited."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import thorough
from tests.sources import ROOT

HANGING = """
import threading

def test_that_hangs():
    threading.Event().wait()
"""


@thorough
def test_a_test_that_never_ends_is_ended_and_shows_its_stack(tmp_path: Path) -> None:
    hanging = tmp_path / "test_hanging.py"
    hanging.write_text(HANGING)
    soon = ("--config-file", str(ROOT / "pyproject.toml"), "--noconftest", "-o", "faulthandler_timeout=1")
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *soon, hanging], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1
    assert f'"{hanging}", line 5 in test_that_hangs' in ended.stderr


def test_that_limit_holds_for_every_test(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("faulthandler_timeout")) <= 900
