"""Compile the texts in locale/ for gettext, in pure Python: a bare system has no `msgfmt`."""

import os
from pathlib import Path

import polib

from cegoscore import files

LOCALE_DIR = files.HOME / "locale"


def compile_messages(locale_dir: Path = LOCALE_DIR) -> list[Path]:
    """Write a .mo file beside every .po file that is newer than it, and return those written."""
    written = []
    for source in sorted(locale_dir.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            # Several processes may compile at once, and a reader never sees half a file.
            draft = target.with_suffix(f".{os.getpid()}.mo")
            polib.pofile(str(source)).save_as_mofile(str(draft))
            draft.replace(target)
            written.append(target)
    return written


if __name__ == "__main__":
    compile_messages()
