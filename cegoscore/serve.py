"""Start the app: `python -m cegoscore.serve`, which is what `make run` does.

Prepares what is missing (database, texts, static files), says where to open the app, and becomes the web server.
"""

import signal

# Until the supervisor waits for it, Ctrl+C simply ends us: as an exception it can get lost inside of an import.
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import os
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import django
import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from cegoscore import environment, files, reached
from cegoscore.assets import static_files
from cegoscore.database.retries import complaint_of
from cegoscore.messages import compile_messages
from cegoscore.server import supervisor, system
from cegoscore.server.start_lock import alone, start_lock
from cegoscore.sqlite.file import QUICKLY_READ, file_fault, has_log
from cegoscore.variables import WrongSetting


def main() -> None:
    """Prepare, announce, serve. Whatever stands in the way is said in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cegoscore.settings")
    system.make_streams_ready()
    try:
        host, port = settings.HOST, settings.PORT
        with alone(), held_port(host, port) as address:
            command = server_arguments(address, port)
            django.setup()
            prepare()
            become_server(command, port)
    except (ImproperlyConfigured, WrongSetting, CommandError, OSError) as problem:
        sys.exit(str(problem))
    except DatabaseError as problem:
        sys.exit(complaint_of(problem))


def become_server(command: list[str], port: int) -> None:
    """Say where to open the app, and run the supervisor, in place of this program where that can be."""
    for sentence in environment.replaced():
        print(sentence, flush=True)
    print(announcement(port), flush=True)
    system.hold_back(system.STOP_SIGNALS)
    if system.BECOMES:
        system.become([sys.executable, *command])
    sys.argv = command[1:]
    supervisor.main()


def take(arguments: list[str]) -> None:
    """Put what was typed into the environment, where all processes of the server read their settings."""
    parser = ArgumentParser(prog="cegoscore serve", description="Starts the server. PORT and HOST do the same.")
    parser.add_argument("--port", help="on which it listens; 8000 if nothing is said")
    parser.add_argument("--host", help="address on which it listens; :: for IPv6, too")
    parser.add_argument("--data", metavar="DIR", dest="data_dir", help="folder where everything is kept")
    os.environ.update({name.upper(): typed for name, typed in vars(parser.parse_args(arguments)).items() if typed})


@contextmanager
def held_port(host: str, port: int) -> Iterator[str]:
    """Hold a port for this process and those that it starts; the address in numbers, also of a name.

    Raises `ImproperlyConfigured` if it is taken.

    Our processes share it once they listen, with those of another server, too: the same number in UDP is the lock.
    """
    family = reached.family_of(host)
    with socket.socket(family, socket.SOCK_STREAM) as probe, socket.socket(family, socket.SOCK_DGRAM) as lock:
        try:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            address: str = probe.getsockname()[0]
            probe.close()
            lock.bind((host, port))
        except socket.gaierror as problem:  # some shells set HOST to what they were built for
            raise ImproperlyConfigured(
                f"HOST={host} is no address of this machine: unset it, or set it to one."
            ) from problem
        except OSError as problem:
            raise ImproperlyConfigured(
                f"Port {port} cannot be used: {problem.strerror}. Another one: {files.SERVE_ON}{port % 65535 + 1}"
            ) from problem
        lock.set_inheritable(True)
        yield address


def prepare() -> None:
    """Check the configuration and the rule files; bring texts, database and static files up to date."""
    try:
        compile_messages()
    except PermissionError as problem:
        raise ImproperlyConfigured(
            "The texts in locale/ are newer than their compiled files. Type: make install"
        ) from problem
    os.umask(0o077)  # the texts above may belong to a checkout that others read; what follows are our data
    check_database_file()
    with start_lock():
        call_command("prepare")
        static_files.collect()


def check_database_file() -> None:
    """Check that a SQLite database can be written to, and read with the log that lies beside it.

    With the log of another file, as after a backup was copied into its place, the server would start and refuse hands.
    """
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    needed = [file.parent, file] if file.exists() else [file.parent]
    if not all(os.access(path, os.W_OK) for path in needed):
        raise ImproperlyConfigured(f"The database {file} cannot be written to, or its folder cannot or is not there.")
    if file.exists() and has_log(file) and file.stat().st_size < QUICKLY_READ and (fault := file_fault(file)):
        raise ImproperlyConfigured(fault)


def announcement(port: int) -> str:
    """Text for the terminal: the address for phones, and the same as a QR code."""
    addresses = reached.announced(port)
    code = segno.make(addresses[0], micro=False)
    lines = ["", f"Cego starts. Open {addresses[0]} on the phone in a moment, or scan this:", "", _drawn(code)]
    if len(addresses) > 1:
        lines += [f"If that does not open: {', '.join(addresses[1:])}"]
    return "\n".join([*lines, f"Everything is kept in {settings.DATA_DIR}", "Stop with Ctrl+C.", ""])


def server_arguments(host: str, port: int) -> list[str]:
    """The command line of the server, to be run by Python."""
    usual = min(os.cpu_count() or 1, 4) if system.SHARES_PORT else 1
    file = settings.DATABASES["default"]["NAME"] if connection.vendor == "sqlite" else ""
    return ["-m", "cegoscore.server.supervisor", file, str(settings.PROCESSES or usual), host, str(port)]


def _drawn(code: segno.QRCode) -> str:
    """The code in half blocks, dark on light whatever colours the terminal has."""
    text = StringIO()
    code.terminal(text, border=2, compact=True)
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in text.getvalue().splitlines())


if __name__ == "__main__":
    take(sys.argv[1:])
    main()
