"""PgBouncer before a PostgreSQL of the tests: a transaction is all that a connection keeps."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.served import free_port, wait_until

EVERY_NAME = """
[databases]
* = host=127.0.0.1
[pgbouncer]
pool_mode = transaction
"""
"""Settings as a document would have them, of a pooler that hands on every name."""
OURS = """
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
default_pool_size = {size}
"""


@contextmanager
def pooler_of(host: str, *, size: int = 5, lines: str = EVERY_NAME) -> Iterator[int]:
    """The port of a PgBouncer, set by these lines, that deals out so many connections to the database behind a socket.

    The lines have the database on 127.0.0.1.
    """
    program = shutil.which("pgbouncer")
    if not program:
        pytest.skip("PgBouncer is not installed (apt-get install pgbouncer)")
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:  # for the one who has the database: PgBouncer refuses to be root
        Path(folder).chmod(0o755)
        settings = Path(folder) / "pgbouncer.ini"
        there = lines.replace("host=127.0.0.1", f"host={host} user=postgres")
        settings.write_text(there + OURS.format(port=port, size=size))
        settings.chmod(0o644)
        user = ["-u", Path(host).owner()] if os.geteuid() == 0 else []
        process = subprocess.Popen([program, "-q", *user, settings], stderr=subprocess.DEVNULL)
        try:
            wait_until(lambda: _listens(port), "PgBouncer listens")
            yield port
        finally:
            process.terminate()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
