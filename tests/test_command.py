"""`cegoscore` at the terminal: what it starts, names and refuses."""

import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.management import get_commands
from django.db import ProgrammingError

import cegoscore
from cegoscore import environment, files, serve
from cegoscore.command import CALLED_OTHERWISE, USAGE, Commands, main
from cegoscore.variables import WrongSetting
from tests.served import ROOT


def said(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str:
    """Exit status of one call."""
    monkeypatch.setattr("sys.argv", ["cegoscore", *arguments])
    try:
        main()
    except SystemExit as end:
        return end.code or 0
    return 0


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | None, ...]]:
    """Port and folder of every server that was started; what was typed is forgotten afterwards."""
    starts: list[tuple[str | None, ...]] = []
    for name in ("PORT", "DATA_DIR"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(serve, "main", lambda: starts.append((os.environ["PORT"], os.environ["DATA_DIR"])))
    return starts


@pytest.mark.parametrize("typed", ["--version", "version"])
def test_version_is_ours(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str) -> None:
    assert (said(monkeypatch, typed), *capsys.readouterr()) == (0, f"{cegoscore.__version__}\n", "")


CLOSED = """
import os, subprocess, sys
for stream in range(3):
    os.close(stream)
sys.stdin = sys.stdout = sys.stderr = None
from cegoscore.command import execute
execute(["cegoscore", "tariff", "--list"])
asked = "import sys; sys.exit(not (sys.stdin and sys.stdout and sys.stderr))"
sys.exit(subprocess.run([sys.executable, "-c", asked], close_fds=False).returncode)
"""


def test_streams_that_were_closed_lead_to_nothing_for_children_too() -> None:
    assert subprocess.run([sys.executable, "-c", CLOSED], check=False).returncode == 0


@pytest.mark.parametrize(("typed", "module"), [("backup", "hosting"), ("restore-club", "clubhouse")])
def test_command_means_the_server_unless_it_says_a_club(typed: str, module: str) -> None:
    assert module in type(Commands(["cegoscore"]).fetch_command(typed)).__module__


def test_every_command_keeps_its_name_in_manage_py() -> None:
    assert "clubhouse" in type(Commands(["manage.py"]).fetch_command("backup")).__module__


@pytest.mark.parametrize("typed", ["help", "-h", "--help"])
def test_help_names_every_command_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    otherwise = {name: short for short, name in CALLED_OTHERWISE.items()}
    ours = {name for name, app in get_commands().items() if str(app).startswith(("cegoscore", "tournaments"))}
    assert said(monkeypatch, typed) == 0
    named = set(re.findall(r"[a-z][a-z-]+", capsys.readouterr().out))
    assert {otherwise.get(name, name).replace("_", "-") for name in ours} - named == set()


def test_documents_list_every_command_of_the_help() -> None:
    listed = set(re.findall(r"`([a-z-]+)[ `]", (ROOT / "docs/hosting.md").read_text()))
    lines = re.findall(r"^  cegoscore ([a-z].*?)(?:  |$)", USAGE, re.MULTILINE)
    named = {re.findall(r"[a-z-]+", part)[0] for line in lines for part in line.split(", ")}
    assert {"import-server", "due"} <= named
    assert named - listed == set()


@pytest.mark.parametrize(
    ("typed", "meant"), [("servee", "serve"), ("backup-clubs", "backup-club"), ("docter", "doctor")]
)
def test_typing_mistake_is_told_the_command_of_ours_that_is_like_it(
    monkeypatch: pytest.MonkeyPatch, typed: str, meant: str
) -> None:
    assert f"Did you mean {meant}?" in str(said(monkeypatch, typed))


def test_file_that_cannot_be_asked_for_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "File name too long" in str(said(monkeypatch, "restore", "x" * 300))


def test_ctrl_c_ends_a_command_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def press(_commands: Commands) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Commands, "execute", press)
    assert said(monkeypatch, "due") == 130


