"""Processor time of a server and of a PostgreSQL that nobody else uses, to the microsecond."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.db import connection

from tests.served import Server


class Clock:
    """Processor time of all processes: the server's, and the database's."""

    def __init__(self, server: Server) -> None:
        self.server = server.started.process.pid
        self.postmaster = 0
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self.postmaster = int(_stat(Path(f"/proc/{cursor.fetchone()[0]}"))[1])

    def seconds(self) -> float:
        """So much was computed until now; of the database also by processes that have ended."""
        ended = sum(map(int, _stat(Path(f"/proc/{self.postmaster}"))[13:15])) if self.postmaster else 0
        return sum(map(_computed, self._processes())) + ended / os.sysconf("SC_CLK_TCK")

    def _processes(self) -> Iterator[Path]:
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                parent, group = map(int, _stat(process)[1:3])
                if group == self.server or self.postmaster in {parent, int(process.name)} - {0}:
                    yield process


def _computed(process: Path) -> float:
    """Seconds of all threads that it has now."""
    total = 0
    for thread in process.glob("task/*/schedstat"):
        with suppress(OSError):
            total += int(thread.read_text().split()[0])
    return total / 1e9


def _stat(process: Path) -> list[str]:
    """The fields of /proc/PID/stat, from the state on."""
    return (process / "stat").read_text().rpartition(")")[2].split()
