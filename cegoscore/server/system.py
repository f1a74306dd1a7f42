"""Calls that operating systems answer differently: `pyproject.toml` bans them everywhere else.

Asked is whether a system has a thing, never what it is called: so `tests/test_portability.py` can take it away.
"""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from portalocker import AlreadyLocked, LockException, LockFlags, lock

resource: Any
try:
    import resource
except ImportError:  # Windows, which has no such limits
    resource = None

STOP_SIGNALS = frozenset(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Signals by which a terminal, a service or another program says stop."""
LONGEST_WAIT = 0.5
"""Seconds for which the main thread may wait at once for what a signal brings.

No signal wakes it on Windows, nor anywhere one that comes just before it falls asleep, or to another thread.
"""
BECOMES = hasattr(os, "execv") and hasattr(os, "posix_spawn")
"""True if a process can become another one: what Windows calls so starts a second one, and ends."""
FILES_HAVE_NAMES = Path("/dev/fd").exists()
"""True if a file that is open can be opened by its number; Windows and some containers have no such folder."""
SHARES_PORT = hasattr(os, "fork")
"""True if several processes may listen on one port."""


def make_streams_ready() -> None:
    """Let the streams that were closed lead to nothing, and print a `?` for a letter that the terminal does not know.

    So do those of our processes: else the next file, lock or socket becomes such a stream. What goes to a file or to
    another program is UTF-8, as documents and backups are: no letter of theirs is lost.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(nothing, True)  # noqa: FBT003 - it takes no names
            setattr(sys, name, os.fdopen(nothing, mode))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding=None if sys.stdout.isatty() else "utf-8", errors="replace")


def give_owner_of(file: Path, other: Path) -> None:
    """Let another file belong to whom a file belongs, where systems know owners."""
    if hasattr(os, "chown"):
        status = file.stat()
        os.chown(other, status.st_uid, status.st_gid)


def hold_back(signals: Iterable[int]) -> None:
    """Let these signals wait from now on, also for what this process becomes."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)


def let_through(signals: Iterable[int]) -> None:
    """Deliver these signals, those that have waited, too."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


@contextmanager
def for_children(signals: Iterable[int]) -> Iterator[None]:
    """Processes that are started inside never hear these signals."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def become(command: list[str]) -> NoReturn:
    """Run a program in place of this one, where `BECOMES`."""
    os.execv(command[0], command)


def own_group() -> dict[str, Any]:
    """Arguments of `Popen` for a process whose terminal's signals are not ours."""
    if hasattr(os, "setpgid"):
        return {"process_group": 0}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def ask_to_stop(process: subprocess.Popen[bytes]) -> None:
    """Say stop to a process of ours; on Windows, where that would kill it, the end of its input says so."""
    if process.stdin:
        process.stdin.close()
    if hasattr(signal, "pthread_sigmask"):
        process.terminate()


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a process with what it has started in its group, at once."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def allow_open_files(wanted: int) -> int:
    """Raise the limit of this process as far as needed and possible; how many of the wanted files may be open."""
    if resource is None:
        return wanted
    soft, hard = (
        wanted if limit == resource.RLIM_INFINITY else limit for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    most = min(wanted, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return most


def allow_memory(most: int) -> None:
    """Let this process have no more bytes of memory, where that can be said."""
    if resource is not None:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def allow_processor(seconds: int) -> None:
    """End this process after so many more seconds of the processor, where that can be said; systems count whole ones.

    What it has used so far, in starting, is rounded: on a slow machine that takes as long as what it is started for.
    """
    if resource is not None:
        most = seconds + round(time.process_time())
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))


# Locks of files hold between processes until the descriptor is closed, however its process ends.


def lock_file(path: Path, *, wait: bool) -> int | None:
    """A descriptor that holds the lock of the file, which is made if need be; `None` if another one has it."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except PermissionError:  # root has made it, by a command; to read is enough on a disk of this machine
        descriptor = os.open(path, os.O_RDONLY)
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
