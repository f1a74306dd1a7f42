"""Run pytest, and what fails once more, alone: `python -m tools.second_try .venv/bin/python -m pytest -n 4 tests`.

`.ci/run` does so (SECOND_TRY=1 in tools/test.sh and tools/coverage.sh): among thousands of tests that share a small
machine with its other work, one may miss its moment. What a process had still to run when it broke down counts as
failed. What fails twice and what fails in numbers stays failed. The tests that needed the second try are named: each is
a defect, of the test or of the code.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

MOST = 20
"""Tests that may fail for want of time; more have another cause."""
FAILED = 1
"""Exit status of pytest when all tests ran, and some failed."""


def main(command: Sequence[str]) -> int:
    """Run a command that ends with pytest and its arguments; return 0 if every test has passed once."""
    with TemporaryDirectory() as folder:
        noted = Path(folder, "failed.json")
        status = subprocess.run([*command, f"--note-failed={noted}"], check=False).returncode
        run = json.loads(noted.read_text()) if noted.is_file() else {}
        if status != FAILED or not may_try_again(run):
            return status
        print(f"\n== {len(run['tests'])} failed; once more, alone", flush=True)
        return max(
            _try_again(command, database, run["tests"], Path(folder, f"{database}.txt"))
            for database in sorted(set(run["tests"].values()))
        )


def may_try_again(run: Mapping[str, Any]) -> bool:
    """Say whether all tests could be collected, and few failed."""
    return bool(run) and run["complete"] and 0 < len(run["tests"]) <= MOST


def _try_again(command: Sequence[str], database: str, tests: Mapping[str, str], listed: Path) -> int:
    """Run the failed tests of one database in one process; return pytest's status.

    Those of the browser come last: Playwright leaves an event loop behind, in which not every test can run.
    """
    mine = [test for test in tests if tests[test] == database]
    listed.write_text("\n".join(sorted(mine, key=lambda test: (test.startswith("tests/browser/"), test))))
    pytest = command[: command.index("pytest") + 1]
    options = ["--numprocesses=0", "-m", "", f"--second-try={listed}", f"@{listed}"]
    environment = os.environ | {"TEST_DATABASE": database, "EVERY_CASE": "1"}
    return subprocess.run([*pytest, *options], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
