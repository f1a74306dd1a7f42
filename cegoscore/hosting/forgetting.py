"""Erased and locked things, told to a backup from before that is put back: rooms register what they erase or lock.

A list of it lies beside the backups (`forgotten.json`), with keys and what happened to them, never what stood there
before. Copies that were brought elsewhere, or into another server, are not reached.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.db import DatabaseError

from cegoscore.database.counters import count_on_from, last_keys
from cegoscore.files import put_in_place
from cegoscore.hosting.jobs import JobFailed
from cegoscore.registry import Registry

FILE = "forgotten.json"
COUNTED = "counters"
"""Name of the kind that erases nothing."""

Known = dict[str, dict[str, str]]
"""By the name of a registered kind: what happened last to something, by its key."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A kind of thing that is erased: what is erased in this database, and erasing it again; how many there were.

    Where two of the lists and the database differ, `newer` says which one holds.
    """

    erased: Callable[[], dict[str, str]]
    erase_again: Callable[[Mapping[str, str]], int]
    newer: Callable[[str, str], str] = max
    known_better: Callable[[Mapping[str, str]], Iterable[str]] = lambda _listed: ()
    """Those keys on the lists of which this database says itself how it is."""


FORGETTING: Registry[Forgetting] = Registry()


def all_forgotten(*folders: Path | None) -> Known:
    """Everything that the lists in these folders know, and the database, if it can be read. Raises `JobFailed`."""
    kinds = dict(zip(FORGETTING.names, FORGETTING, strict=True))
    known: Known = {name: {} for name in kinds}
    for folder in filter(None, folders):
        listed = _kept(folder / FILE)
        for name in known.keys() & listed.keys():
            _learn(known[name], listed[name], kinds[name])
    for name, kind in kinds.items():
        with suppress(DatabaseError):  # it may be of a version before, or damaged
            for key in set(kind.known_better(known[name])):
                del known[name][key]
            _learn(known[name], kind.erased(), kind)
    return known


def _kept(file: Path) -> Known:
    """Read a list; nothing if there is none yet. Raises `JobFailed` if it is there and cannot be read."""
    try:
        listed = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        listed = None
    kinds = listed.values() if isinstance(listed, dict) else [None]
    if not all(isinstance(rows, dict) and all(isinstance(row, str) for row in rows.values()) for rows in kinds):
        raise JobFailed(
            f"{file} lists what was erased, and is damaged or cannot be read. Mend it; without it, what was erased"
            " comes back with older backups"
        )
    return dict(listed)


def _learn(known: dict[str, str], more: Mapping[str, str], kind: Forgetting) -> None:
    """Add what somebody else knows."""
    known |= {key: kind.newer(known[key], value) if key in known else value for key, value in more.items()}


def keep_forgotten(*folders: Path | None) -> None:
    """Bring the lists beside the backups up to date, once there is something on them. Raises `JobFailed`."""
    known = all_forgotten(*folders)
    erased = any(rows for name, rows in known.items() if name != COUNTED)
    for folder in filter(None, folders if erased else ()):
        draft = folder / f"{FILE}.new"
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(known, file)
            put_in_place(draft, folder / FILE)
        except OSError as problem:
            raise JobFailed(f"{folder / FILE} cannot be written: {problem.strerror}") from problem


def forget_again(known: Known) -> dict[str, int]:
    """Erase in this database what was erased when it was newer; how much that was, by kind, nothing left out."""
    done = {name: kind.erase_again(known[name]) for name, kind in zip(FORGETTING.names, FORGETTING, strict=True)}
    return {name: count for name, count in done.items() if count}


def counted() -> dict[str, str]:
    """The highest keys that were given out in this database, as a list keeps them."""
    return {table: str(key) for table, key in last_keys().items()}


def count_on(wanted: Mapping[str, str]) -> int:
    """Let no key come to mean another row: count on from where the newer database was. Nothing is erased by it."""
    count_on_from({table: int(key) for table, key in wanted.items() if key.isdecimal()})
    return 0


COUNTERS = Forgetting(counted, count_on, newer=lambda one, other: max(one, other, key=int))
