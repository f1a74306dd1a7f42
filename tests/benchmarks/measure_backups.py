"""Memory at its peak while much is written or read, with some hands and with three times as many. Prints JSON, in MB.

`python -m tests.benchmarks.measure_backups`, on SQLite; run by `test_backup_speed`. Counted is what Python takes.
"""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.benchmarks.sizes import size

TOURNAMENTS = size((3, 9), (1,))
EXTENT = {"seasons": 1, "players": size(60, 8), "hands": size(24, 2)}
EMPTY = "empty.sqlite3"
"""A database with all tables, beside the one that is filled."""


def main() -> None:
    """Measure each act in a process of its own, so that nothing is left over from the one before; the least in one.

    Both sizes at once: what is counted does not depend on how fast it goes.
    """
    with tempfile.TemporaryDirectory(prefix="cegoscore-measured-") as folder, ThreadPoolExecutor() as pool:
        peaks = list(pool.map(_peaks, [Path(folder)] * len(TOURNAMENTS), TOURNAMENTS))
    print(json.dumps({act: [each[act] for each in peaks] for act in ACTS}))


def _peaks(folder: Path, tournaments: int) -> dict[str, float]:
    """Megabytes of each act with so many tournaments."""
    data, peaks = folder / str(tournaments), dict[str, float]()
    _said(data, "fill", str(tournaments))
    for acts in size([[act] for act in ACTS], [list(ACTS)]):
        peaks |= json.loads(_said(data, *acts))
    return peaks


def _said(data: Path, *arguments: str) -> str:
    own = {"DATA_DIR": str(data), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "cegoscore.settings"}
    command = [sys.executable, "-m", "tests.benchmarks.measure_backups", *arguments]
    return subprocess.run(command, env=os.environ | own, stdout=subprocess.PIPE, check=True, text=True).stdout


def _fill(tournaments: str) -> None:
    from django.core.management import call_command
    from django.db import connection

    from cegoscore.clubs.models import Device
    from cegoscore.clubs.rights.server_key import problem_with_key
    from tests.migrated import give_file
    from tests.worlds.championship import played_seasons

    give_file(Path(os.environ["DATA_DIR"], "cegoscore.sqlite3"))
    call_command("migrate", verbosity=0)
    problem_with_key()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(Path(os.environ["DATA_DIR"]) / EMPTY)])
    played_seasons(Device.objects.create(), **EXTENT, tournaments=int(tournaments))


def _club_backup(data: Path) -> None:
    from cegoscore.clubs.models import Club
    from tournaments.clubhouse.backup import write_backup

    with (data / "club.json").open("w", encoding="utf-8") as out:
        write_backup(Club.objects.get(), out)


def _club_restore(data: Path) -> None:
    from tournaments.clubhouse.backup import parse_json, restore

    backup, problems = parse_json((data / "club.json").read_text(encoding="utf-8"))
    assert backup is not None, problems
    restore(backup, as_copy=True)


def _selfcheck(_data: Path) -> None:
    from django.core.management import call_command

    call_command("selfcheck", stdout=io.StringIO())


def _export(data: Path) -> None:
    from cegoscore.hosting.moving import export_server

    export_server(data / "server.jsonl.gz")


def _import(data: Path) -> None:
    from cegoscore.clubs.models import Club
    from cegoscore.hosting.moving import import_server

    with tempfile.TemporaryDirectory(prefix="cegoscore-measured-") as folder:
        empty = shutil.copy(data / EMPTY, folder)
        from django.db import connection

        connection.close()
        filled, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], str(empty)
        tracemalloc.reset_peak()
        import_server(data / "server.jsonl.gz")
        assert Club.objects.count() == 1
        connection.close()
        connection.settings_dict["NAME"] = filled


ACTS: dict[str, Callable[[Path], None]] = {
    "backup of a club": _club_backup,
    "export": _export,
    "import": _import,
    "self-check": _selfcheck,
    "restore of a club": _club_restore,
}


def _measure(*acts: str) -> None:
    data, peaks = Path(os.environ["DATA_DIR"]), dict[str, float]()
    tracemalloc.start()
    for act in acts:
        tracemalloc.reset_peak()
        ACTS[act](data)
        peaks[act] = tracemalloc.get_traced_memory()[1] / 1e6
    print(json.dumps(peaks))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        main()
    else:
        import django

        django.setup()
        if sys.argv[1] == "fill":
            _fill(sys.argv[2])
        else:
            _measure(*sys.argv[1:])
