"""The collected static files, made once for all processes and runs: compressing them takes a processor two seconds."""

import fcntl
import shutil
from pathlib import Path

from django.test import override_settings

from cegoscore.assets import static_files

SHARED = Path(__file__).parent.parent / ".venv" / "collected"


def prepare() -> None:
    """Bring the shared files up to date; another process that does so is waited for."""
    SHARED.mkdir(parents=True, exist_ok=True)
    with (SHARED / "lock").open("w") as lock, override_settings(STATIC_ROOT=SHARED / "static"):
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not static_files.is_collected():
            shutil.rmtree(SHARED / "static", ignore_errors=True)  # files of older sources
            static_files.collect()


def give(data: Path) -> None:
    """Put them into a new data folder, as if a server had been started there before. Without any, do nothing."""
    if (SHARED / "static.stamp").exists() and not (data / "static").exists():
        shutil.copytree(SHARED / "static", data / "static")
        shutil.copy(SHARED / "static.stamp", data)
