"""Files in `deploy`: what they copy is enough to run, and they say what the documents say."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.served import ROOT, Server, Visitor

DEPLOY = ROOT / "deploy"
HOSTING = ROOT / "docs" / "hosting.md"
COPIED = re.findall(r"^COPY (\S+) (\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)


def test_what_the_container_file_copies_is_what_docker_may_see() -> None:
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert sorted(allowed) == sorted(source for source, _target in COPIED)
    assert [source for source in allowed if not (ROOT / source).exists()] == []


def test_programs_for_backups_are_as_new_as_the_database() -> None:
    client = re.search(r"postgresql-client-(\d+)", (DEPLOY / "Containerfile").read_text())
    server = re.search(r"postgres:(\d+)", (DEPLOY / "compose.yaml").read_text())
    assert client is not None
    assert server is not None
    assert client.group(1) == server.group(1)


@pytest.mark.heavy
@pytest.mark.sqlite
def test_app_runs_with_what_the_container_file_copies(tmp_path: Path) -> None:
    code = tmp_path / "code"
    code.mkdir()
    for source, target in COPIED:
        place = code / target / (source if target == "./" else "")
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, place)
    server = Server(tmp_path / "data", "", processes=1, code=code)
    try:
        assert "Cego" in Visitor(server).get("/")[1]
    finally:
        server.kill()


def test_command_of_the_service_runs_everything_as_its_user(tmp_path: Path) -> None:
    """With a program that says what it was asked for in place of systemd's."""
    program = tmp_path / "systemd-run"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    command = [str(DEPLOY / "cegoscore"), "selfcheck", "--club"]
    own = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=True)
    assert "--uid=cegoscore" in done.stdout
    assert done.stdout.endswith("/opt/cegoscore/.venv/bin/python -m cegoscore.command selfcheck --club\n")


def test_logs_of_containers_do_not_fill_the_disk() -> None:
    services = re.findall(r"^  \w+:\n((?:    .*\n|\n)+)", (DEPLOY / "compose.yaml").read_text(), re.MULTILINE)
    running = [service for service in services if "restart: always" in service]
    assert len(running) == 3
    assert all("    logging: " in service for service in running)


def test_service_never_gives_up_and_shows_nobody_its_data() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "cegoscore.service").read_text(), re.MULTILINE))
    assert (unit["Restart"], unit["RestartSec"], unit["StartLimitIntervalSec"]) == ("always", "5", "0")
    assert unit["Wants"] == "network-online.target"
    assert "postgresql.service" in unit["After"]
    assert (unit["StateDirectoryMode"], unit["UMask"]) == ("0700", "0077")
    assert (unit["ProtectSystem"], unit["NoNewPrivileges"], unit["PrivateTmp"]) == ("strict", "yes", "yes")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_systemd_knows_every_line_of_the_service(tmp_path: Path) -> None:
    unit = tmp_path / "cegoscore.service"
    unit.write_text(
        re.sub(r"^ExecStart=.*", "ExecStart=/bin/true", (DEPLOY / unit.name).read_text(), flags=re.MULTILINE)
    )
    command = ["systemd-analyze", "verify", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if unit.name in line] == []


def test_folder_for_copies_of_the_example_can_be_written_to() -> None:
    unit = (DEPLOY / "cegoscore.service").read_text()
    example = re.search(r"^#BACKUPS=(.+)/\w+$", (DEPLOY / "cegoscore.conf").read_text(), re.MULTILINE)
    assert example is not None
    assert f"\nReadWritePaths=-{example.group(1)}\n" in unit


def test_settings_of_the_service_are_roots_alone() -> None:
    assert "install -m 600 /opt/cegoscore/deploy/cegoscore.conf /etc/cegoscore.conf" in HOSTING.read_text()
