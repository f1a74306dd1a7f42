"""`cegoscore-rules`, as the package of the rules alone has it."""

import json
import subprocess
import sys

import pytest

from cegoscore.answers.command import main
from tests.commands import called
from tests.sources import ROOT


def said(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Exit status of one call."""
    monkeypatch.setattr("sys.argv", ["cegoscore-rules", *arguments])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.mark.parametrize(
    "arguments", [("tariff", "grupp", "--format", "csv"), ("tariff", "--list"), ("tariff", "poker")]
)
def test_command_says_what_the_one_of_the_app_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert (said(monkeypatch, *arguments), *capsys.readouterr()) == called(*arguments)


def test_answer_in_json_names_its_format(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """That of the app's commands is fixed, without it."""
    for name, arguments in {"tariff": ("grupp",), "auction": ("grupp", "A:solo")}.items():
        assert said(monkeypatch, name, *arguments) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer.pop("format") == f"cegoscore/{name}@1"
        _status, out, _err = called(name, *arguments)
        assert answer.get(name, answer) == json.loads(out)


def test_unknown_word_is_refused_with_those_it_knows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(monkeypatch, "scroe") == 2
    assert "choose from" in capsys.readouterr().err


def test_whoever_reads_only_the_first_lines_gets_no_error() -> None:
    program = "from cegoscore.answers.command import main; main()"
    line = [sys.executable, "-c", program, "tariff", "braeunlingen-loewen"]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as reading:
        assert reading.stdout
        assert reading.stderr
        reading.stdout.close()
        assert reading.stderr.read() == ""
    assert reading.returncode == 0
