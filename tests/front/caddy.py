"""Caddy as `deploy/Caddyfile` sets it up, and clients that speak HTTP/2 with it as badly as they can."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.served import PATIENCE, ROOT, free_port

OWN_OPTIONS = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tservers"
HEADERS, DATA, SETTINGS = 1, 0, 4
"""Kinds of frames."""
SETTINGS_SEEN = 1
END_OF_HEADERS = 4


@contextmanager
def caddy(folder: Path, scheme: str, hosts: str, *more: str) -> Iterator[int]:
    """Caddy in front of these hosts, on the port that is given, with more lines about how it asks them."""
    path = shutil.which("caddy")
    if not path:
        pytest.skip("Caddy is not installed (apt-get install caddy)")
    port = free_port()
    site = f"{scheme}://localhost:{port} {{" + "\n\ttls internal" * (scheme == "https")
    text = (ROOT / "deploy/Caddyfile").read_text()
    for documented, ours in (
        ("{\n\tservers", OWN_OPTIONS),
        ("cego.example.org {", site),
        ("127.0.0.1:8000 {", "\n".join((f"{hosts} {{", *more))),
    ):
        assert text.count(documented) == 1
        text = text.replace(documented, ours)
    (folder / "Caddyfile").write_text(text)
    command, environment = [path, "run", "--config", "Caddyfile"], os.environ | {"XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stderr
        while b"serving initial configuration" not in (line := process.stderr.readline()):
            assert line, "Caddy does not start"
        log = threading.Thread(target=process.stderr.read)
        log.start()
        try:
            yield port
        finally:
            process.kill()
            log.join()


def insecure() -> ssl.SSLContext:
    """TLS with whoever answers: the certificate is of the proxy's own making."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@contextmanager
def dripping_streams(port: int, *, connections: int, streams: int, source: str) -> Iterator[None]:
    """So many connections with so many forms on each, of all of which a byte comes every eight seconds."""
    over, context = threading.Event(), insecure()
    context.set_alpn_protocols(["h2"])
    asked = _form(port)
    heads = b"".join(_frame(HEADERS, END_OF_HEADERS, stream, asked) for stream in _numbers(streams))
    drops = b"".join(_frame(DATA, 0, stream, b"=") for stream in _numbers(streams))

    def drip(sender: ssl.SSLSocket) -> None:
        with suppress(OSError), sender:  # it may be closed on us
            sender.sendall(heads)
            while not over.is_set():
                sender.sendall(drops)
                over.wait(8)

    threads = []
    for _ in range(connections):
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=(source, 0))
        sender = context.wrap_socket(plain, server_hostname="localhost")
        sender.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(SETTINGS) + _frame(SETTINGS, SETTINGS_SEEN))
        threads.append(threading.Thread(target=drip, args=(sender,)))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _numbers(streams: int) -> range:
    return range(1, 2 * streams, 2)


def _frame(kind: int, flags: int = 0, stream: int = 0, payload: bytes = b"") -> bytes:
    return len(payload).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + payload


def _form(port: int) -> bytes:
    """POST, https, and the three headers whose values the table of HPACK does not have."""
    path, host, length = (bytes([len(value)]) + value for value in (b"/new", b"localhost:%d" % port, b"50000"))
    return b"\x83\x87\x04" + path + b"\x01" + host + b"\x0f\x0d" + length
