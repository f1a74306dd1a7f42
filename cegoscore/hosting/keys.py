"""Files of secret keys in the data folder: the server's own, and those from before, whose cookies and links go on."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from cegoscore.files import written_whole
from cegoscore.hosting.shelf import KEY
from cegoscore.server.system import give_owner_of

OLD_KEYS = "old_secret_keys"
"""Name of the file with keys from before, one a line."""


def keep_old_keys(keys: Iterable[str]) -> bool:
    """Add those of the keys that this server does not know; true if there were any. The next start reads them."""
    file = settings.DATA_DIR / OLD_KEYS
    there = file.read_text() if file.exists() else ""
    known = {settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, *there.splitlines()}
    missing = [key for key in keys if key.strip() and key not in known]
    if missing:
        _write(file, "".join(f"{key}\n" for key in [*there.splitlines(), *missing]))
    return bool(missing)


def take_key(key: str) -> None:
    """Let a key be the server's own from the next start on."""
    _write(settings.DATA_DIR / KEY, key)


def _write(file: Path, text: str) -> None:
    with written_whole(file) as out:
        out.write(text.encode())
    with suppress(PermissionError):  # whoever restores may be another user than the server
        give_owner_of(settings.DATA_DIR, file)
