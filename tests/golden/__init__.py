"""Golden files: what each published version wrote. Every later version must read all of them.

`tests/test_golden.py` holds them. They are made by `.venv/bin/python -m tests.golden VERSION`, once for each version.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
DIGESTS = HERE / "digests.txt"
"""The SHA-256 of every golden file, as `sha256sum` prints it."""

FILES = (
    "backup.json",
    "session.json",
    "tournament.json",
    "draw.json",
    "standings.json",
    "league-table.json",
    "person.json",
    "unsent.json",
)
"""One file for each format that cegoscore publishes."""


def versions() -> list[str]:
    """The versions that have golden files."""
    return sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name[0].isdigit())


def text_of(version: str, name: str) -> str:
    """The content of a golden file."""
    return (HERE / version / name).read_text(encoding="utf-8")


def digests() -> Iterator[str]:
    """A line for each golden file that is there, as `DIGESTS` has it."""
    for version in versions():
        for path in sorted((HERE / version).iterdir()):
            yield f"{sha256(path.read_bytes()).hexdigest()}  {version}/{path.name}"
