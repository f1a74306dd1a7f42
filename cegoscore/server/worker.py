"""One process of the server: `python -m cegoscore.server.worker HOST PORT`.

Started by `supervisor`, which it does not outlive: its input ends then.
"""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import connection
from django.urls import get_resolver
from granian._granian import ListenerSpec
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from cegoscore import registry
from cegoscore.front import limits
from cegoscore.front.bell import Bell
from cegoscore.front.pulse import Pulse
from cegoscore.front.requests import Front
from cegoscore.server import system
from cegoscore.wsgi import application

LAST_ANSWERS = 1.2
"""Seconds for what is being answered when the server stops. Who is cut off then has written nothing."""

logger = logging.getLogger(__name__)


def main() -> None:
    """Serve until the supervisor says stop, or is gone."""
    host, port = sys.argv[1:]
    _load()
    asyncio.run(_serve(host, int(port)))


def _load() -> None:
    """Load all views and all that is registered, and look for cycles no more among what stays for ever.

    To look through all of it stops every thread for a tenth of a second, and it is done whenever a quarter is new.
    """
    _ = get_resolver().url_patterns
    registry.fill()
    gc.collect()
    gc.freeze()


class _Server(Server):
    def _init_shared_socket(self) -> None:
        """Listen here and not in compiled code, as it does on macOS: connections inherit what the socket is told."""
        listens = ListenerSpec(self.bind_addr, self.bind_port, self.backlog).build()
        self._shd: Any = listens
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            with socket.socket(fileno=os.dup(listens.get_fd())) as listening:
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(limits.UNREAD * 1000))


async def _serve(host: str, port: int) -> None:
    wanted = limits.MOST_CONNECTIONS + limits.SPARE_FILES
    connections = system.allow_open_files(wanted) - limits.SPARE_FILES
    if connections < limits.MOST_CONNECTIONS:
        logger.warning("Only %s connections are possible: let %s files be open (LimitNOFILE)", connections, wanted)
    bell = Bell(most=min(limits.FOLLOWERS, connections // 2))
    # A file of this machine does not fall silent.
    pulse = Pulse(on_silence=bell.give_up) if connection.vendor == "postgresql" else None
    front = Front(
        application,
        threads=limits.THREADS,
        folder=settings.DATA_DIR,
        bell=bell,
        pulse=pulse,
        connections=connections,
    )
    server = _Server(
        front,
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,  # finding out the protocol first would wait for a silent connection for ever
        websockets=False,
        runtime_blocking_threads=8,  # they read files
        backlog=limits.BACKLOG,
        backpressure=connections,
        http1_settings=HTTP1Settings(
            header_read_timeout=round(limits.SILENCE * 1000), max_buffer_size=limits.MOST_FORM
        ),
        log_level=LogLevels.error,
    )
    stopping = _stopping()
    serving = asyncio.create_task(server.serve())
    await asyncio.wait({serving, asyncio.create_task(stopping.wait())}, return_when=asyncio.FIRST_COMPLETED)
    server.stop()  # type: ignore[no-untyped-call]
    bell.stop()
    await asyncio.wait({serving}, timeout=LAST_ANSWERS)
    if not stopping.is_set():
        logger.error("The server ended by itself: %s", serving.exception() if serving.done() else "it hangs")
    logging.shutdown()
    os._exit(0 if stopping.is_set() else 1)  # a thread that is still in a request is not waited for


def _stopping() -> asyncio.Event:
    """The event that the supervisor says stop, or is gone, however that came."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows, where the end of the input is all that is said
        loop.add_signal_handler(signal.SIGTERM, stopping.set)

    def wait() -> None:
        sys.stdin.buffer.read()
        with suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(stopping.set)

    threading.Thread(target=wait, daemon=True).start()
    return stopping


if __name__ == "__main__":
    main()
