"""Three hosts on a PostgreSQL that keeps itself lose nothing in a flood of hands, whatever is killed meanwhile."""

import tarfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.cluster import Cluster, answers, missing
from tests.hosting.test_versions import VERSIONS
from tests.served import ROOT, Answering, Server, free_port, wait_until
from tests.test_crash import Phone, shown_hands

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
        self.refused: list[str] = []

    def play(self, stop: threading.Event) -> None:
        """Hand after hand until it is enough, the last one delivered, too."""
        while not stop.is_set() and not self.refused:
            hand = self.next_hand()
            while not self.refused and not self.delivered(hand):
                time.sleep(AGAIN_AFTER)

    def delivered(self, hand: dict[str, str]) -> bool:
        """Send a hand; a refusal, unlike no answer or a 5xx, is a fault."""
        try:
            self.write(hand)
        except HTTPError as error:
            if error.code < 500:
                self.refused.append(f"{error.code} {error.url}")
            error.close()
            return False
        except (OSError, HTTPException):
            return False
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
def database(ports: list[int]) -> Iterator[Cluster]:
    if lacking := missing():
        pytest.skip(f"Something of the cluster is not installed: {lacking}")
    running = Cluster(ports)
    yield running
    running.stop()


@pytest.fixture
def hosts(
    database: Cluster, ports: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Server]]:
    """Three hosts behind the proxy; the second one still has the code of the version before."""
    for name, value in {"SECRET_KEY": KEY, "BACKUPS": "0", "PROCESSES": "1"}.items():
        monkeypatch.setenv(name, value)
    with tarfile.open(VERSIONS[-1]) as archive:
        archive.extractall(tmp_path / "before", filter="data")
    with ExitStack() as started:
        found = []
        for port in ports:
            code = tmp_path / "before" if port == ports[1] else ROOT
            found.append(Server(tmp_path / f"host{port}", database.address, code=code, port=port))
            started.callback(found[-1].kill)
        wait_until(lambda: answers(f"http://127.0.0.1:{database.port}/healthz"), "the proxy has found them")
        yield found


def test_nothing_acknowledged_is_lost_or_doubled_whatever_is_killed(
    database: Cluster, hosts: list[Server], capsys: pytest.CaptureFixture[str]
) -> None:
    killed, updated, other = hosts
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
    for phone in flood.phones:
        assert shown_hands(phone) == len(phone.acknowledged) == len(phone.sent)
    checked = other.manage("selfcheck")
    assert (checked.returncode, checked.stdout.splitlines()[0]) == (0, f"{TABLES} sheets checked, 0 faults"), checked
    with capsys.disabled():
        print(f"\n{flood.count()} hands acknowledged, none lost, none twice. The longest wait of a table:")  # noqa: T201
        print("\n".join(flood.gaps()))  # noqa: T201
