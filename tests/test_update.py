"""`make update` on a checkout of a tiny project that notes what is called in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

GIT = shutil.which("git") or "git"
SCRIPTS = {
    "Makefile": """install:
	@echo "install in $(notdir $(CURDIR)) $$(cat version)" >> $(NOTES)
	@[ "$(notdir $(CURDIR)) $$(cat version)" != "$(KILLED)" ] || kill -s KILL 0
	@[ "$(notdir $(CURDIR)) $$(cat version)" != "$(UNFIT)" ] || { echo "the disk is full" >&2; exit 1; }
""",
    # Instead of fetching packages: a Python that notes what it is asked for, and fails where it should.
    "tools/setup.sh": """#!/bin/sh
set -e
echo "fetch $1 of $(cat version)" >> "$NOTES"
[ "$(cat version)" != "$FAILS_TO_FETCH" ]
mkdir -p "$(dirname "$2")/bin"
cat > "$(dirname "$2")/bin/python" <<'PYTHON'
#!/bin/sh
echo "$3 by $(cat version)" >> "$NOTES"
[ "$3 by $(cat version)" != "$FAILS" ] || { echo "it is broken" >&2; exit 1; }
[ "$3 by $(cat version)" != "$HANGS_UP" ] || kill -s "$SIGNAL" 0
PYTHON
chmod +x "$(dirname "$2")/bin/python"
touch "$2"
""",
    "bin/systemctl": '#!/bin/sh\necho "$1 $2" >> "$NOTES"\n',
}

STEPS = ("cegoscore/server/__init__.py", "cegoscore/server/changing.py", "cegoscore/server/system.py")
PREPARED = ["fetch requirements.lock of two", "install in .next two", "rehearse_update by two"]
"""Steps before anything stops."""


class Checkout:
    """The project at version one as a host has it, its origin at version two, and what was called there."""

    def __init__(self, folder: Path) -> None:
        self.origin, self.here, self.notes = folder / "origin", folder / "here", folder / "notes"
        self.origin.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        for name, text in SCRIPTS.items():
            self.write(name, text)
            (self.origin / name).chmod(0o755)
        for name in ("tools/update.py", "cegoscore/__init__.py", *STEPS):
            (self.origin / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.origin / name)
        self.write(".gitignore", ".venv\n/.venvs/\n/.next/\n")
        self.commit("one")
        subprocess.run([GIT, "clone", "--quiet", self.origin, self.here], check=True)
        (self.here / ".venv" / "bin").mkdir(parents=True)
        self.run("tools/setup.sh", "requirements.lock", ".venv/run.stamp")
        self.commit("two")
        self.notes.unlink()

    def write(self, name: str, text: str) -> None:
        (self.origin / name).parent.mkdir(exist_ok=True)
        (self.origin / name).write_text(text)

    def commit(self, version: str) -> None:
        """Commit a version of the project, each with other packages."""
        self.write("version", f"{version}\n")
        self.write("requirements.lock", f"package=={version}\n")
        self.git("add", ".")
        self.git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", version)
        self.git("tag", version)

    def git(self, *arguments: str) -> None:
        subprocess.run([GIT, *arguments], cwd=self.origin, check=True)

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command in a group of processes of its own, as a terminal does."""
        path = f"{self.here}/bin:{os.environ['PATH']}"
        usual = os.environ | {"PATH": path, "NOTES": str(self.notes), "SERVICE": "cegoscore"}
        own = usual | environment
        return subprocess.run(command, cwd=self.here, env=own, capture_output=True, text=True, process_group=0)

    def update(self, *arguments: str, **environment: str) -> tuple[int, str]:
        """Run the script; its exit status and what it said."""
        done = self.run(sys.executable, "tools/update.py", *arguments, **environment)
        return done.returncode, done.stdout + done.stderr

    def noted(self) -> list[str]:
        """Return what was called since the last time."""
        lines = self.notes.read_text().splitlines()
        self.notes.unlink()
        return lines

    @property
    def version(self) -> str:
        """The version whose code and packages are in place."""
        packages = (self.here / ".venv" / "run.stamp").exists() and (self.here / ".venv").resolve().parent.name
        assert packages == ".venvs" or not (self.here / ".venv").is_symlink()
        assert not (self.here / ".next").exists()
        return (self.here / "version").read_text().strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_everything_is_ready_before_the_service_stops_and_the_way_back_is_named(checkout: Checkout) -> None:
    status, said = checkout.update()
    assert status == 0, said
    switched = ["stop cegoscore", "apply_update by two", "install in here two", "start cegoscore"]
    assert checkout.noted() == [*PREPARED, *switched, "wait_until_ready by two"]
    assert checkout.version == "two"
    assert checkout.update() == (0, "There is nothing new.\n")
    assert checkout.update(said.rpartition("TO=")[2].strip())[0] == 0
    assert checkout.noted()[-1] == "wait_until_ready by one"
    assert checkout.version == "one"


