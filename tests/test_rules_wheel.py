"""The rules for other programs: a package that answers as the app does, with the standard library alone."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cegoscore.scoresheet.evening.evenings import DEMO
from tests import wheels
from tests.commands import called

pytestmark = pytest.mark.heavy  # it builds a package

PROGRAM = "from cegoscore_rules.answers.command import main; main()"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Content of the wheel, and beside it the command as pip would make it, without any other package."""
    place = tmp_path_factory.mktemp("rules")
    with zipfile.ZipFile(wheels.built(tmp_path_factory, "cegoscore_rules")) as wheel:
        wheel.extractall(place)
    command = place / "cegoscore-rules"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={place} exec {sys.executable} -S -c "{PROGRAM}" "$@"\n')
    command.chmod(0o755)
    return place


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", str(DEMO), "--format", "text"),
        ("tariff", "dreier", "--format", "csv"),
        ("explain", str(DEMO), "--format", "text"),
        ("auction", "braeunlingen-loewen", "A:fort B:solo", "--format", "text"),
        ("score", "nowhere.json"),
        ("auction", "poker", ""),
    ],
)
def test_package_answers_as_the_app_does(folder: Path, arguments: tuple[str, ...]) -> None:
    done = subprocess.run([folder / "cegoscore-rules", *arguments], capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stdout, done.stderr) == called(*arguments)


def test_worked_hands_conform_as_their_page_says(folder: Path) -> None:
    cases = folder / "cegoscore_rules/conformance"
    *_, program = re.findall(r"(?s)```python\n(.*?)```", (cases / "README.md").read_text())
    out = subprocess.check_output([sys.executable, "-c", program], cwd=cases, env={"PATH": str(folder)}, text=True)
    said = [line.split(" ", 1)[0] for line in out.splitlines()]
    assert said == ["ok"] * len(list(cases.glob("*/*.json")))
    assert len(said) > 60
