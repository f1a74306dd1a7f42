"""Nothing that only Linux has stands in the way: the app without it, as macOS and Windows would find it.

ruff bans those names everywhere but in `cegoscore/server/system.py`; here they are taken away while it runs.
"""

import os
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests import collected, migrated
from tests.effort import thorough
from tests.served import MEASURED, PATIENCE, ROOT, free_port, wait_until

MISSING = {
    "macos": {"signal": ["sigtimedwait", "sigwaitinfo"], "os": ["sched_getaffinity", "posix_fadvise", "sendfile"]},
    "windows": {
        "signal": ["sigtimedwait", "sigwaitinfo", "sigwait", "pthread_sigmask", "SIGHUP", "SIGCHLD", "alarm"],
        "os": ["fork", "posix_spawn", "execv", "killpg", "setsid", "setpgid", "chown"],
    },
}
"""Names of the standard library on Linux that it has not there."""
MODULES = {"macos": [], "windows": ["fcntl", "resource", "pwd", "grp", "termios"]}

WITHOUT = """
import builtins, importlib, os, subprocess, sys
subprocess._USE_POSIX_SPAWN = False
for module, names in {names!r}.items():
    for name in names:
        delattr(importlib.import_module(module), name)
if not hasattr(os, "sched_getaffinity"):
    os.process_cpu_count = os.cpu_count  # from Python 3.13 on it asks what is missing now
given = builtins.__import__
def ours_may_not(name, globals=None, *rest, **more):
    if name in {modules!r} and (globals or {{}}).get("__name__", "").startswith(("cegoscore", "tournaments")):
        raise ImportError(f"no module named {{name}}")
    return given(name, globals, *rest, **more)
builtins.__import__ = ours_may_not
"""

COMMANDS = (
    ("repair",),
    ("doctor",),
    ("selfcheck",),
    ("backup",),
)
"""Commands beside the server."""
ONE_BY_ONE = """
import sys, traceback
from cegoscore.command import main
for command in {commands!r}:
    sys.argv = ["cegoscore", *command]
    status = 0
    try:
        main()
    except SystemExit as end:
        status = end.code
    except Exception:
        traceback.print_exc()
    print("tried", command[0], status or 0)
"""
"""Commands in one process: what is missing is missing for all of them."""


@pytest.fixture(params=["windows", pytest.param("macos", marks=pytest.mark.heavy)])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """Environment of processes whose Python lacks what that system's Python lacks."""
    system = request.param
    (tmp_path / "sitecustomize.py").write_text(WITHOUT.format(names=MISSING[system], modules=MODULES[system]))
    own = {"PYTHONPATH": str(tmp_path), "PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data")}
    collected.give(tmp_path / "data")
    migrated.give_file(tmp_path / "data" / "cegoscore.sqlite3")
    return MEASURED | own | {"BACKUPS": "0", "HOST": "127.0.0.1", "PORT": str(free_port())}


@thorough
def test_server_starts_serves_and_stops_and_commands_run_with_what_the_system_has(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with (tmp_path / "said").open("w") as said:
        server = subprocess.Popen(
            [sys.executable, "-m", "cegoscore.serve"], cwd=ROOT, env=environment, stdout=said, stderr=said
        )
    address = f"http://127.0.0.1:{environment['PORT']}/healthz"
    wait_until(lambda: _is_served(address), "the server is there")
    try:
        commands = (*COMMANDS, ("restore_server", environment["DATA_DIR"]))  # which is refused there
        done = one_by_one(commands, environment)
        assert "Traceback" not in done.stderr, done.stderr
        assert "data is running: stop it first, or name another folder by --data or DATA_DIR." in done.stderr
        tried = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("tried")]
        assert [command for command, _status in tried] == [command for command, *_options in commands]
        assert (tried[0][1], tried[-1][1]) == ("0", "1")
        assert _is_served(address)
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)
    wait_until(lambda: not _is_served(address), "the port is free")


def one_by_one(commands: tuple[tuple[str, ...], ...], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run commands, all in one process."""
    script = [sys.executable, "-c", ONE_BY_ONE.format(commands=commands)]
    return subprocess.run(script, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def _is_served(address: str) -> bool:
    with suppress(OSError), urlopen(address, timeout=PATIENCE):
        return True
    return False


def test_whatever_is_taken_away_here_is_banned_from_our_code() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    banned = set(project["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"])
    taken = {name for names in MODULES.values() for name in names}
    taken |= {f"{module}.{name}" for missing in MISSING.values() for module in missing for name in missing[module]}
    assert sorted(taken - banned) == []
