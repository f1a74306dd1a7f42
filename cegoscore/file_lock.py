"""Locks of files, which hold between processes until the descriptor is closed, however its process ends."""

from __future__ import annotations

import os
from pathlib import Path

from portalocker import AlreadyLocked, LockException, LockFlags, lock, unlock

__all__ = ["AlreadyLocked", "lock_descriptor", "lock_file", "unlock"]


def lock_file(path: Path, *, wait: bool) -> int | None:
    """A descriptor that holds the lock of the file, which is made if need be; `None` if another one has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock_descriptor(descriptor, wait=wait)
    except AlreadyLocked:
        os.close(descriptor)
        return None
    return descriptor


def lock_descriptor(descriptor: int, *, wait: bool) -> None:
    """Lock a descriptor's file. Raises `AlreadyLocked` if another one has it and we do not wait, else `OSError`."""
    try:
        lock(descriptor, LockFlags.EXCLUSIVE | (LockFlags(0) if wait else LockFlags.NON_BLOCKING))
    except AlreadyLocked:
        raise
    except LockException as problem:
        raise OSError(str(problem)) from problem
