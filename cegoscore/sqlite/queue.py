"""The queue of writers in front of one SQLite file."""

import os
import sqlite3
import threading
import time

from cegoscore.file_lock import AlreadyLocked, lock_descriptor, unlock

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
        """Wait for our turn to write; after `patience` seconds fail as SQLite would."""
        if self._descriptor is not None:
            return
        until = time.monotonic() + self.patience
        if not self._threads.acquire(timeout=self.patience):
            raise sqlite3.OperationalError("database is locked: another thread keeps its transaction open")
        try:
            self._descriptor = _locked(self.path, until=until)
        except OSError as problem:
            raise sqlite3.OperationalError(f"the queue of writers cannot be joined: {problem}") from problem
        finally:
            if self._descriptor is None:
                self._threads.release()

    def leave(self) -> None:
        """Let the next one write."""
        if self._descriptor is not None:
            # Closing alone would not do if a child process had inherited the descriptor.
            unlock(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None
            self._threads.release()


def _locked(path: str, *, until: float) -> int:
    """A descriptor that holds the lock on `path`. Raises `sqlite3.OperationalError` if it is not free until then."""
    # Reading is enough to lock; so whoever may read the database may queue, whoever made the file.
    descriptor = os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        lock_descriptor(descriptor, wait=False)
    except AlreadyLocked:
        turn = _Turn(descriptor)
        turn.start()
        if not turn.comes(until):
            raise sqlite3.OperationalError("database is locked: another process keeps its transaction open") from None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


class _Turn(threading.Thread):
    """Wait in the kernel for a lock, which knows no deadline: whoever gave up leaves the descriptor to be closed."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(daemon=True)
        self.descriptor = descriptor
        self.guard = threading.Lock()
        self.locked = threading.Event()
        self.given_up = False

    def run(self) -> None:
        """Take the lock when it is free, and let it go if nobody waits any more."""
        lock_descriptor(self.descriptor, wait=True)
        with self.guard:
            self.locked.set()
            if self.given_up:
                os.close(self.descriptor)

    def comes(self, until: float) -> bool:
        """True once the lock is ours; false if that took too long."""
        self.locked.wait(max(0.0, until - time.monotonic()))
        with self.guard:
            self.given_up = not self.locked.is_set()
        return not self.given_up
