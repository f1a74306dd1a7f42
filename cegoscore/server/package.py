"""`cegoscore update PACKAGE`: an installation from a package brought to another version, and back if that fails.

The virtual environment becomes a link to one of two beside it (`NAME.versions`), that of this version and of the one
before. The package is fetched and tried on a copy of the database before anything stops.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from argparse import ArgumentParser
from pathlib import Path

from cegoscore import __version__, file_lock, files
from cegoscore.server.changing import Failed, Version, change, left_by, run

READY = "ready"
"""File beside an environment that holds the name of its version, once it is complete."""
UNFINISHED = "unfinished"
"""File among the environments with the folder of the one that served before an update that was broken off."""


def main(arguments: list[str]) -> None:
    """Update, or say in one line why not."""
    parser = ArgumentParser(prog="cegoscore update", description="Goes to another version, and back if that fails.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("package", nargs="?", help="a wheel, or what pip finds under this name: cegoscore==0.2.0")
    which.add_argument("--back", action="store_true", help="to the version before")
    try:
        print(update(parser.parse_args(arguments).package))  # noqa: T201 - for who has called it
    except Failed as problem:
        sys.exit(str(problem))


def update(package: str | None) -> str:
    """Go to the version in a package, or to the one before; a sentence. Raises `Failed` after it has gone back."""
    if not files.INSTALLED.exists():
        raise Failed("This is a checkout: type make update.")
    if os.name == "nt":
        raise Failed("Not on Windows, where nothing that runs can be replaced: docs/hosting.md has the steps.")
    place = _place()
    versions = place.with_name(f"{place.name}.versions")
    versions.mkdir(mode=0o755, exist_ok=True)
    lock = file_lock.lock_file(versions / "lock", wait=False)
    if lock is None:
        raise Failed("Another update is running.")
    try:
        left = left_by(versions / UNFINISHED)
        before = _version(place, versions / left) if left else _in_use(place, versions)
        new = _prepared(package, place, versions) if package else _other(before, place, versions)
        if new.code == before.code and not left:
            return f"Version {new.name} serves already."
        change(before, new, unfinished=versions / UNFINISHED)
        _remove_others(versions, keep=(before.code, new.code))
    finally:
        os.close(lock)
    return f"Version {new.name} is in place. Back to {before.name}: cegoscore update --back"


def _place() -> Path:
    """The path under which the environment in use is called, link or not."""
    here = Path(sys.prefix)
    return here.parent.parent.with_suffix("") if here.parent.parent.suffix == ".versions" else here


def _in_use(place: Path, versions: Path) -> Version:
    """The version in use; the first one moves to where the others are when it is stopped."""
    if place.is_symlink():
        return _version(place, place.resolve().parent)
    first = versions / "first"
    shutil.rmtree(first, ignore_errors=True)
    first.mkdir()
    (first / READY).write_text(__version__)
    return _version(place, first)


def _other(before: Version, place: Path, versions: Path) -> Version:
    """The version that was in use before."""
    for ready in versions.glob(f"*/{READY}"):
        if ready.parent != before.code:
            return _version(place, ready.parent)
    raise Failed("There is no version before this one here.")


def _prepared(package: str, place: Path, versions: Path) -> Version:
    """An environment of its own with the package and all that it needs; one that was fetched before is taken."""
    file = Path(package)
    content = file.read_bytes() if file.is_file() else f"{package} {time.time_ns()}".encode()
    code = versions / hashlib.sha256(content).hexdigest()[:12]
    if not (code / READY).exists():
        shutil.rmtree(code, ignore_errors=True)
        python = str(code / ".venv/bin/python")
        run(sys.executable, "-m", "venv", str(code / ".venv"), folder=versions)
        wanted = str(file.resolve()) if file.is_file() else package
        here = ("--no-user", "--target", "")  # wherever pip.conf has others installed
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *here, wanted, folder=versions)
        run(python, "-m", "cegoscore.messages", folder=versions)
        name = run(python, "-c", "import cegoscore; print(cegoscore.__version__)", folder=versions, quiet=True)
        (code / READY).write_text(name.strip())
    return _version(place, code)


def _version(place: Path, code: Path) -> Version:
    return Version(
        key=code.name,
        code=code,
        name=(code / READY).read_text(),
        put_in_place=lambda: _link(place, code),
        folder=Path.cwd(),
    )


def _link(place: Path, code: Path) -> None:
    """Let the name of the environment lead to one of them, at once."""
    if place.exists() and not place.is_symlink():
        place.rename(place.with_name(f"{place.name}.versions") / "first" / ".venv")
    draft = place.with_name(f"{place.name}.draft")
    draft.unlink(missing_ok=True)
    draft.symlink_to(code / ".venv")
    draft.replace(place)


def _remove_others(versions: Path, *, keep: tuple[Path, ...]) -> None:
    for old in versions.iterdir():
        if old.is_dir() and old not in keep:
            shutil.rmtree(old)
