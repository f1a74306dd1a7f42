"""The app as people run it, in a process of its own, and somebody who visits it."""

from __future__ import annotations

import http.cookiejar
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

from tests import collected, migrated
from tests.databases import chosen_database, process_of_several, start_postgres

ROOT = Path(__file__).parent.parent
MEASURED = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}
"""Environment that a process needs to be measured by coverage, if the tests are."""
PATIENCE = 120
"""Seconds after which something that should happen at once counts as not happening, also on a busy machine."""


ONLY_PREPARED = """
import sys
from cegoscore import serve
from cegoscore.server import system
system.become = lambda command: sys.exit(0)
serve.main()
"""
"""A start up to where it becomes the web server."""

PORTS_OF_A_PROCESS = 1_400
_first_port = 20_000 + PORTS_OF_A_PROCESS * ((process_of_several() or 0) % 8)
_ports = cycle(random.sample(range(_first_port, _first_port + PORTS_OF_A_PROCESS), PORTS_OF_A_PROCESS))


def free_port() -> int:
    """Find a port that nobody listens on, below those that the system gives to outgoing connections.

    Until a server listens, nobody else is given the port: each process of the tests has its own ones, in turn.
    """
    for port in islice(_ports, PORTS_OF_A_PROCESS):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("every port is in use")


def wait_until(happened: Callable[[], bool], what: str) -> None:
    """Return as soon as it has happened."""
    begin = time.monotonic()
    while not happened():
        if time.monotonic() - begin > PATIENCE:
            raise AssertionError(f"still not: {what}")
        time.sleep(0.02)


def unpacked(version: Path, folder: Path) -> Path:
    """The folder, which is made, with the code of a version before, from its archive in tests/versions."""
    with tarfile.open(version) as archive:
        # Python 3.11.2 has none, and from 3.12 on one is asked for.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)  # noqa: S202  # our own
    return folder


SERVE = ("cegoscore.serve",)


