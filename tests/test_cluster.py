"""Three hosts on a PostgreSQL that keeps itself lose nothing in a flood of hands, whatever is killed meanwhile."""

import os
import re
import shutil
import signal
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError

import psycopg
import pytest

from tests.cluster import Cluster, answers, missing
from tests.hosting.test_versions import VERSIONS
from tests.served import ROOT, Answering, Server, Visitor, free_port, unpacked, wait_until
from tests.test_crash import Phone, shown_hands

Start = Callable[..., list[Server]]

pytestmark = [pytest.mark.heavy, pytest.mark.cluster, pytest.mark.sqlite]  # its databases are its own

TABLES = 6
BETWEEN = 60
"""Hands that are acknowledged between two events."""
AGAIN_AFTER = 0.1
"""Seconds after which a phone sends again."""
KEY = "the key that all of these hosts have, and nobody else at all"


class StubbornPhone(Phone):
    """Sends each hand until it is acknowledged, as the outbox of a phone does, and notes when that was."""

    def __init__(self, server: Answering) -> None:
        super().__init__(server)
        self.times: list[float] = []
        self.longest = 0.0
        """Seconds that it has waited for an answer at most, of whatever kind."""
        self.refused: list[str] = []

    def play(self, stop: threading.Event) -> None:
        """Hand after hand until it is enough, the last one delivered, too."""
        while not stop.is_set() and not self.refused:
            hand = self.next_hand()
            while not self.refused and not self.delivered(hand):
                time.sleep(AGAIN_AFTER)

    def delivered(self, hand: dict[str, str]) -> bool:
        """Send a hand; a refusal, unlike no answer or a 5xx, is a fault."""
        begin = time.monotonic()
        try:
            self.write(hand)
        except HTTPError as error:
            if error.code < 500:
                self.refused.append(f"{error.code} {error.url}")
            error.close()
            return False
        except (OSError, HTTPException):
            return False
        finally:
            self.longest = max(self.longest, time.monotonic() - begin)
        self.times.append(time.monotonic())
        return True


