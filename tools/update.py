"""`make update`: this checkout brought to another version, and back by itself when that fails.

Runs with any Python, outside of the virtual environment that it replaces: `tools/update.py [VERSION]`. Packages are
fetched and the new version is tried on a copy of the database before anything stops. SERVICE names the systemd service
to stop and start; without it the server must be stopped already. RUN is the command that runs a command of ours as the
service's user; the code to run is in CEGOSCORE_CODE, `deploy/cegoscore` is such a command.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
NEXT = HERE / ".next"
"""Checkout of the new version, while it is prepared."""
VENVS = HERE / ".venvs"
"""Virtual environments by the lock file that filled them: that of this version, and of the one before."""
VENV = HERE / ".venv"
"""Link to the one in use."""
READY_WITHIN = 120
"""Seconds within which the server must be ready for hands after it was started."""


class Failed(Exception):
    """A step did not succeed; the message is a sentence."""


def main() -> None:
    """Update, or say in one line why not."""
    with (HERE / ".git" / "cegoscore-update").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            print(update(sys.argv[1] if len(sys.argv) > 1 else ""))
        except BlockingIOError:
            sys.exit("Another update is running.")
        except Failed as problem:
            sys.exit(str(problem))
        finally:
            git("worktree", "remove", "--force", str(NEXT), may_fail=True)


def update(version: str) -> str:
    """Go to a version, or to the newest; a sentence. Raises `Failed` after it has gone back."""
    before, wanted, packages = git("rev-parse", "HEAD"), fetched(version), venv_of(HERE)
    if before == wanted:
        return "There is nothing new."
    prepare(wanted)
    ours("rehearse_update", code=NEXT)
    service("stop")
    try:
        ours("apply_update", code=NEXT)
        switch(wanted)
        serve()
    except Failed as problem:
        raise Failed(f"{problem}\n{went_back(before)}") from None
    remove_old_venvs(packages)
    return f"Version {wanted[:7]} serves. Back: make update TO={before[:7]}"


def went_back(before: str) -> str:
    """Put the version before in place again; a sentence."""
    service("stop")
    switch(before)
    try:
        serve()
    except Failed as problem:
        return f"The version before, {before[:7]}, is in place again, but: {problem}"
    return f"The version before, {before[:7]}, is in place again."


def fetched(version: str) -> str:
    """Fetch, and return the commit of a version (a tag, branch or commit), or the newest of the default branch."""
    if git("status", "--porcelain", "--untracked-files=no"):
        raise Failed("Files of this checkout were changed by hand: git status lists them.")
    git("fetch", "--quiet", "--tags", "origin")
    if not version:
        git("fetch", "--quiet", "origin", "HEAD")
        return git("rev-parse", "FETCH_HEAD")
    for name in (f"origin/{version}", version):
        if found := git("rev-parse", "--quiet", "--verify", f"{name}^{{commit}}", may_fail=True):
            return found
    raise Failed(f"There is no version {version}.")


def prepare(commit: str) -> None:
    """Check the new version out beside this one, with its packages and everything that is made of its sources."""
    shutil.rmtree(NEXT, ignore_errors=True)
    git("worktree", "prune")
    git("worktree", "add", "--quiet", "--detach", str(NEXT), commit)
    venv = venv_of(NEXT)
    VENVS.mkdir(exist_ok=True)
    run("tools/setup.sh", "requirements.lock", f"{venv}/run.stamp", folder=NEXT)
    (NEXT / ".venv").symlink_to(venv)
    run("make", "--silent", "install", folder=NEXT)


def switch(commit: str) -> None:
    """Put code and packages of a commit in place; both are prepared already."""
    current = venv_of(HERE)
    if not VENV.is_symlink() and VENV.exists():
        VENVS.mkdir(exist_ok=True)
        shutil.rmtree(current, ignore_errors=True)
        VENV.rename(current)
    git("checkout", "--quiet", "--detach", commit)
    draft = HERE / ".venv.draft"
    draft.unlink(missing_ok=True)
    draft.symlink_to(venv_of(HERE))
    draft.replace(VENV)
    # Its packages are those of this lock file, however young the file is.
    (VENV / "run.stamp").touch()
    run("make", "--silent", "install", folder=HERE)


def serve() -> None:
    """Start the service and wait until it is ready for hands."""
    service("start")
    if os.environ.get("SERVICE"):
        ours("wait_until_ready", f"--seconds={READY_WITHIN}", code=HERE)


def service(word: str) -> None:
    """Stop or start the service, if there is one."""
    if name := os.environ.get("SERVICE"):
        run("systemctl", word, name, folder=HERE)


def ours(*command: str, code: Path) -> None:
    """Run a command of a checkout, as the service would."""
    own = [str(code / ".venv/bin/python"), "-m", "cegoscore.command"]
    run(*(shlex.split(os.environ.get("RUN", "")) or own), *command, folder=code)


def venv_of(checkout: Path) -> Path:
    """The virtual environment that a checkout's lock file fills."""
    return VENVS / hashlib.sha256((checkout / "requirements.lock").read_bytes()).hexdigest()[:12]


def remove_old_venvs(before: Path) -> None:
    """Keep the packages of this version and the one before."""
    for old in set(VENVS.iterdir()) - {venv_of(HERE), before}:
        shutil.rmtree(old)


def git(*arguments: str, may_fail: bool = False) -> str:
    """Run git in the checkout; what it printed, nothing if it failed and may."""
    with suppress(*([Failed] if may_fail else [])):
        return run("git", *arguments, folder=HERE, quiet=True).strip()
    return ""


def run(*command: str, folder: Path, quiet: bool = False) -> str:
    """Run a program; what it printed. Raises `Failed` with its complaint."""
    environment = os.environ | {"CEGOSCORE_CODE": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed((done.stderr or done.stdout).strip() or f"{command[0]} failed")
    if done.stdout and not quiet:
        print(done.stdout.rstrip(), flush=True)
    return done.stdout


if __name__ == "__main__":
    main()
