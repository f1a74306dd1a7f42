"""Phones, tabs and a server at random, more of them than with the other tests of scripts."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.effort import thorough

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


@thorough
def test_what_fingers_wrote_is_there_once_and_what_they_took_back_is_not() -> None:
    command = ["tools/node.sh", "--test", "tests/scripts/two_phones.test.js"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"THOROUGH": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
