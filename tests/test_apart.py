"""Work on what somebody sent ends at its limits, and with whoever waits for it."""

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cegoscore.server.apart import MOST_SECONDS, answer_apart
from tests.served import ROOT, wait_until

pytestmark = pytest.mark.sqlite  # needs no database: once is enough

SPINS = "tests.front.spins"


def computed() -> float:
    """Seconds of the processor that all processes have used which this one has started and seen end."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_process_that_computes_for_ever_is_ended_by_the_system() -> None:
    before = computed()
    assert answer_apart(SPINS, b"spin") is None
    assert computed() - before <= MOST_SECONDS + 1, "what starting took is rounded"


@pytest.mark.parametrize("word", ["sleep", "spin"])
def test_process_ends_with_whoever_waits_for_it_though_that_was_killed(word: str, tmp_path: Path) -> None:
    """Killed alone, as by the system: no group, no goodbye."""
    file = tmp_path / "number"
    waits = f"from cegoscore.server.apart import answer_apart; answer_apart({SPINS!r}, {f'{word} {file}'.encode()!r})"
    with subprocess.Popen([sys.executable, "-c", waits], cwd=ROOT) as asking:
        wait_until(lambda: file.exists() and bool(file.read_text()), "it works")
        asking.send_signal(signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{file.read_text()}").exists(), "it has ended")
