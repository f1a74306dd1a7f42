"""The edition of the app: which pages and files belong together on a phone without network."""

from __future__ import annotations

import hashlib
from functools import cache

from django.utils.translation import get_language

import cegoscore
from cegoscore import files

FOLDERS = (files.PACKAGE, *(files.HOME / name for name in ("templates", "static", "locale")))
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