@pytest.mark.parametrize(("fails", "done"), [("fetch", 1), ("rehearse_update by two", 3)])
def test_nothing_stops_for_a_version_that_cannot_be_prepared(checkout: Checkout, fails: str, done: int) -> None:
    status, _said = checkout.update(FAILS=fails, FAILS_TO_FETCH="two" if fails == "fetch" else "")
    assert (status, checkout.noted(), checkout.version) == (1, PREPARED[:done], "one")


@pytest.mark.parametrize("fails", ["apply_update by two", "wait_until_ready by two"])
def test_version_that_fails_gives_way_to_the_one_before(checkout: Checkout, fails: str) -> None:
    status, said = checkout.update(FAILS=fails)
    assert status == 1
    assert said.splitlines()[-2] == "it is broken"
    assert said.splitlines()[-1].endswith("is in place again.")
    back = ["stop cegoscore", "install in here one", "start cegoscore", "wait_until_ready by one"]
    assert checkout.noted()[-4:] == back
    assert checkout.version == "one"


@pytest.mark.parametrize("number", ["HUP", "INT", "TERM"])
def test_nothing_comes_between_stop_and_start(checkout: Checkout, number: str) -> None:
    assert checkout.update(HANGS_UP="apply_update by two", SIGNAL=number)[0] == 0
    assert checkout.noted()[-1] == "wait_until_ready by two"
    assert checkout.version == "two"


@pytest.mark.parametrize(("wanted", "served"), [((), "two"), (("one",), "one")])
def test_update_that_was_killed_is_done_once_more(checkout: Checkout, wanted: tuple[str, ...], served: str) -> None:
    assert checkout.update(KILLED="here two")[0] < 0
    assert checkout.noted()[-1] == "install in here two"
    assert checkout.update(*wanted)[0] == 0
    switched = [f"apply_update by {served}", f"install in here {served}", "start cegoscore"]
    assert checkout.noted()[-4:] == [*switched, f"wait_until_ready by {served}"]
    assert checkout.version == served
    assert checkout.update(*wanted) == (0, "There is nothing new.\n")


def test_service_is_started_though_the_way_back_ends_half_way(checkout: Checkout) -> None:
    status, said = checkout.update(FAILS="wait_until_ready by two", UNFIT="here one")
    assert (status, checkout.noted()[-2:]) == (1, ["start cegoscore", "wait_until_ready by one"])
    assert re.search("^it is broken\nBack to the version before, [0-9a-f]{7}, but: the disk is full", said)
    assert checkout.update("one")[0] == 0  # what is not finished is finished, although nothing is new
    assert checkout.noted()[-3:] == ["install in here one", "start cegoscore", "wait_until_ready by one"]


def test_what_cannot_be_updated_is_said_in_a_sentence(checkout: Checkout) -> None:
    assert checkout.update("three") == (1, "There is no version three.\n")
    (checkout.here / "version").write_text("mine")
    assert checkout.update() == (1, "Files of this checkout were changed by hand: git status lists them.\n")
    assert not checkout.notes.exists()
