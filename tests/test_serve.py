"""`python -m cegoscore.serve`, started for real."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cegoscore import network, serve
from tests.served import MEASURED
from tests.worlds.rule_files import one_rule_file

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
        env=MEASURED | {"PATH": os.environ["PATH"], "DATA_DIR": str(data)} | environment,
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
        except (urllib.error.URLError, ConnectionError):
            assert process.poll() is None, process.communicate()
            time.sleep(0.1)
        else:
            return
    pytest.fail("The server does not answer.")


def one_line(process: subprocess.Popen[str]) -> str:
    """Output of a start that failed."""
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
    for _ in range(4):  # without `cegoscore.worker`, three of four had to be killed
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


@pytest.mark.django_db
def test_faulty_rule_file_is_named_before_anything_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", str(free_port()))
    with one_rule_file(tmp_path, "furtwangen.toml", "id = furtwangen"), pytest.raises(SystemExit) as end:
        serve.main()
    fault = "furtwangen.toml: is not valid TOML: Invalid value (at line 1, column 6)"
    assert f"?: (clubs.E001) {fault}" in str(end.value.code).splitlines()