def test_reader_who_has_enough_ends_a_command_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        monkeypatch.setattr("sys.stdout", out)
        assert said(monkeypatch, "tariff", "--list") == 1


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        ((), ("", "")),
        (("--port", "9000"), ("9000", "")),
        (("serve", "--port", "9000", "--data", "cards"), ("9000", "cards")),
        (("--data", "cards", "serve"), ("", "cards")),
    ],
)
def test_server_starts_with_what_was_typed(
    monkeypatch: pytest.MonkeyPatch,
    started: list[tuple[str | None, ...]],
    arguments: tuple[str, ...],
    start: tuple[str, str],
) -> None:
    assert said(monkeypatch, *arguments) == 0
    assert started == [start]


@pytest.mark.parametrize("arguments", [("--prot", "9000"), ("serve", "--prot", "9000"), ("serve", "9000")])
def test_unknown_option_is_refused_with_those_there_are(
    monkeypatch: pytest.MonkeyPatch,
    started: list[tuple[str | None, ...]],
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
) -> None:
    assert (said(monkeypatch, *arguments), started) == (2, [])
    assert "[--port PORT] [--host HOST] [--data DIR]\n" in capsys.readouterr().err


def test_help_of_a_command_says_what_was_typed_and_no_options_of_developers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(monkeypatch, "backup-club", "--help") == 0
    said_so = capsys.readouterr().out
    assert said_so.startswith("usage: cegoscore backup-club [-h]")
    assert "--settings" not in said_so


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({}, "home/.local/share/cegoscore"),
        ({"XDG_DATA_HOME": "xdg"}, "xdg/cegoscore"),
        ({"LOCALAPPDATA": "windows"}, "windows/cegoscore"),
    ],
)
def test_package_keeps_its_data_where_the_system_has_the_users(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, environment: dict[str, str], folder: str
) -> None:
    monkeypatch.setattr(files, "INSTALLED", tmp_path)
    monkeypatch.setattr(files, "AS_IN_0_1", tmp_path / "data")
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"HOME": "home"} | environment).items():
        monkeypatch.setenv(name, str(tmp_path / value))
    assert files.data_folder() == tmp_path / folder


def test_package_is_called_without_a_home_and_from_a_folder_that_it_may_not_look_into(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As by `sudo` from root's home, or by a job of the system."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(files, "INSTALLED", Mock())
    monkeypatch.setattr(files, "AS_IN_0_1", tmp_path / "data")
    monkeypatch.setattr(Path, "exists", Mock(side_effect=PermissionError))
    assert files.data_folder().is_absolute()


def test_package_goes_on_in_its_folder_of_macos_and_in_the_one_of_version_0_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = tmp_path / "Library/Application Support"
    library.mkdir(parents=True)
    monkeypatch.setattr(files, "INSTALLED", tmp_path)
    monkeypatch.setattr(files, "AS_IN_0_1", tmp_path / "data")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert files.data_folder() == library / "cegoscore"
    (tmp_path / "data").mkdir()
    (tmp_path / "data/secret_key").touch()
    assert files.data_folder() == tmp_path / "data"


def test_what_the_database_refuses_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """As PostgreSQL says it of tables that are not there yet, or are another role's."""
    refused = ProgrammingError('relation "clubs_club" does not exist\nLINE 1: SELECT')
    monkeypatch.setattr(Commands, "execute", Mock(side_effect=refused))
    answer = 'The database cannot be used: relation "clubs_club" does not exist'
    assert said(monkeypatch, "clubs") == answer
    with pytest.raises(ProgrammingError):
        said(monkeypatch, "clubs", "--traceback")


def test_postgresql_without_its_package_is_refused_with_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setenv("DATABASE_URL", "postgres://me:secret@host/name")
    with pytest.raises(WrongSetting, match=r"pip install 'psycopg\[binary\]'") as refused:
        environment.database("DATABASE_URL", default=Path("x"))
    assert "secret" not in str(refused.value)
