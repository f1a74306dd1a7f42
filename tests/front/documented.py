"""Proxies in front of a server, set up by the very lines of the documents, over HTTPS."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cluster import found, proxy_before
from tests.front.caddy import caddy
from tests.served import ROOT, free_port, wait_until

HOSTING = (ROOT / "docs" / "hosting.md").read_text()
HERE = "127.0.0.1:8000"
"""Address of the server in the documents."""

NGINX = """
daemon off;
user {user};
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 768; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {pem};
        ssl_certificate_key {pem};
        location / {{ {lines} }}
    }}
}}
"""
"""As Debian's, with 768 connections."""

APACHE = """
ServerRoot {folder}
ServerName localhost
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
User {user}
Listen 127.0.0.1:{port}
{modules}
Include /etc/apache2/mods-available/mpm_event.conf
{more}
<VirtualHost *:{port}>
    SSLEngine on
    SSLCertificateFile {pem}
    {lines}
</VirtualHost>
"""
MODULES = ("mpm_event", "authz_core", "socache_shmcb", "ssl", "headers", "proxy", "proxy_http")


def lines_of(word: str, text: str = HOSTING) -> str:
    """The first block of lines in a document behind a word."""
    block = re.search(r"```\n(.*?)```", text[text.index(word) :], re.DOTALL)
    assert block, word
    return block[1]


@contextmanager
def proxy(name: str, folder: Path, *, port: int, server: int) -> Iterator[int]:
    """The proxy of that name on a port, in front of the server on another one."""
    if not found(PROGRAMS[name]):
        pytest.skip(f"{name} is not installed")
    folder.chmod(0o755)
    if name == "caddy":
        with caddy(folder, "https", f"127.0.0.1:{server}", port=port):
            yield port
        return
    command = STARTS[name](folder, port, server)
    process = subprocess.Popen(command, start_new_session=True)
    try:
        wait_until(lambda: listens(port), f"{name} listens")
        yield port
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def listens(port: int) -> bool:
    """Say whether somebody listens on a port of this machine."""
    return any(line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A" for line in _sockets())


def _sockets() -> list[str]:
    return Path("/proc/net/tcp").read_text().splitlines()[1:]


def _pem(folder: Path) -> Path:
    """A certificate of our own with its key."""
    pem, key = folder / "localhost.pem", folder / "localhost.key"
    how = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([str(found("openssl")), "req", *how, "-keyout", key, "-out", pem], check=True, capture_output=True)
    pem.write_text(pem.read_text() + key.read_text())
    return pem


def _settings(folder: Path, text: str, lines: str, *, port: int, server: int, **more: str) -> Path:
    file = folder / "proxy.conf"
    user = "www-data" if os.geteuid() == 0 else Path.home().owner()
    assert HERE in lines
    here = lines.replace(HERE, f"127.0.0.1:{server}")
    file.write_text(text.format(folder=folder, port=port, pem=_pem(folder), lines=here, user=user, **more))
    return file


def _nginx(folder: Path, port: int, server: int) -> list[str]:
    return [
        str(found("nginx")),
        "-c",
        str(_settings(folder, NGINX, lines_of("nginx, in `location"), port=port, server=server)),
    ]


def _apache(folder: Path, port: int, server: int) -> list[str]:
    modules = "\n".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in MODULES)
    lines, more = lines_of("Apache (`a2enmod"), lines_of("To Apache every page")
    file = _settings(folder, APACHE, lines, port=port, server=server, modules=modules, more=more)
    return [str(found("apache2")), "-D", "FOREGROUND", "-f", str(file)]


def _haproxy(folder: Path, port: int, server: int) -> list[str]:
    bind = f"    bind 127.0.0.1:{port} ssl crt {_pem(folder)} alpn h2,http/1.1\n"
    (folder / "haproxy.cfg").write_text(proxy_before([server], web=free_port(), tls=bind))
    return [str(found("haproxy")), "-db", "-f", str(folder / "haproxy.cfg")]


STARTS: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": _nginx, "apache": _apache, "haproxy": _haproxy}
PROGRAMS = {"nginx": "nginx", "apache": "apache2", "haproxy": "haproxy", "caddy": "caddy"}
