"""Folders of everything that is not Python: at the top of a checkout, inside of the package once it is installed.

All of them together make an edition of the app: which pages and files belong together on a phone without network.
"""

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO

from django.conf.locale import LANG_INFO
from django.utils.translation import get_language

import cegoscore

PACKAGE = Path(__file__).resolve().parent
INSTALLED = PACKAGE / "files"
"""Place of the folders in a wheel (`pyproject.toml` maps them there)."""

HOME = INSTALLED if INSTALLED.exists() else PACKAGE.parent
"""Folder of `templates`, `static` and `locale`."""
SERVE_ON = "cegoscore serve --port=" if INSTALLED.exists() else "make run PORT="
"""Line that starts the server, up to the number of the port."""
AS_IN_0_1 = Path("data")
"""Folder of an installed package before its data had a place with the user."""


def data_folder() -> Path:
    """Folder of the data unless `DATA_DIR` names another one: in the checkout, or where the system has the user's."""
    if not INSTALLED.exists():
        return HOME / "data"
    # Where we are called there may be nothing, or nothing that we may look at: root's home.
    if any(os.access(AS_IN_0_1 / name, os.R_OK) for name in ("secret_key", "cegoscore.sqlite3")):
        return AS_IN_0_1
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - known without the variable, too
    library = home / "Library/Application Support"  # on macOS
    usual = library if library.is_dir() else home / ".local/share"
    return Path(os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_DATA_HOME") or usual) / "cegoscore"


def languages(catalogues: Path) -> list[tuple[str, str]]:
    """Every language that has texts there, by its code, with what it is called in itself."""
    codes = sorted(path.parts[-3] for path in catalogues.glob("*/LC_MESSAGES/django.po"))
    return [(code, LANG_INFO.get(code, {}).get("name_local", code)) for code in codes]


@contextmanager
def written_whole(file: Path) -> Iterator[IO[bytes]]:
    """A file for nobody else to read: written beside its name, and whole when it bears that. Raises `OSError`.

    In place of a device such as `/dev/stdout` nothing is put.
    """
    file = file.resolve()
    if file.exists() and not file.is_file():
        raise OSError(errno.EEXIST, "It is no file")
    draft = file.with_name(f"{file.name}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            yield out
        put_in_place(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def put_in_place(draft: Path, target: Path) -> None:
    """Rename a file, or a folder of files, to its name, once all of it has reached the disk. Raises `OSError`.

    So a power cut leaves what was there before or the whole of the new, never a name with half of it.
    """
    for path in sorted(draft.rglob("*"), reverse=True) if draft.is_dir() else ():
        bring_to_disk(path)
    bring_to_disk(draft)
    draft.replace(target)
    bring_to_disk(target.parent)


def bring_to_disk(path: Path) -> None:
    """Wait until a file's content, or the names in a folder, are on the disk. Raises `OSError` for a file.

    Windows opens no folders, and some shares bring none to the disk when asked: there it is the system's own affair.
    """
    is_folder = path.is_dir()
    try:
        descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        if not is_folder:
            raise


FOLDERS = (PACKAGE, *(HOME / name for name in ("templates", "static", "locale")))
ENDINGS = frozenset({".css", ".html", ".js", ".mo", ".py", ".svg", ".toml"})
"""Everything that a page or file is made of."""


def edition() -> str:
    """Name of the edition in the language that is on: a change of anything that pages are made of gives another one."""
    return f"{cegoscore.__version__}-{_fingerprint()}-{get_language()}"


@cache
def _fingerprint() -> str:
    """Digest of the sources, read once a process: it serves what it has read, too."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.suffix in ENDINGS:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
