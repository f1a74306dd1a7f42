"""Erased things, told to a backup from before that is put back: rooms register what they erase.

A list of it lies beside the backups (`forgotten.json`), with keys of rows and what stands there now, never what stood
there before. Copies that were brought elsewhere, or into another server, are not reached.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.db import DatabaseError

from cegoscore.registry import Registry

FILE = "forgotten.json"

Known = dict[str, dict[str, str]]
"""By the name of a registered kind: what stands now in a row, by the row's key."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A kind of thing that is erased: what is erased in this database, and erasing it again; how many there were."""

    erased: Callable[[], dict[str, str]]
    erase_again: Callable[[Mapping[str, str]], int]


FORGETTING: Registry[Forgetting] = Registry()


def all_forgotten(*folders: Path | None) -> Known:
    """Everything that the lists in these folders know, and the database, if it can be read."""
    found: Known = {name: {} for name in FORGETTING.names}
    for folder in folders:
        with suppress(OSError, ValueError):
            kept = json.loads((folder / FILE).read_text(encoding="utf-8")) if folder else {}
            for name in found.keys() & kept.keys():
                found[name] |= kept[name]
    with suppress(DatabaseError):
        for name, kind in zip(FORGETTING.names, FORGETTING, strict=True):
            found[name] |= kind.erased()
    return found


def keep_forgotten(*folders: Path | None) -> None:
    """Bring the lists beside the backups up to date, once there is something on them. Raises `OSError`."""
    known = all_forgotten(*folders)
    for folder in folders:
        if folder and any(known.values()):
            draft = folder / f"{FILE}.new"
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(known, file)
            draft.replace(folder / FILE)


def forget_again(known: Known) -> int:
    """Erase in this database what was erased when it was newer; how much that was."""
    return sum(kind.erase_again(known[name]) for name, kind in zip(FORGETTING.names, FORGETTING, strict=True))
