"""The rules for other programs: a package that answers as the app does, with the standard library alone."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cegoscore.scoresheet.evening.evenings import DEMO
from tests import wheels
from tests.commands import called

pytestmark = pytest.mark.heavy  # it builds a package

PROGRAM = "from cegoscore_rules._core.answers.command import main; main()"


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


def test_worked_hands_conform_as_their_page_says(folder: Path, tmp_path: Path) -> None:
    """The first and the last of each file, by the program of the page; a process for each."""
    cases = folder / "cegoscore_rules/conformance"
    for kind in (path for path in cases.iterdir() if path.is_dir()):
        (tmp_path / kind.name).mkdir()
        for case in (min(kind.iterdir()), max(kind.iterdir())):
            shutil.copy(case, tmp_path / kind.name)
    *_, program = re.findall(r"(?s)```python\n(.*?)```", (cases / "README.md").read_text())
    out = subprocess.check_output([sys.executable, "-c", program], cwd=tmp_path, env={"PATH": str(folder)}, text=True)
    said = [line.split(" ", 1)[0] for line in out.splitlines()]
    assert said == ["ok"] * len(list(tmp_path.glob("*/*.json")))
    assert len(said) == 10


def test_every_worked_hand_pays_what_its_file_says(folder: Path) -> None:
    """By the app, as which the package answers."""
    files = list((folder / "cegoscore_rules/conformance").glob("*/*.json"))
    assert len(files) > 60
    for case in (json.loads(file.read_text(encoding="utf-8")) for file in files):
        status, out, _err = called("score", "-", stdin=json.dumps(case["session"]).encode())
        said = json.loads(out)
        assert (status, {key: said[key] for key in case["answer"]}) == (0, case["answer"]), case["says"]


def test_example_of_the_page_runs_and_an_impossible_hand_is_refused_in_words(folder: Path) -> None:
    program, _conformance = re.findall(
        r"(?s)```python\n(.*?)```", (folder / "cegoscore_rules/conformance/README.md").read_text()
    )
    out = subprocess.check_output([sys.executable, "-S", "-c", program], env={"PYTHONPATH": str(folder)}, text=True)
    assert out.splitlines()[0] == "{0: -10, 1: 30, 2: -10, 3: -10}"
    assert "Solo" in out
    assert out.count("more than the pack holds") == 2, "by check, and by the error"
    assert out.splitlines()[-1] == "22 rule sets"


def test_users_code_is_typed(folder: Path, tmp_path: Path) -> None:
    """Also with `--strict`: the package says that it is typed, and each public name is exported."""
    program = tmp_path / "user.py"
    program.write_text(
        "import cegoscore_rules as cego\n"
        "from cegoscore_rules.contest import RoundResult, TieRules, rows_of, standings\n\n"
        "rules = cego.rule_set('dreier')\n"
        "paid: dict[int, int] = cego.payments(\n"
        "    cego.hand({'contract': 'solo', 'declarer': 1, 'points': 41}, lineup=[0, 1, 2], dealer=2), rules\n"
        ")\n"
        "ranked = standings([RoundResult(number=1, round=1, points=3)], TieRules())\n"
        "print(paid, ranked[0].rank, cego.tariff(rules)[0], cego.rule_sets(), rows_of([]))\n"
    )
    options = ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(program)],
        env={"PYTHONPATH": str(folder), "MYPYPATH": str(folder), "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stdout.splitlines()[-1]) == (0, "Success: no issues found in 1 source file"), (
        checked.stdout
    )
    subprocess.run([sys.executable, "-S", str(program)], env={"PYTHONPATH": str(folder)}, check=True)


def test_whatever_is_not_meant_to_be_used_has_an_underscore(folder: Path) -> None:
    names = {path.name for path in (folder / "cegoscore_rules").iterdir()} - {"__pycache__"}
    assert names == {"__init__.py", "contest.py", "py.typed", "_core", "conformance", "formats", "schemas"}
    for name in ("__init__.py", "contest.py"):
        imported = re.findall(r"^from (\S+)", (folder / "cegoscore_rules" / name).read_text(), re.MULTILINE)
        assert {module for module in imported if module.startswith("cegoscore")} == {
            module for module in imported if module.startswith("cegoscore_rules._core")
        }
