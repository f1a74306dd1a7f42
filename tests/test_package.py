"""`cegoscore update` on an installation from a package, with a server that runs: wheels are built here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests import wheels
from tests.served import MEASURED, ROOT, free_port
from tests.test_crash import Phone, shown_hands

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]

SYSTEMCTL = """#!/bin/sh
echo "$1" >> "$NOTES"
[ "$1" != "$KILLED_AT" ] || kill -s KILL "$PPID" $$
case $1 in
start) setsid "$PLACE/bin/python" -m cegoscore.serve >/dev/null 2>&1 & echo $! > "$NOTES.pid" ;;
stop)
    kill "$(cat "$NOTES.pid")"
    while kill -0 "$(cat "$NOTES.pid")" 2>/dev/null; do sleep 0.1; done ;;
esac
"""
MIGRATION = """
from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [("hosting", "0001_start")]
    operations = [{operation}]
"""
ADDED = MIGRATION.format(operation="migrations.AddField('jobrun', 'note', models.TextField(default='', db_default=''))")
SPOILED = MIGRATION.format(operation="migrations.RunSQL('UPDATE scoresheet_score SET points = 7')")
UNREADY = "raise SystemExit('it is broken')\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheels.built(tmp_path_factory)


def derived(wheel: Path, folder: Path, version: str, files: Mapping[str, str]) -> Path:
    """The package of a later version, with some files that are its own."""
    old = wheel.name.split("-")[1]
    made = folder / f"cegoscore-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(made, "w") as target:
        contents = {name: source.read(name) for name in source.namelist() if not name.endswith("/RECORD")}
        contents |= {name: text.encode() for name, text in files.items()}
        contents["cegoscore/__init__.py"] = f'__version__ = "{version}"\n'.encode()
        about = f"cegoscore-{old}.dist-info"
        metadata = contents[f"{about}/METADATA"].decode()
        contents[f"{about}/METADATA"] = metadata.replace(f"\nVersion: {old}\n", f"\nVersion: {version}\n").encode()
        names = {name: name.replace(about, f"cegoscore-{version}.dist-info") for name in contents}
        for name, content in contents.items():
            target.writestr(names[name], content)
        record = f"cegoscore-{version}.dist-info/RECORD"
        target.writestr(record, "".join(f"{name},,\n" for name in [*names.values(), record]))
    return made


@dataclass
class Installation:
    """A package in a virtual environment, served by a service that notes what it is told."""

    place: Path
    port: int
    notes: Path
    environment: dict[str, str]

    def run(self, *command: str, **more: str) -> tuple[int, str]:
        """Call a command of it; the exit status and what was said."""
        arguments = [str(self.place / "bin/cegoscore"), *command]
        own = self.environment | more
        done = subprocess.run(arguments, cwd=self.place.parent, env=own, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def systemctl(self, word: str) -> None:
        program = self.environment["PATH"].partition(":")[0] + "/systemctl"
        subprocess.run([program, word], env=self.environment, check=True)

    def told(self) -> list[str]:
        """The service's orders since the last time."""
        words = self.notes.read_text().split()
        self.notes.write_text("")
        return words

    @property
    def serving(self) -> str:
        """The version that is ready for hands."""
        with urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=60) as answer:
            return str(json.load(answer)["version"])


@pytest.fixture
def installation(wheel: Path, tmp_path: Path) -> Iterator[Installation]:
    """An installation whose server runs. What the package needs is taken from the environment of the tests."""
    place, notes, programs = tmp_path / "cego", tmp_path / "notes", tmp_path / "programs"
    programs.mkdir()
    (programs / "systemctl").write_text(SYSTEMCTL)
    (programs / "systemctl").chmod(0o755)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    environment = MEASURED | {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "NOTES": str(notes),
        "PLACE": str(place),
        "SERVICE": "cegoscore",
        "DATA_DIR": str(tmp_path / "data"),
        "HOST": "127.0.0.1",
        "PORT": str(free_port()),
        "PROCESSES": "1",
    }
    own = str(place / "bin/python")
    subprocess.run([own, "-m", "pip", "install", "--quiet", str(wheel)], env=environment, check=True)
    made = Installation(place, int(environment["PORT"]), notes, environment)
    made.systemctl("start")
    try:
        assert made.run("wait-until-ready", "--seconds=120") == (0, "")
        made.told()
        yield made
    finally:
        made.systemctl("stop")


def test_package_is_updated_beside_a_running_server_and_back_again(
    installation: Installation, wheel: Path, tmp_path: Path
) -> None:
    phone = Phone(installation)
    phone.write(phone.next_hand())
    two = derived(wheel, tmp_path, "0.2.0", {"cegoscore/hosting/migrations/0002_note.py": ADDED})
    status, said = installation.run("update", str(two), SERVICE="")
    assert (status, said.splitlines()[-2:]) == (
        1,
        [
            "CommandError: A server with this data folder is running: stop it first.",
            "The version before, 0.1.0, is in place again.",
        ],
    )
    assert (installation.serving, installation.told()) == ("0.1.0", [])
    assert installation.run("update", str(two), KILLED_AT="start")[0] < 0
    assert installation.told() == ["stop", "start"]
    status, said = installation.run("update", str(two))  # once more, since nothing serves
    assert (status, said.splitlines()[-1]) == (0, "Version 0.2.0 is in place. Back to 0.1.0: cegoscore update --back")
    assert (installation.serving, installation.told()) == ("0.2.0", ["stop", "start"])
    assert list(Path(installation.environment["DATA_DIR"]).glob("backups/*-before-migration"))
    phone.write(phone.next_hand())
    assert installation.run("update", str(two)) == (0, "Version 0.2.0 serves already.\n")
    assert installation.run("update", "--back")[0] == 0
    assert installation.serving == "0.1.0"
    phone.write(phone.next_hand())
    assert shown_hands(phone) == len(phone.acknowledged) == 3


def test_package_that_fails_gives_way_to_the_one_before(
    installation: Installation, wheel: Path, tmp_path: Path
) -> None:
    phone = Phone(installation)
    phone.write(phone.next_hand())
    spoiling = derived(wheel, tmp_path, "0.3.0", {"cegoscore/hosting/migrations/0002_spoiled.py": SPOILED})
    status, said = installation.run("update", str(spoiling))
    assert (status, "This version does not fit the database" in said) == (1, True)
    assert (installation.serving, installation.told()) == ("0.1.0", [])
    command = "cegoscore/hosting/management/commands/wait_until_ready.py"
    status, said = installation.run("update", str(derived(wheel, tmp_path, "0.4.0", {command: UNREADY})))
    assert (status, said.splitlines()[-2:]) == (
        1,
        ["it is broken", "The version before, 0.1.0, is in place again."],
    )
    assert (installation.serving, installation.told()) == ("0.1.0", ["stop", "start", "stop", "start"])
    status, said = installation.run("update", "no such file.whl")
    assert (status, installation.serving, installation.told()) == (1, "0.1.0", [])
    assert shown_hands(phone) == 1


def test_checkout_is_told_how_it_is_updated(tmp_path: Path) -> None:
    own = MEASURED | {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "cegoscore.command", "update", "any"]
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "This is a checkout: type make update.\n")
