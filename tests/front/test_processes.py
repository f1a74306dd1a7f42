"""The server's processes: they start together, replace each other, and are gone as soon as somebody says so."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit

import pytest

from cegoscore.server.supervisor import MOST_QUICK, Supervisor
from tests import collected, migrated
from tests.databases import start_postgres
from tests.effort import thorough
from tests.front.crowd import HALF_FORM, HALF_HEAD, Table, connected, status
from tests.pooler import pooler_of
from tests.served import ONLY_PREPARED, PATIENCE, ROOT, Server, Started, free_port, wait_until

pytestmark = pytest.mark.sqlite  # the database of these processes is not the one under test

STOPPED = 45.0
"""Seconds after which nothing of a server is left that was told to stop, also on a busy machine: a held question alone
would take longer (`cegoscore.front.bell.HOLD`)."""

Start = Callable[..., Started]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start servers, none of whose processes outlives the test."""
    started: list[Started] = []

    def begin(data: Path, **environment: str) -> Started:
        collected.give(data)
        usual = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "HOST": "127.0.0.1", "PROCESSES": "2"}
        started.append(Started(tmp_path / f"said-{len(started)}", usual | environment))
        return started[-1]

    yield begin
    for server in started:
        server.kill()


def pids(server: Started) -> list[int]:
    """The server's processes but the first."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(number) for number in children.read_text().split()] if children.exists() else []


STARTING = 2.5
"""Seconds of a start in which a server is stopped."""


def spread_moments(moments: int, seed: int) -> list[tuple[float, bool]]:
    """Give each part of a start a moment of its own, in any order, by turns for Ctrl+C and for SIGTERM.

    Two runs with seeds in a row try both in each part. Chance alone leaves gaps as wide with two and a half times as
    many moments.
    """
    chance, part = random.Random(seed), STARTING / moments
    drawn = [((number + chance.random()) * part, (number + seed) % 2 == 0) for number in range(moments)]
    return chance.sample(drawn, moments)


def stop_at_random(start: Start, data: Path, moments: int, seed: int, within: float = STOPPED) -> None:
    """Start and stop a server so often: it is gone soon, with all its processes."""
    port = free_port()
    for moment, is_key in spread_moments(moments, seed):
        server = start(data, PORT=str(port))
        time.sleep(moment)
        if is_key:
            server.press_ctrl_c(within)
        else:
            server.process.terminate()
            server.process.wait(timeout=within)
        assert server.members() == [], (moment, is_key)


@thorough
def test_stops_at_any_moment(start: Start, tmp_path: Path) -> None:
    stop_at_random(start, tmp_path / "data", 5, seed=1)


@pytest.mark.heavy
def test_stops_at_many_moments(start: Start, tmp_path: Path) -> None:
    """Forty of them, beside other tests; once in a while a thousand are worth their quarter of an hour."""
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(stop_at_random, start, tmp_path / f"data-{seed}", 20, seed, PATIENCE) for seed in (2, 3)]
        for run in runs:
            run.result()


WOKEN_BY_NOBODY = """
import signal, sys, threading
from cegoscore.server import supervisor

class Queue(supervisor.SimpleQueue):
    def get(self, **how):
        def strike():
            signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        threading.Timer(0.1, strike).start()
        return super().get(**how)

supervisor.SimpleQueue = Queue
sys.argv = ["supervisor", "", "0"]
supervisor.main()
"""


def test_signal_that_wakes_nobody_is_heard_all_the_same() -> None:
    """It comes to another thread than the one that waits, or in the moment before that falls asleep."""
    ended = subprocess.run([sys.executable, "-c", WOKEN_BY_NOBODY], cwd=ROOT, timeout=PATIENCE)
    assert ended.returncode == 0


IGNORED = """
import signal, sys
from cegoscore.server import supervisor
signal.signal(signal.SIGHUP, signal.SIG_IGN)
supervisor.Supervisor.run = lambda *_: print(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN) or 0
sys.argv = ["supervisor", "", "1", "127.0.0.1", "0"]
supervisor.main()
"""


def test_terminal_that_closes_stops_nothing_after_nohup() -> None:
    done = subprocess.run([sys.executable, "-c", IGNORED], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


@thorough
def test_held_questions_and_half_requests_do_not_delay_the_end(server: Server) -> None:
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
        for _ in range(20):
            table.visitor.get(table.path)  # comes after the questions, in every process
        server.started.process.terminate()
        assert {status(follower) for follower in followers} <= {503, 0}
        assert server.started.process.wait(timeout=STOPPED) == 0
    assert server.started.members() == []


@thorough
def test_process_that_dies_is_replaced_and_all_end_with_their_parent(start: Start, tmp_path: Path) -> None:
    port = free_port()
    migrated.give_file(tmp_path / "cegoscore.sqlite3")
    server = start(tmp_path, PORT=str(port))
    server.wait_until_served(f"http://127.0.0.1:{port}")
    wait_until(lambda: len(pids(server)) == 2, "both are there")
    victim, other = pids(server)
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: len(pids(server)) == 2 and victim not in pids(server), "another one is there")
    assert other in pids(server)
    server.process.kill()
    server.process.wait()
    server.wait_until_gone()
    assert server.said()[1].count("A process of the server has ended by itself; another one is started.\n") == 1


GIVES_UP_AT_ONCE = """
from cegoscore.server import supervisor
supervisor.MOST_QUICK = 0
supervisor.main()
"""


@thorough
def test_server_whose_processes_cannot_live_gives_up(tmp_path: Path) -> None:
    """After the first, here; `test_whoever_cannot_live_is_replaced_a_few_times` counts."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()  # whoever has the port already, and does not share it
        arguments = ["", "1", "127.0.0.1", str(other.getsockname()[1])]
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", GIVES_UP_AT_ONCE, *arguments],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cegoscore.settings"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 1
    assert "Address already in use" in done.stderr


