"""The queue of writers in front of one SQLite file."""

import fcntl
import os
import sqlite3
import threading

# Threads of this process wait here, so that only one of them waits in the kernel, and none for ever.
_threads: dict[str, threading.Lock] = {}


class WriteQueue:
    """One connection's place in the queue on `path`. Entering twice or leaving twice does nothing.

    The lock file is never the database itself: closing any descriptor of that would drop SQLite's own locks on it.
    """

    def __init__(self, path: str, *, patience: float) -> None:
        self.path = path
        self.patience = patience
        self._threads = _threads.setdefault(path, threading.Lock())
        self._descriptor: int | None = None

    def enter(self) -> None:
        """Wait for our turn to write; after `patience` seconds behind another thread, fail as SQLite would."""
        if self._descriptor is not None:
            return
        if not self._threads.acquire(timeout=self.patience):
            raise sqlite3.OperationalError("database is locked: another thread keeps its transaction open")
        try:
            self._descriptor = _locked(self.path)
        except OSError as problem:
            raise sqlite3.OperationalError(f"the queue of writers cannot be joined: {problem}") from problem
        finally:
            if self._descriptor is None:
                self._threads.release()

    def leave(self) -> None:
        """Let the next one write."""
        if self._descriptor is not None:
            # Closing alone would not do if a child process had inherited the descriptor.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            os.close(self._descriptor)
            self._descriptor = None
            self._threads.release()


def _locked(path: str) -> int:
    """A descriptor that holds the lock on `path`."""
    # Reading is enough to lock; so whoever may read the database may queue, whoever made the file.
    descriptor = os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
