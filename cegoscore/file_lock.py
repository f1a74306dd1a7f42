"""Locks of files, which hold between processes until the descriptor is closed, however its process ends."""

import fcntl
import os
from pathlib import Path


def lock_file(path: Path, *, wait: bool, shared: bool = False) -> int | None:
    """A descriptor that holds the lock of the file, which is made if need be; `None` if another one has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    try:
        fcntl.flock(descriptor, kind if wait else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