@dataclass
class Flood:
    """Phones that play, and what happened meanwhile."""

    phones: list[StubbornPhone]
    stop: threading.Event = field(default_factory=threading.Event)
    events: list[tuple[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.threads = [threading.Thread(target=phone.play, args=(self.stop,)) for phone in self.phones]
        for thread in self.threads:
            thread.start()

    def count(self) -> int:
        return sum(len(phone.times) for phone in self.phones)

    def happens(self, name: str, act: Callable[[], object]) -> None:
        """Do something while they play, and wait until every table has gone on for a while after it."""
        self.events.append((name, time.monotonic()))
        act()
        before = [len(phone.times) for phone in self.phones]
        each = BETWEEN // len(self.phones)

        def all_went_on() -> bool:
            assert [phone.refused for phone in self.phones if phone.refused] == []
            return all(len(p.times) >= count + each for p, count in zip(self.phones, before, strict=True))

        wait_until(all_went_on, f"hands after: {name}")

    def end(self) -> None:
        """Let every phone deliver its last hand."""
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def gaps(self) -> list[str]:
        """The longest time from one hand of a table to the next that ended after each event."""
        ends = [moment for _name, moment in self.events[1:]] + [float("inf")]
        pairs = [pair for phone in self.phones for pair in zip(phone.times, phone.times[1:], strict=False)]
        return [
            f"{name}: {max((later - before for before, later in pairs if began <= later < end), default=0.0):.1f} s"
            for (name, began), end in zip(self.events, ends, strict=True)
        ]


@pytest.fixture
def ports() -> list[int]:
    return [free_port() for _ in range(3)]


@pytest.fixture
def database(ports: list[int], request: pytest.FixtureRequest) -> Iterator[Cluster]:
    if lacking := missing():
        pytest.skip(f"Something of the cluster is not installed: {lacking}")
    running = Cluster(ports, asked=request.param)
    yield running
    running.stop()


@pytest.fixture
def start(database: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start hosts behind the proxy: for each its port, its code, and the address by which it knows the database."""
    for name, value in {"SECRET_KEY": KEY, "BACKUPS": "0", "PROCESSES": "1"}.items():
        monkeypatch.setenv(name, value)
    with ExitStack() as started, tempfile.TemporaryDirectory() as folder:

        def start(*hosts: tuple[int, Path, str]) -> list[Server]:
            found = []
            for port, code, address in hosts:
                found.append(Server(Path(folder) / f"host{port}", address, code=code, port=port))
                started.callback(found[-1].kill)
            wait_until(lambda: answers(f"http://127.0.0.1:{database.port}/healthz"), "the proxy has found them")
            return found

        yield start


@pytest.mark.parametrize("database", ["/healthz"], indirect=True)  # 0.1 does not know /readyz
def test_nothing_acknowledged_is_lost_or_doubled_whatever_is_killed(
    database: Cluster, start: Start, ports: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second host still has the code of the version before."""
    codes = (ROOT, unpacked(VERSIONS[-1], tmp_path / "before"), ROOT)
    killed, updated, other = start(*((port, code, database.address) for port, code in zip(ports, codes, strict=True)))
    primary = database.primary()
    flood = Flood([StubbornPhone(database) for _ in range(TABLES)])
    try:
        flood.happens("three hosts, one of them of the version before", lambda: None)
        flood.happens("that one is stopped to be updated", updated.started.process.terminate)
        updated.started.process.wait()
        updated.code = ROOT
        flood.happens("it comes back as this version", updated.start)
        flood.happens("a host is killed", killed.kill)
        flood.happens("it comes back", killed.start)
        flood.happens("the primary is killed", primary.kill)
        assert database.primary() is not primary
    finally:
        flood.end()
    tell(flood, other, capsys)


def tell(flood: Flood, host: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """See that nothing is lost, twice or wrong, and print how long tables waited."""
    for phone in flood.phones:
        assert shown_hands(phone) == len(phone.acknowledged) == len(phone.sent)
    checked = host.manage("selfcheck")
    assert (checked.returncode, checked.stdout.splitlines()[0]) == (0, f"{TABLES} sheets checked, 0 faults"), checked
    with capsys.disabled():
        print(f"\n{flood.count()} hands acknowledged, none lost, none twice. The longest wait of a table:")  # noqa: T201
        print("\n".join(flood.gaps()))  # noqa: T201


LOADS = 12
"""Pages that are opened with their files while hosts have two editions."""
MOST = 5.0
"""Seconds that nobody may wait for an answer, whatever hangs."""


def another_edition(folder: Path) -> Path:
    """A copy of this code, of which a style and a script are other ones."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "node_modules", "data", "tests", "test-results"))
    (folder / ".venv").symlink_to(ROOT / ".venv")
    for name, more in (("app.css", "\n.of-another-edition {\n  color: red;\n}\n"), ("taps.js", "\nconsole.log(7);\n")):
        with (folder / "static" / name).open("a") as file:
            file.write(more)
    return folder


def missing_files(database: Cluster) -> list[str]:
    """The files of the page of a new table that it does not get."""
    visitor = Visitor(database)
    page = visitor.get("/new")[1]
    files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)))
    assert any("app." in file for file in files), page
    return [file for file in files if not answers(f"{visitor.home}{file}")]


@pytest.mark.parametrize("database", ["/readyz"], indirect=True)
def test_pages_are_whole_and_nobody_waits_while_one_host_is_updated_hangs_or_is_on_a_standby(
    database: Cluster, start: Start, ports: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, forwarder = database.forwarder()
    codes = (ROOT, another_edition(tmp_path / "other"), ROOT)
    ways = (database.address, database.address, address)
    other, _updated, third = start(*zip(ports, codes, ways, strict=True))
    flood = Flood([StubbornPhone(database) for _ in range(TABLES)])
    try:
        flood.happens("three hosts of two editions", lambda: None)
        assert [missing for _ in range(LOADS) for missing in missing_files(database)] == []
        # As a hand whose host hangs in the middle of it: the table's row is locked, and nobody commits.
        caught = psycopg.connect(address)
        table = flood.phones[0].sheet.rpartition("/")[2]
        assert caught.execute("UPDATE scoresheet_session SET version = version WHERE id = %s", [table]).rowcount == 1
        flood.happens("the third's way to the database hangs", lambda: os.killpg(forwarder.pid, signal.SIGSTOP))
        wait_until(lambda: says(ports[2], "/readyz") == 503, "it knows that it hangs")
        flood.happens("its way is free again", lambda: os.killpg(forwarder.pid, signal.SIGCONT))
        wait_until(lambda: says(ports[2], "/readyz") == 200, "it is ready again")
        caught.close()
        assert max(phone.longest for phone in flood.phones) < MOST
        third.kill()
        third.environment["DATABASE_URL"] = f"postgresql://postgres@127.0.0.1:{database.standby().port}/postgres"
        flood.happens("the third is on the standby", third.start)
        assert says(ports[2], "/readyz") == 503
        assert "takes no writes, it is a standby" in third.started.said()[0]
    finally:
        flood.end()
    tell(flood, other, capsys)


def says(port: int, path: str) -> int:
    """The status of an answer of one host; 0 if there is none within five seconds."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=MOST) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except OSError:
        return 0
