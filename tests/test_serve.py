"""`python -m cegoscore.serve`, started for real."""

import io
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import ProgrammingError, connection
from django.db.migrations.exceptions import MigrationSchemaMissing
from psycopg.errors import InsufficientPrivilege
from pytest_django import Settings

from cegoscore import reached, serve
from cegoscore.clubs.rights.server_key import problem_with_key
from cegoscore.command import execute
from cegoscore.database.retries import complaint_of
from cegoscore.server.start_lock import start_lock
from cegoscore.server.system import lock_file
from tests.effort import thorough
from tests.served import MEASURED, PATIENCE, ROOT, Started, free_port, wait_until
from tests.worlds.rule_files import one_rule_file

Start = Callable[..., Started]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start servers with nothing in their environment but what is given; none of their processes outlives the test."""
    started: list[Started] = []

    def begin(data: Path, **environment: str) -> Started:
        folder = tmp_path.with_name(f"{tmp_path.name}-said-{len(started)}")
        server = Started(
            folder, MEASURED | {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PROCESSES": "2"} | environment
        )
        started.append(server)
        return server

    yield begin
    for server in started:
        server.kill()


def one_line(server: Started) -> str:
    """Wait for the end of a start that fails, and give what it has to say."""
    status = server.process.wait(timeout=PATIENCE)
    out, err = server.said()
    assert (status, out, err.count("\n")) == (1, "", 1), err
    return err


def get(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return response.status, {name.lower(): value for name, value in response.headers.items()}, response.read()


def check_that_a_second_start_says_what_is_taken_and_what_to_type(start: Start, data: Path, port: int) -> None:
    """Long before the first one listens."""
    wait_until((data / "serving.lock").exists, "the first one has its folder")
    folder = f"A server (or a restore) with the data folder {data} is running: stop it first, or name another folder"
    assert one_line(start(data, PORT=str(free_port()))) == f"{folder} by --data or DATA_DIR.\n"
    number = f"Port {port} cannot be used: Address already in use. Another one: make run PORT={port + 1}\n"
    assert one_line(start(data.with_name("other"), PORT=str(port))) == number


def check_what_a_bare_start_has_made(url: str, data: Path) -> None:
    status, _, body = get(f"{url}/healthz")
    assert (status, body) == (200, b"ok")
    assert {"cegoscore.sqlite3", "secret_key", "static"} <= {path.name for path in data.iterdir()}
    assert [path for path in (data, *data.glob("cegoscore.*")) if path.stat().st_mode & 0o077] == []


def check_that_static_files_are_hashed_compressed_and_kept_for_ever(url: str, data: Path) -> None:
    script = next((data / "static" / "scripts").glob("sheet.*.js"))
    assert re.fullmatch(r"sheet\.[0-9a-f]{12}\.js", script.name)
    for encoding in ("br", "gzip"):
        _, headers, body = get(f"{url}/static/scripts/{script.name}", **{"Accept-Encoding": encoding})
        assert headers["content-encoding"] == encoding
        assert "immutable" in headers["cache-control"]
        assert len(body) < script.stat().st_size / 2


def check_that_ctrl_c_stops_everything(server: Started, port: int) -> None:
    assert server.press_ctrl_c() == 0
    out, err = server.said()
    lines = out.splitlines()
    assert re.match(r"Cego starts\. Open http://[^ ]+ on the phone", lines[1])
    assert "▀" in lines[4]
    assert (out[-19:], err) == ("Stop with Ctrl+C.\n\n", "")
    server.wait_until_gone()
    with serve.held_port("0.0.0.0", port):
        pass


def check_that_the_file_alone_is_the_database(data: Path) -> None:
    copy = Path(shutil.copy(data / "cegoscore.sqlite3", data / "copied by hand"))
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 0
    copy.unlink()


@pytest.mark.heavy
def test_bare_start_serves_all_shows_a_code_for_phones_and_ctrl_c_stops_everything(
    tmp_path: Path, start: Start
) -> None:
    """Twice, on nothing and on what is there: who misses Ctrl+C once in a while is found by tests/front.

    `make test` starts servers on tables that are there (`tests.served.Server`).
    """
    data, port = tmp_path / "data", free_port()
    for is_new in (True, False):
        server = start(data, PORT=str(port), PROCESSES="1")
        if is_new:
            check_that_a_second_start_says_what_is_taken_and_what_to_type(start, data, port)
        url = f"http://127.0.0.1:{port}"
        server.wait_until_served(url)
        check_what_a_bare_start_has_made(url, data)
        check_that_static_files_are_hashed_compressed_and_kept_for_ever(url, data)
        check_that_ctrl_c_stops_everything(server, port)
        check_that_the_file_alone_is_the_database(data)


def test_terminal_shows_the_public_address_and_a_code_for_phones(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://cego.example.org"
    lines = serve.announcement(8000).splitlines()
    assert "Open https://cego.example.org on the phone" in lines[1]
    assert "▀" in lines[4]
    assert lines[-1] == "Stop with Ctrl+C."


def test_port_in_use_is_said_in_one_line(tmp_path: Path, start: Start) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        said = one_line(start(tmp_path, PORT=str(port)))
    assert said.startswith(f"Port {port} cannot be used: Address already in use. ")


def test_host_that_is_no_address_is_named_and_not_the_port() -> None:
    with pytest.raises(ImproperlyConfigured, match="HOST=x86_64-conda-linux-gnu is no address of this machine"):
        serve.held_port("x86_64-conda-linux-gnu", 8000).__enter__()


def test_name_of_an_address_is_listened_on_by_its_number() -> None:
    with serve.held_port("localhost", free_port()) as address:
        assert address == "127.0.0.1"


def test_port_is_tried_on_both_families() -> None:
    """The name of the machine and its addresses may be IPv6, too."""
    port = free_port()
    with serve.held_port("::", port):
        pass
    with socket.socket(socket.AF_INET6) as other:
        other.bind(("::", port))
        other.listen()
        with pytest.raises(ImproperlyConfigured, match="Address already in use"), serve.held_port("::", port):
            pass


def test_start_shows_addresses_of_both_families_where_it_listens(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PHONE_HOSTS, settings.HOST = None, "::"
    found = {False: "192.168.178.33", True: "2001:db8::33"}
    monkeypatch.setattr(reached, "_address_towards", lambda destination: found[":" in destination])
    text = serve.announcement(8000)
    assert "Open http://192.168.178.33:8000 on the phone" in text
    assert "If that does not open: http://[2001:db8::33]:8000" in text


@pytest.mark.parametrize(("set_to", "processes"), [(3, "3"), (0, str(min(os.cpu_count() or 1, 4)))])
def test_there_is_a_process_a_core_unless_another_number_is_said(
    set_to: int, processes: str, settings: Settings
) -> None:
    settings.PROCESSES = set_to
    assert serve.server_arguments("127.0.0.1", 8000)[-3:] == [processes, "127.0.0.1", "8000"]


def test_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path, start: Start) -> None:
    (tmp_path / "file").touch()
    said = one_line(start(tmp_path / "file" / "data"))
    assert said == f"DATA_DIR: the folder {tmp_path}/file/data cannot be made: Not a directory.\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path, start: Start) -> None:
    tmp_path.chmod(0o500)
    assert one_line(start(tmp_path)) == f"DATA_DIR: the folder {tmp_path} cannot be written to.\n"


@pytest.mark.parametrize("refused", ["cegoscore.sqlite3", ""])
def test_database_file_that_cannot_be_written_stops_the_start(
    refused: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cegoscore.sqlite3"
    file.touch()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(connection, "vendor", "sqlite")
    serve.check_database_file()
    monkeypatch.setattr(os, "access", lambda path, _mode: path != tmp_path / refused)
    with pytest.raises(ImproperlyConfigured, match=r"cegoscore\.sqlite3 cannot be written to"):
        serve.check_database_file()


def test_database_out_of_reach_is_said_in_one_line(tmp_path: Path, start: Start) -> None:
    nowhere = f"postgres://me:secret@127.0.0.1:{free_port()}/cego"
    said = one_line(start(tmp_path, PORT=str(free_port()), DATABASE_URL=nowhere))
    assert said.startswith("The database cannot be used: ")
    assert "secret" not in said


def test_missing_right_is_said_whole_with_the_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL gives nobody but a database's owner the right to make tables, from version 15 on."""
    monkeypatch.setitem(connection.settings_dict, "NAME", "cego")
    monkeypatch.setitem(connection.settings_dict, "USER", "wirt")
    refused = ProgrammingError("permission denied for schema public\nLINE 1: CREATE TABLE ...")
    refused.__cause__ = InsufficientPrivilege()
    missing = MigrationSchemaMissing(f"Unable to create the django_migrations table ({refused})")
    missing.__context__ = refused
    assert complaint_of(missing) == (
        "The database cannot be used: permission denied for schema public. "
        'As its superuser: ALTER DATABASE "cego" OWNER TO "wirt";'
    )