@pytest.mark.parametrize("code", [1, -9])
def test_whoever_cannot_live_is_replaced_a_few_times(code: int, tmp_path: Path) -> None:
    began = tmp_path / "began"
    supervisor = Supervisor([])
    dies = f"import os; open({str(began)!r}, 'a').write('.'); os._exit(1) if {code} > 0 else os.kill(os.getpid(), 9)"
    supervisor.command = [sys.executable, "-S", "-c", dies]
    assert supervisor.run(1) == 1
    assert len(began.read_text()) == MOST_QUICK + 1


@pytest.mark.heavy
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_several_hosts_that_start_at_once_migrate_a_new_database_once(tmp_path: Path, database: str) -> None:
    """Two starts with one data folder, or on one port, are tried in tests/test_serve.py."""
    address = f"sqlite:///{tmp_path}/shared.sqlite3" if database == "sqlite" else start_postgres()
    shared = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": address,
        "SECRET_KEY": "the key that all of these hosts have, and nobody else at all",
    }
    servers = []
    for port in [free_port() for _ in range(3)]:
        own = {"DATA_DIR": str(tmp_path / f"data-{port}"), "HOST": "127.0.0.1", "PORT": str(port)}
        collected.give(tmp_path / f"data-{port}")
        command = [sys.executable, "-c", ONLY_PREPARED]
        servers.append(subprocess.Popen(command, cwd=ROOT, env=shared | own, stdout=PIPE, stderr=PIPE, text=True))
    for server in servers:
        out, err = server.communicate(timeout=PATIENCE)
        assert (server.returncode, err) == (0, "")
        assert out.endswith("Stop with Ctrl+C.\n\n")


@pytest.fixture
def pooled() -> Iterator[str]:
    """The address of a PostgreSQL behind PgBouncer, where a transaction is all that a connection keeps."""
    with pooler_of(parse_qs(urlsplit(start_postgres()).query)["host"][0]) as port:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"


@pytest.mark.heavy
def test_two_hosts_follow_and_start_behind_pgbouncer(
    pooled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "a key that both of the hosts have, and nobody else at all")
    one, two = (Server(tmp_path / name, pooled) for name in ("one", "two"))
    table = Table(one)
    with connected(two.port, 60, table.question()) as followers:
        for _ in range(3):
            table.record()
        assert {status(follower) for follower in followers} == {200}
    one.kill()
    two.kill()


WITH_JOBS = """
import sys
from cegoscore.server import supervisor
supervisor.BETWEEN_LOOKS = 0.05
supervisor.DUE = (sys.executable, "-c", {job!r})
supervisor.main()
"""


def test_what_is_due_is_run_once_at_a_time_and_ends_with_the_server(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    job = f"import os, time; open({str(runs)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep({PATIENCE})"
    server = subprocess.Popen(
        [sys.executable, "-c", WITH_JOBS.format(job=job), "", "1", "127.0.0.1", str(free_port())],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cegoscore.settings"},
    )
    wait_until(lambda: runs.exists() and runs.read_text().endswith("\n"), "a job runs")
    running = int(runs.read_text())
    server.terminate()
    assert server.wait(timeout=STOPPED) == 0
    wait_until(lambda: not is_alive(running), "the job is gone")
    assert runs.read_text() == f"{running}\n"


def is_alive(process: int) -> bool:
    """False for a process that ended, also if nobody has asked how."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize(
    ("lived", "code", "counts"),
    [(1.0, 0, True), (10.0, 0, False), (10.0, 1, True), (10.0, -9, False), (100.0, 1, False)],
)
def test_process_that_hardly_served_counts_however_busy_the_machine_is(
    lived: float, code: int, monkeypatch: pytest.MonkeyPatch, *, counts: bool
) -> None:
    supervisor = Supervisor(["127.0.0.1"])
    ended = Mock(returncode=code)
    supervisor.quick, supervisor.started = 3, {ended: 0.0}
    monkeypatch.setattr("time.monotonic", lambda: lived)
    assert supervisor.take_note(ended)
    assert supervisor.quick == (4 if counts else 0)
