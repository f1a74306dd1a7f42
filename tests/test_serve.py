"""`python -m cegoscore.serve`, started for real."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cegoscore import network
from tests.databases import start_postgres
from tests.front.crowd import HALF_FORM, HALF_HEAD, Table, connected, status
from tests.served import Server

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.sqlite  # the database of these processes is not the one under test


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(data: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cegoscore.serve"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(data)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def press_ctrl_c(process: subprocess.Popen[str]) -> str:
    """Interrupt the server and its workers as a terminal does, and wait for the end; what was said until then."""
    os.killpg(process.pid, signal.SIGINT)
    return "".join(process.communicate(timeout=20))


def wait_until_served(url: str, process: subprocess.Popen[str]) -> None:
    """Return when the server answers."""
    for _ in range(150):
        try:
            get(f"{url}/healthz")
            return
        except (urllib.error.URLError, ConnectionError):
            assert process.poll() is None, process.communicate()
            time.sleep(0.1)
    pytest.fail("The server does not answer.")


def one_line(process: subprocess.Popen[str]) -> str:
    """What a start that failed has to say."""
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.count("\n")) == (1, "", 1), err
    return err


def get(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=5) as response:
        return response.status, {name.lower(): value for name, value in response.headers.items()}, response.read()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A running server: its address, its data folder, its process."""
    data, port = tmp_path_factory.mktemp("served") / "data", free_port()
    process = start(data, PORT=str(port))
    url = f"http://127.0.0.1:{port}"
    wait_until_served(url, process)
    yield url, data
    press_ctrl_c(process)


Served = tuple[str, Path]


def test_bare_start_serves_with_the_database_ready(served: Served) -> None:
    url, data = served
    status, _, body = get(f"{url}/healthz")
    assert (status, body) == (200, b"ok")
    assert {"cegoscore.sqlite3", "secret_key", "static"} <= {path.name for path in data.iterdir()}


def test_static_files_are_hashed_compressed_and_kept_for_ever(served: Served) -> None:
    url, data = served
    script = next((data / "static" / "django_htmx").glob("htmx-2.min.*.js"))
    assert re.fullmatch(r"htmx-2\.min\.[0-9a-f]{12}\.js", script.name)
    for encoding in ("br", "gzip"):
        _, headers, body = get(f"{url}/static/django_htmx/{script.name}", **{"Accept-Encoding": encoding})
        assert headers["content-encoding"] == encoding
        assert "immutable" in headers["cache-control"]
        assert len(body) < script.stat().st_size / 2


def test_data_folder_is_closed_to_others(served: Served) -> None:
    _, data = served
    assert data.stat().st_mode & 0o077 == 0


def test_terminal_shows_the_address_and_a_code_for_phones(tmp_path: Path) -> None:
    port = free_port()
    process = start(tmp_path, PORT=str(port), PUBLIC_URL="https://cego.example.org")
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(5)]
    press_ctrl_c(process)
    assert "Open https://cego.example.org on the phone" in lines[1]
    assert "▀" in lines[4]


def test_ctrl_c_stops_everything_and_frees_the_port(tmp_path: Path) -> None:
    port = free_port()
    for _ in range(2):
        process = start(tmp_path, PORT=str(port))
        wait_until_served(f"http://127.0.0.1:{port}", process)
        said = press_ctrl_c(process)
        assert said.endswith("Stop with Ctrl+C.\n\n")
        assert process.returncode == 0
        network.check_port("0.0.0.0", port)


def test_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        said = one_line(start(tmp_path, PORT=str(port)))
    assert said.startswith(f"Port {port} cannot be used: Address already in use. ")


@pytest.mark.parametrize("port", ["http", "0", "70000", "-1", "８０００"])
def test_port_that_is_none_is_said_in_one_line(port: str, tmp_path: Path) -> None:
    assert one_line(start(tmp_path, PORT=port)).startswith("PORT must be a whole number from 1 to 65535")


def test_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = one_line(start(tmp_path / "file" / "data"))
    assert said == f"DATA_DIR: the folder {tmp_path}/file/data cannot be made: Not a directory.\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert one_line(start(tmp_path)) == f"DATA_DIR: the folder {tmp_path} cannot be written to.\n"


def test_database_out_of_reach_is_said_in_one_line(tmp_path: Path) -> None:
    nowhere = f"postgres://me:secret@127.0.0.1:{free_port()}/cego"
    said = one_line(start(tmp_path, PORT=str(free_port()), DATABASE_URL=nowhere))
    assert said.startswith("The database cannot be reached: ")
    assert "secret" not in said


