"""`make update`: this checkout brought to another version, and back by itself when that fails.

Runs with any Python, outside of the virtual environment that it replaces: `tools/update.py [VERSION]`. Packages are
fetched and the new version is tried on a copy of the database before anything stops (`cegoscore.server.changing`).
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import sys
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

from cegoscore.server.changing import Failed, Version, change, left_by, run  # noqa: E402 - found only now

NEXT = HERE / ".next"
"""Checkout of the new version, while it is prepared."""
VENVS = HERE / ".venvs"
"""Virtual environments by the lock file that filled them: that of this version, and of the one before."""
VENV = HERE / ".venv"
"""Link to the one in use."""
UNFINISHED = HERE / ".git" / "cegoscore-unfinished"
"""File with the commit that served before an update that was broken off."""


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
    here, wanted, packages, left = git("rev-parse", "HEAD"), fetched(version), venv_of(HERE), left_by(UNFINISHED)
    if here == wanted and not left:
        return "There is nothing new."
    before = left or here
    prepare(wanted)
    old = Version(key=before, code=HERE, name=before[:7], put_in_place=lambda: switch(before), folder=HERE)
    new = Version(key=wanted, code=NEXT, name=wanted[:7], put_in_place=lambda: switch(wanted), folder=NEXT)
    change(old, new, unfinished=UNFINISHED)
    remove_old_venvs(packages)
    return f"Version {wanted[:7]} serves. Back: make update TO={before[:7]}"


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


if __name__ == "__main__":
    main()
