"""Files, connections and headers: what the server takes, and what the documents tell a host to set."""

import re
import resource
from pathlib import Path

import pytest

from cegoscore.front import limits
from cegoscore.server.system import allow_open_files

pytestmark = pytest.mark.sqlite  # needs no database: once is enough

ROOT = Path(__file__).parents[2]
WANTED = limits.MOST_CONNECTIONS + limits.SPARE_FILES


def test_unit_file_lets_every_process_open_what_its_connections_need() -> None:
    unit, hosting = (ROOT / "deploy/cegoscore.service").read_text(), (ROOT / "docs/hosting.md").read_text()
    (allowed,) = re.findall(r"LimitNOFILE=(\d+)", unit)
    assert int(allowed) >= WANTED
    assert f"a process takes {limits.MOST_CONNECTIONS}" in hosting
    assert f"net.core.somaxconn={limits.BACKLOG}" in hosting


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "most"),
    [
        (1024, 65536, WANTED, WANTED),
        (1024, resource.RLIM_INFINITY, WANTED, WANTED),
        (1024, 4096, 4096, 4096),
        (4096, 4096, None, 4096),
        (65536, 65536, None, WANTED),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, WANTED),
    ],
)
def test_limit_of_open_files_is_raised_as_far_as_needed_and_possible(
    soft: int,
    hard: int,
    raised: int | None,
    most: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _which, pair: found.append(pair))
    assert allow_open_files(WANTED) == most
    assert found == ([] if raised is None else [(raised, hard)])
