"""The package to install elsewhere: everything that the app needs is in it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests import wheels
from tests.served import MEASURED

pytestmark = pytest.mark.heavy  # it builds a package

ROOT = Path(__file__).parent.parent
FOLDERS = ("templates", "static", "locale")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel holds, as pip would lay it out."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheels.built(tmp_path_factory)) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def test_wheel_holds_all_that_is_no_python(installed: Path) -> None:
    names = [path.relative_to(ROOT) for name in FOLDERS for path in (ROOT / name).rglob("*") if path.is_file()]
    assert len(names) > 100
    assert [name for name in names if not (installed / "cegoscore/files" / name).exists()] == []
    assert not (installed / "tests").exists()


def test_installed_command_works_from_any_folder(installed: Path, tmp_path: Path) -> None:
    """A server of SQLite: set up, backed up, and the backup tried out."""

    def said(*command: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "cegoscore.command", *command],
            cwd=tmp_path,
            env=MEASURED | {"PYTHONPATH": str(installed), "PATH": "", "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        ).stdout

    said("migrate", "--verbosity=0")
    assert "0 faults" in said("backup")
    assert "ok    database:" in said("doctor")
    assert (tmp_path / ".local/share/cegoscore/backups").is_dir()
