"""`make install` on a host whose shell and pip are set up in other ways than most."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.effort import thorough
from tests.sources import ROOT

MAKE = shutil.which("make") or "make"
SERVED = ("cegoscore", "tournaments", "templates", "static", "locale")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Our Makefile and set-up without packages to fetch; nobody else may read a file of it."""
    for name in ("Makefile", "tools/setup.sh"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in (*(f"{folder}/messages.py" for folder in SERVED), "manage.py", "requirements.lock", "data/secret_key"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch(mode=0o600)
    for folder in (tmp_path, *(tmp_path / name for name in (*SERVED, "data"))):
        folder.chmod(0o700)
    return tmp_path


@thorough
def test_service_reads_what_was_installed_whatever_the_shell_and_pip_are_set_to(checkout: Path) -> None:
    odd = {"PIP_USER": "1", "PIP_TARGET": str(checkout / "elsewhere"), "PYTHONHOME": "/nowhere"}
    done = subprocess.run(
        [MAKE, "install"], cwd=checkout, env=os.environ | odd, umask=0o077, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not (checkout / "elsewhere").exists()
    for path in (checkout, *(each for name in (*SERVED, ".venv") for each in (checkout / name).rglob("*"))):
        assert path.is_symlink() or path.stat().st_mode & 0o004, path
    assert (checkout / "data").stat().st_mode & 0o077 == 0
