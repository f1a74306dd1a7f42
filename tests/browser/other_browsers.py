"""Firefox and WebKitGTK as Debian has them, by one small interface, behind a network that can be cut.

Packages firefox-esr, webkit2gtk-driver and xvfb. The clients of the Python index are not used: Firefox's own does not
run on Python 3.13, and the other one needs a further program that Debian does not have.
"""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from tests.browser.pixels import Picture
from tests.served import free_port, wait_until

MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
SCRIPT_SECONDS = 120


class Driver:
    """A browser by the commands of WebDriver; how they get there is a matter of the browser."""

    def __init__(self, command: Callable[[str, Mapping[str, Any]], Any]) -> None:
        self.command = command
        command("SetTimeouts", {"script": SCRIPT_SECONDS * 1000})

    def open(self, url: str) -> None:
        """Go to an address."""
        self.command("Navigate", {"url": url})

    def cookie(self, name: str, value: str) -> None:
        """Set a cookie for the host of the open page."""
        self.command("AddCookie", {"cookie": {"name": name, "value": value, "path": "/"}})

    def run(self, script: str, *values: Any) -> Any:
        """Run the body of an asynchronous function with `values`; what it returns. Fails with what it throws."""
        calling_back = (
            "const done = arguments[arguments.length - 1];"
            f"(async (...values) => {{ {script} }})(...arguments)"
            ".then((value) => done([value ?? null]), (error) => done(String(error)));"
        )
        answer = self.command("ExecuteAsyncScript", {"script": calling_back, "args": list(values)})
        assert isinstance(answer, list), answer
        return answer[0]

    def picture(self) -> Picture:
        """The page as it is in sight."""
        return Picture(base64.b64decode(self.command("TakeScreenshot", {"full": False})))

    def pdf(self, width: float, height: float, margin: float) -> bytes:
        """The page as it is printed, in centimetres. Only Firefox is asked for it."""
        margins = dict.fromkeys(("top", "bottom", "left", "right"), margin)
        parameters = {"page": {"width": width, "height": height}, "margin": margins, "shrinkToFit": False}
        return base64.b64decode(self.command("Print", parameters))


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """A headless Firefox with a profile of its own, by its own protocol: `length:[0, id, name, parameters]`."""
    port = free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = [shutil.which("firefox-esr") or "", "-headless", "-marionette", "-no-remote", "-profile", str(folder)]
    with _running(command, HOME=str(folder)), _connected(port) as connection, connection.makefile("rb") as answers:

        def read() -> Any:
            length = b""
            while not length.endswith(b":"):
                length += answers.read(1)
            return json.loads(answers.read(int(length[:-1])))

        def ask(name: str, parameters: Mapping[str, Any]) -> Any:
            message = json.dumps([0, 1, f"WebDriver:{name}", parameters]).encode()
            connection.sendall(f"{len(message)}:".encode() + message)
            _kind, _id, error, result = read()
            assert error is None, error
            return result.get("value") if isinstance(result, dict) else result

        read()  # it greets
        ask("NewSession", {})
        yield Driver(ask)


ADDRESSES = {"SetTimeouts": "timeouts", "Navigate": "url", "AddCookie": "cookie", "ExecuteAsyncScript": "execute/async"}
ASKED = {"TakeScreenshot": "screenshot"}
"""Commands that send nothing."""


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """WebKitGTK's small browser on a screen that nobody sees, by WebDriver over HTTP."""
    port, display = free_port(), f":{free_port()}"
    options = {"webkitgtk:browserOptions": {"binary": MINI_BROWSER, "args": ["--automation"]}}
    home = f"http://127.0.0.1:{port}/session"

    def send(url: str, parameters: Mapping[str, Any] | None = None) -> Any:
        data = None if parameters is None else json.dumps(parameters).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=2 * SCRIPT_SECONDS) as answer:
                return json.loads(answer.read())["value"]
        except HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    with (
        _running(["Xvfb", display, "-screen", "0", "800x1000x24"]),
        _running(["WebKitWebDriver", f"--port={port}"], HOME=str(folder), DISPLAY=display),
    ):
        _connected(port).close()
        session = send(home, {"capabilities": {"alwaysMatch": options}})["sessionId"]

        def command(name: str, parameters: Mapping[str, Any]) -> Any:
            if name in ASKED:
                return send(f"{home}/{session}/{ASKED[name]}")
            return send(f"{home}/{session}/{ADDRESSES[name]}", parameters)

        yield Driver(command)
        with urllib.request.urlopen(urllib.request.Request(f"{home}/{session}", method="DELETE")):
            pass


@contextmanager
def _running(command: Sequence[str], **environment: str) -> Iterator[None]:
    """A process with all that it starts, for as long as it is needed."""
    process = subprocess.Popen(
        command,
        env=os.environ | environment,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _connected(port: int) -> socket.socket:
    """A connection to somebody who begins to listen there."""
    found: list[socket.socket] = []

    def connects() -> bool:
        with suppress(OSError):
            found.append(socket.create_connection(("127.0.0.1", port)))
        return bool(found)

    wait_until(connects, "the browser listens")
    return found[0]


class Network:
    """A door to the server on a port of its own, which can be shut: then nobody answers there."""

    def __init__(self, port: int) -> None:
        self.server, self.port = port, free_port()
        self.listening: socket.socket | None = None
        self.connections: list[socket.socket] = []
        self.open()

    def open(self) -> None:
        """Let connections through."""
        self.listening = socket.create_server(("127.0.0.1", self.port), reuse_port=True)
        threading.Thread(target=self._accept, args=(self.listening,), daemon=True).start()

    def cut(self) -> None:
        """Shut the door, and break off what goes through it."""
        if self.listening is None:
            return
        with suppress(OSError):
            self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.listening = None
        for connection in self.connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.connections.clear()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                visitor, _address = listening.accept()
                server = socket.create_connection(("127.0.0.1", self.server))
                self.connections += [visitor, server]
                for source, sink in ((visitor, server), (server, visitor)):
                    threading.Thread(target=_pump, args=(source, sink), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError), source, sink:
        while data := source.recv(65_536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
