"""The app as people run it, in a process of its own, and somebody who visits it."""

from __future__ import annotations

import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

from tests.databases import chosen_database, start_postgres

ROOT = Path(__file__).parent.parent


class Server:
    """The app as `make run` starts it, on a free port, with data of its own."""

    def __init__(self, folder: Path, database: str | None = None, settings: str = "cegoscore.settings") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder = folder
        if database is None:
            database = start_postgres() if chosen_database() == "postgres" else ""
        self.environment = os.environ | {
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "PORT": str(self.port),
            "HOST": "127.0.0.1",
            "DJANGO_SETTINGS_MODULE": settings,
        }
        self.start()

    def another(self) -> Server:
        """A second server with the same data."""
        return Server(self.folder, self.environment["DATABASE_URL"])

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "cegoscore.serve"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """SIGKILL to it and all its workers: no goodbye, no clean-up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def cpu_seconds(self) -> float:
        """What it and all its workers have computed so far."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            if int(fields[2]) == self.process.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def manage(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A management command on the same data."""
        arguments = [sys.executable, "manage.py", *command]
        return subprocess.run(arguments, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)


class Visitor:
    """A browser without a screen: keeps its cookies and the last form token."""

    def __init__(self, server: Server) -> None:
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
        with self.opener.open(request, timeout=20) as answer:
            path, page = answer.geturl().removeprefix(self.home), answer.read().decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        self.token = found.group(1) if found else self.token
        return path, page
