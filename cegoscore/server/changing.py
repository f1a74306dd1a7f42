"""A change of the code that serves, and the way back: the steps that a checkout and a package share.

Needs nothing but Python, because `tools/update.py` runs outside of the virtual environment that it replaces. SERVICE
names the systemd service to stop and start; without it the server must be stopped already. RUN is the command that runs
a command of ours as the service's user; the code to run is in CEGOSCORE_CODE, `deploy/cegoscore` is such a command.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cegoscore.server import system

READY_WITHIN = 120
"""Seconds within which the server must be ready for hands after it was started."""


class Failed(Exception):
    """A step did not succeed; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Version:
    """Code with its packages in `.venv`, the name it has for people, and what puts it in place."""

    key: str
    """Name by which it is found again."""
    code: Path
    name: str
    put_in_place: Callable[[], None]
    folder: Path
    """The folder in which its commands are called."""


def change(before: Version, new: Version, *, unfinished: Path) -> None:
    """Go to a version that is prepared. Raises `Failed` after it has gone back.

    Neither Ctrl+C nor the end of a terminal comes between a service that is stopped and its start. What breaks off all
    the same leaves the file `unfinished` with the key of the version before: whoever tries again begins there.
    """
    ours("rehearse_update", version=new)
    with system.deaf():
        try:
            unfinished.write_text(before.key)
            service("stop")
            ours("apply_update", version=new)
            new.put_in_place()
            serve(new)
        except (Failed, OSError) as problem:
            raise Failed(f"{problem}\n{_went_back(before, unfinished)}") from None
        unfinished.unlink()


def _went_back(before: Version, unfinished: Path) -> str:
    """Put the version before in place again, and start it whatever comes between; a sentence."""
    problems = []
    steps: list[Callable[[], None]] = [lambda: service("stop"), before.put_in_place, lambda: serve(before)]
    for step in steps:
        try:
            step()
        except (Failed, OSError) as problem:
            problems.append(str(problem))
    if problems:
        return f"Back to the version before, {before.name}, but: {' '.join(problems)}"
    unfinished.unlink(missing_ok=True)
    return f"The version before, {before.name}, is in place again."


def left_by(unfinished: Path) -> str:
    """The key of the version that served before a change that was broken off; empty if there is none."""
    return unfinished.read_text() if unfinished.exists() else ""


def serve(version: Version) -> None:
    """Start the service and wait until it is ready for hands."""
    service("start")
    if os.environ.get("SERVICE"):
        ours("wait_until_ready", f"--seconds={READY_WITHIN}", version=version)


def service(word: str) -> None:
    """Stop or start the service, if there is one."""
    if name := os.environ.get("SERVICE"):
        run("systemctl", word, name, folder=Path.cwd())


def ours(*command: str, version: Version) -> None:
    """Run a command of a version, as the service would."""
    own = [str(version.code / ".venv/bin/python"), "-m", "cegoscore.command"]
    through = shlex.split(os.environ.get("RUN", ""))
    run(*(through or own), *command, folder=version.folder, code=version.code)


def run(*command: str, folder: Path, code: Path | None = None, quiet: bool = False) -> str:
    """Run a program; what it printed. Raises `Failed` with its complaint."""
    environment = os.environ | {"CEGOSCORE_CODE": str(code or folder)}
    done = subprocess.run(  # noqa: S603 - our own commands, make, git, pip and systemctl
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed((done.stderr or done.stdout).strip() or f"{command[0]} failed")
    if done.stdout and not quiet:
        with suppress(OSError):  # their terminal may be gone
            print(done.stdout.rstrip(), flush=True)  # noqa: T201 - for who has called it
    return done.stdout