def processes_of(process: subprocess.Popen[str]) -> list[int]:
    """The server's processes that still run, the parent first."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, fields = stat.read_text().rpartition(")")
        except OSError:
            continue  # it has ended meanwhile
        if int(fields.split()[2]) == process.pid and fields.split()[0] != "Z":
            found.append(int(name.split()[0]))
    return sorted(found, key=lambda number: number != process.pid)


def wait_for(what: Callable[[], bool]) -> None:
    """Return when it is so."""
    for _ in range(200):
        if what():
            return
        time.sleep(0.05)
    pytest.fail("It does not come about.")


def stop_at_random(moments: int, tmp_path: Path, seed: int) -> None:
    """Start and stop the server so often: it is gone soon, with all its processes, and says nothing of it."""
    chance, port = random.Random(seed), free_port()
    for _ in range(moments):
        moment, is_key = chance.uniform(0, 2.5), chance.random() < 0.5
        process = start(tmp_path, PORT=str(port), HOST="127.0.0.1", PROCESSES="2")
        time.sleep(moment)
        (os.killpg if is_key else os.kill)(process.pid, signal.SIGINT if is_key else signal.SIGTERM)
        try:
            process.wait(timeout=STOPPED)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            pytest.fail(f"It still runs {STOPPED} seconds after {moment=}, {is_key=}.")
        assert processes_of(process) == [], (moment, is_key)
        process.communicate()


STOPPED = 2.0
"""Seconds after which nothing of a server is left that was told to stop."""


def test_stops_at_any_moment(tmp_path: Path) -> None:
    stop_at_random(8, tmp_path, seed=1)


@pytest.mark.heavy
def test_stops_at_a_thousand_moments(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(stop_at_random, 500, tmp_path / str(seed), seed) for seed in (2, 3)]
        for run in runs:
            run.result()


def test_held_questions_and_half_requests_do_not_delay_the_end(tmp_path: Path) -> None:
    server = Server(tmp_path)
    table = Table(server)
    with (
        connected(server.port, 30, table.question()) as followers,
        connected(server.port, 30, HALF_FORM),
        connected(server.port, 30, HALF_HEAD),
        connected(server.port, 30),
    ):
        table.record()
        assert {status(follower) for follower in followers} == {200}
        for follower in followers:
            follower.sendall(table.question())
        wait_for(lambda: table.visitor.get(table.path)[0] == table.path)  # they all have arrived
        server.process.terminate()
        assert {status(follower) for follower in followers} == {503}, "nobody is left without an answer"
        assert server.process.wait(timeout=STOPPED) == 0


def test_process_that_dies_is_replaced_and_all_end_with_their_parent(tmp_path: Path) -> None:
    port = free_port()
    process = start(tmp_path, PORT=str(port), HOST="127.0.0.1", PROCESSES="2")
    wait_until_served(f"http://127.0.0.1:{port}", process)
    wait_for(lambda: len(processes_of(process)) == 3)
    victim = processes_of(process)[1]
    os.kill(victim, signal.SIGKILL)
    wait_for(lambda: len(processes_of(process)) == 3 and victim not in processes_of(process))
    os.kill(process.pid, signal.SIGKILL)
    wait_for(lambda: processes_of(process) == [])
    assert process.communicate()[1].startswith("A process of the server has ended by itself")


def test_server_whose_processes_cannot_live_gives_up(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()  # whoever has the port already, without our way of sharing it
        arguments = ["2", "127.0.0.1", str(other.getsockname()[1]), "1", "10"]
        done = subprocess.run(
            [sys.executable, "-m", "cegoscore.front.supervisor", *arguments],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cegoscore.settings"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "Address already in use" in done.stderr


def start_together(tmp_path: Path, count: int, **environment: str) -> None:
    """Start servers at once that share a database; all of them serve, and none complains."""
    ports = [free_port() for _ in range(count)]
    servers = [
        start(tmp_path / str(at), PORT=str(port), HOST="127.0.0.1", PROCESSES="1", **environment)
        for at, port in enumerate(ports)
    ]
    try:
        for port, server in zip(ports, servers, strict=True):
            wait_until_served(f"http://127.0.0.1:{port}", server)
    finally:
        said = []
        for server in servers:
            server.terminate()
            said.append(server.communicate()[1])
    assert said == [""] * count


def test_several_starts_at_once_migrate_a_new_file_once(tmp_path: Path) -> None:
    start_together(tmp_path, 3, DATABASE_URL=f"sqlite:///{tmp_path}/shared.sqlite3")


def test_several_starts_at_once_migrate_a_new_database_once(tmp_path: Path) -> None:
    start_together(tmp_path, 3, DATABASE_URL=start_postgres())
