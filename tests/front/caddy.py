"""Caddy as `deploy/Caddyfile` sets it up, and forms over HTTP/2 that do not end."""

import os
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.served import ROOT, free_port

OWN_OPTIONS = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tservers"
DATA, HEADER = b"\0\0", b"\1\4"
"""Kinds of frames of HTTP/2, with their flags."""
SETTINGS = b"\0\0\0\4\0\0\0\0\0"
"""Such a frame that sets nothing."""


@contextmanager
def caddy(folder: Path, scheme: str, hosts: str, *, port: int = 0) -> Iterator[int]:
    """Caddy in front of these hosts, on the port that is given, else on a free one."""
    path = shutil.which("caddy")
    if not path:
        pytest.skip("Caddy is not installed (apt-get install caddy)")
    port = port or free_port()
    site = f"{scheme}://localhost:{port} {{" + "\n\ttls internal" * (scheme == "https")
    text = (ROOT / "deploy/Caddyfile").read_text()
    for documented, ours in (
        ("{\n\tservers", OWN_OPTIONS),
        ("cego.example.org {", site),
        ("127.0.0.1:8000 {", f"{hosts} {{\n\thealth_uri /healthz\n\thealth_interval 1s"),
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


def tls(protocol: str) -> ssl.SSLContext:
    """TLS with whoever answers: the certificate is of the proxy's own making."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


def half_forms(port: int, streams: int) -> bytes:
    """The beginning of an HTTP/2 connection on which so many forms begin: POST, https, path, host and length."""
    path, host, length = (bytes([len(value)]) + value for value in (b"/new", b"localhost:%d" % port, b"50000"))
    heads = frames(streams, HEADER, b"\x83\x87\x04" + path + b"\x01" + host + b"\x0f\x0d" + length)
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SETTINGS + heads


def frames(streams: int, kind: bytes, payload: bytes) -> bytes:
    """The same frame for each of so many streams."""
    head = len(payload).to_bytes(3) + kind
    return b"".join(head + stream.to_bytes(4) + payload for stream in range(1, 2 * streams, 2))
