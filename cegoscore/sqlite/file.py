"""The file of a database, and the log beside it (`-wal`), in which SQLite keeps what is not in the file yet."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

LOGS = ("-wal", "-shm")
"""Ends of the names of the log and of its index."""
QUICKLY_READ = 200_000_000
"""Bytes that are read in less than two seconds."""


def settle(file: Path) -> bool:
    """Bring what the log holds into the file; true if that is the whole database then.

    It is not while others still work with it, or on a disk that is full.
    """
    with suppress(sqlite3.Error), closing(_opened(file, "rw")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return not has_log(file)


def has_log(file: Path) -> bool:
    """True if not everything is in the file."""
    log = Path(f"{file}{LOGS[0]}")
    return log.exists() and log.stat().st_size > 0


def file_fault(file: Path) -> str:
    """Sentence that says what a database cannot be read for, with what to do; empty if it can."""
    if not file.exists() or not (fault := complaint(file, "quick_check")):
        return ""
    wal, shm = (f"{file.name}{log}" for log in LOGS)
    beside = f", or the {wal} beside it is another database's (then move it and {shm} away)" if has_log(file) else ""
    return f"The database {file} is damaged{beside}: {fault}. The last backup is put back by restore_server --discard."


def complaint(file: Path, check: str) -> str:
    """The first complaint of a check of SQLite's; empty if there is none. A log beside the file stays as it is."""
    try:
        # Who may only read brings no log into the file when it closes.
        with closing(_opened(file, "ro" if has_log(file) else "rw")) as database:
            (answer,) = database.execute(f"PRAGMA {check}(1)").fetchone()
    except sqlite3.Error as problem:
        answer = str(problem)
    return "" if answer == "ok" else str(answer).splitlines()[-1]


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=1.0)