@pytest.mark.parametrize(("is_terminal", "printed"), [(True, b"R?uber\n"), (False, "Räuber\n".encode())])
def test_terminal_is_told_what_it_has_letters_for_and_a_file_everything(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, printed: bytes
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(out, "isatty", lambda: is_terminal)
    monkeypatch.setattr("sys.stdout", out)
    execute(["cegoscore", "tariff", "--list"])
    print("Räuber", flush=True)  # noqa: T201 - at the terminal, or in a file
    assert out.buffer.getvalue().endswith(printed)


@thorough
@pytest.mark.parametrize(
    "command", [("-m", "cegoscore.command"), pytest.param(("manage.py",), marks=pytest.mark.heavy)]
)
def test_command_without_a_database_ends_with_one_line(command: tuple[str, ...], tmp_path: Path) -> None:
    nowhere = f"postgres://me:secret@127.0.0.1:{free_port()}/cego"
    environment = MEASURED | {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DATABASE_URL": nowhere}
    arguments = [sys.executable, *command, "due"]
    done = subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("The database cannot be used: ")


@pytest.mark.django_db
@pytest.mark.sqlite
def test_start_waits_for_others_on_its_database_wherever_their_data_is() -> None:
    with start_lock():
        assert lock_file(Path(f"{connection.settings_dict['NAME']}.start"), wait=False) is None


def test_lock_that_root_has_made_by_a_command_holds_for_the_server_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, open_file = os.umask(0o022), os.open  # root's own
    made = lock_file(tmp_path / "start.lock", wait=False)
    os.umask(before)

    def opened(path: Path, flags: int, mode: int = 0) -> int:
        if flags & os.O_RDWR:
            raise PermissionError
        return open_file(path, flags, mode)

    monkeypatch.setattr(os, "open", opened)
    assert lock_file(tmp_path / "start.lock", wait=False) is None
    assert made is not None
    os.close(made)
    os.close(lock_file(tmp_path / "start.lock", wait=False) or 0)
    assert (tmp_path / "start.lock").stat().st_mode & 0o044


@pytest.mark.django_db
def test_another_secret_key_is_said_in_one_line_before_anything_is_served(settings: Any) -> None:
    settings.PORT = free_port()
    problem_with_key()
    settings.SECRET_KEY = "another key " * 6
    with pytest.raises(SystemExit) as end:
        serve.main()
    assert str(end.value.code).startswith("This database belongs to another secret key (")


@pytest.mark.django_db
def test_faulty_rule_file_is_named_before_anything_is_served(tmp_path: Path, settings: Any) -> None:
    settings.PORT = free_port()
    with one_rule_file(tmp_path, "furtwangen.toml", "id = furtwangen"), pytest.raises(SystemExit) as end:
        serve.main()
    fault = "furtwangen.toml: is not valid TOML: Invalid value (at line 1, column 6)"
    assert f"?: (clubs.E001) {fault}" in str(end.value.code).splitlines()


@thorough
def test_what_a_process_loads_is_left_out_of_its_searches_for_cycles(tmp_path: Path) -> None:
    looks = "import gc; from cegoscore.server import worker; worker._load()"
    said = f"{looks}; print(gc.get_freeze_count(), len(gc.get_objects()))"
    own = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cegoscore.settings"}
    done = subprocess.run([sys.executable, "-c", said], cwd=ROOT, env=MEASURED | own, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    left_out, searched = map(int, done.stdout.split())
    assert searched * 100 < left_out


@thorough
def test_what_few_ask_for_is_loaded_when_it_is_asked_for(tmp_path: Path) -> None:
    """Passkeys with their cryptography, PostgreSQL beside SQLite, spreadsheets: a sixth of a start and more."""
    rare = {"webauthn", "cryptography", "psycopg", "python_calamine"}
    said = f"import sys; from cegoscore.server import worker; worker._load(); print({rare} & set(sys.modules))"
    own = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cegoscore.settings"}
    done = subprocess.run([sys.executable, "-c", said], cwd=ROOT, env=MEASURED | own, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "set()\n"), done.stderr
