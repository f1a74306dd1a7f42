"""The packages to install elsewhere, built once for all processes of a run: to build it takes a processor seconds."""

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import process_of_several
from tests.served import ROOT

BUILD = ("-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")


def built(folders: pytest.TempPathFactory, name: str = "cegoscore") -> Path:
    """Build both packages, or find what another process of this run has built or is building; the one of this name."""
    of_process = folders.getbasetemp()
    shared = of_process if process_of_several() is None else of_process.parent
    with (shared / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(shared.glob("wheel/*.whl")):
            projects = (str(ROOT), str(ROOT / "tools/rules"))
            subprocess.run([sys.executable, *BUILD, f"--wheel-dir={shared / 'wheel'}", *projects], check=True)
    (wheel,) = shared.glob(f"wheel/{name}-*.whl")
    return wheel