class Started:
    """`python -m cegoscore.serve`, or another module with its arguments, in a process group of its own.

    It writes into files: whoever reads a pipe waits for the last process that has inherited it, even for ever.
    """

    def __init__(
        self, folder: Path, environment: Mapping[str, str], code: Path = ROOT, module: Sequence[str] = SERVE
    ) -> None:
        self.output = [folder / f"{name}.txt" for name in ("stdout", "stderr")]
        folder.mkdir(parents=True, exist_ok=True)
        with self.output[0].open("w") as out, self.output[1].open("w") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *module],
                cwd=code,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def said(self) -> tuple[str, str]:
        """Read what it has written to standard output and standard error."""
        out, err = (path.read_text() for path in self.output)
        return out, err

    def wait_until_served(self, url: str) -> None:
        """Return when it answers."""

        def answers() -> bool:
            assert self.process.poll() is None, self.said()
            with suppress(OSError), urllib.request.urlopen(f"{url}/healthz", timeout=5):
                return True
            return False

        wait_until(answers, "the server answers")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to it and all its workers."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def is_waking(self) -> bool:
        """True while the interpreter itself catches Ctrl+C, before our first line.

        As an exception it can get lost there, within an import; whoever presses the keys so early presses them again.
        """
        process = Path(f"/proc/{self.process.pid}")
        with suppress(OSError):
            caught = re.search(r"^SigCgt:\s+(\w+)$", (process / "status").read_text(), re.MULTILINE)
            is_first = b"cegoscore.serve" in (process / "cmdline").read_bytes().split(b"\0")
            return is_first and caught is not None and bool(int(caught[1], 16) & 1 << (signal.SIGINT - 1))
        return False

    def press_ctrl_c(self, within: float = PATIENCE) -> int:
        """Interrupt it as a terminal does and wait for its end; return the exit status."""
        wait_until(lambda: not self.is_waking(), "the interpreter has started")
        self.signal(signal.SIGINT)
        return self.process.wait(timeout=within)

    def kill(self) -> None:
        """SIGKILL to it and all its workers: no goodbye, no clean-up."""
        self.signal(signal.SIGKILL)
        self.process.wait()

    def wait_until_gone(self) -> None:
        """Return when no process of its group runs any more."""
        wait_until(lambda: not self.members(), "every process has ended")

    def members(self) -> list[list[str]]:
        """Read /proc/PID/stat, from the state on, of every process of the group that still runs."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it has ended meanwhile
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[2]) == self.process.pid and fields[0] != "Z":
                    found.append(fields)
        return found


class Server:
    """The app as `make run` starts it, on a free port, with data of its own.

    It has as many processes as the environment says, if no number is given.
    """

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        settings: str = "cegoscore.settings",
        processes: int | None = None,
        code: Path = ROOT,
        port: int | None = None,
    ) -> None:
        collected.give(folder)
        self.code = code
        self.port = port or free_port()
        self.folder = folder
        if database is None:
            database = start_postgres() if chosen_database() == "postgres" else ""
            if database and code == ROOT:
                migrated.give_tables(database)
        if not database and code == ROOT:
            migrated.give_file(folder / "cegoscore.sqlite3")
        self.environment = os.environ | {
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "PORT": str(self.port),
            "HOST": "127.0.0.1",
            "DJANGO_SETTINGS_MODULE": settings,
        }
        if processes:
            self.environment["PROCESSES"] = str(processes)
        self.start()

    def another(self) -> Server:
        """A second server with the same database and key."""
        folder = self.folder.with_name(f"beside-{self.folder.name}")
        folder.mkdir()
        shutil.copy(self.folder / "secret_key", folder)
        return Server(folder, self.environment["DATABASE_URL"] or f"sqlite:///{self.folder}/cegoscore.sqlite3")

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._start(SERVE)

    def _start(self, module: Sequence[str]) -> None:
        self.started = Started(self.folder / f"said-{self.port}", self.environment, self.code, module)
        try:
            self.started.wait_until_served(f"http://127.0.0.1:{self.port}")
        except BaseException:
            self.kill()
            raise

    def go_on(self) -> None:
        """Start it again, with one process, on data that are ready: to see whether they are is half of a start."""
        file = "" if self.environment["DATABASE_URL"] else f"{self.folder}/cegoscore.sqlite3"
        self._start(("cegoscore.server.supervisor", file, "1", self.environment["HOST"], str(self.port)))

    def kill(self) -> None:
        """SIGKILL to it and all its workers: no goodbye, no clean-up."""
        self.started.kill()

    def cpu_seconds(self) -> float:
        """Add up what it and all its workers have computed so far."""
        ticks = sum(int(fields[11]) + int(fields[12]) for fields in self.started.members())
        return ticks / os.sysconf("SC_CLK_TCK")

    def manage(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A management command on the same data."""
        arguments = [sys.executable, "manage.py", *command]
        return subprocess.run(arguments, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)


class Answering(Protocol):
    """Something that answers on a port of this machine."""

    port: int


class Visitor:
    """A browser without a screen: keeps its cookies and the last form token."""

    def __init__(self, server: Answering) -> None:
        self.home = f"http://127.0.0.1:{server.port}"
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.token = ""

    def get(self, path: str) -> tuple[str, str]:
        """The path where a page was found in the end, and the page."""
        return self._open(urllib.request.Request(self.home + path))

    def post(self, path: str, data: dict[str, str]) -> tuple[str, str]:
        """As `get`, after sending a form; raises `OSError` without an answer, and for one that says it is wrong."""
        body = urlencode(data | {"csrfmiddlewaretoken": self.token}).encode()
        return self._open(urllib.request.Request(self.home + path, data=body))

    def _open(self, request: urllib.request.Request) -> tuple[str, str]:
        with self.opener.open(request, timeout=PATIENCE) as answer:
            path, page = answer.geturl().removeprefix(self.home), answer.read().decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        self.token = found.group(1) if found else self.token
        return path, page
