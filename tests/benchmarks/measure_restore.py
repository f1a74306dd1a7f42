"""CPU seconds to restore a club, by the code in a folder: `python measure_restore.py CODE FILE`. Prints JSON.

Run by `test_backup_speed` in processes of their own, by turns with this version's code and with that of version 0.1.0:
so it knows nothing but what both have. `python measure_restore.py CODE FILE make` writes the document before, by the
code of 0.1.0.
"""

import json
import os
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

SEASON = {"seasons": 1, "tournaments": 6, "players": 60, "hands": 32}
SMALLEST = {"seasons": 1, "tournaments": 1, "players": 8, "hands": 2}
"""With SMALLEST in the environment, as in `sizes`."""


def main() -> None:
    """Make a database of its own, and fill it."""
    code, file, *make = sys.argv[1:]
    sys.path[0] = code
    with tempfile.TemporaryDirectory(prefix="cegoscore-measured-") as folder:
        os.environ |= {"DATA_DIR": folder, "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "cegoscore.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        print(json.dumps(_written(Path(file)) if make else _restored(Path(file))))


def _written(file: Path) -> dict[str, int]:
    """Write the document, by the code of version 0.1.0; how long it is."""
    from cegoscore.clubs.models import Club, Device
    from tournaments.clubhouse.backup import write_backup
    from tournaments.seasons import demo  # type: ignore[attr-defined]  # of 0.1.0

    extent = SMALLEST if "SMALLEST" in os.environ else SEASON
    demo.demo_season(Device.objects.create(), **extent, seed=1, first=date(2025, 11, 15))
    with file.open("w", encoding="utf-8") as out:
        write_backup(Club.objects.get(), out)
    return {"bytes": file.stat().st_size}


def _restored(file: Path) -> dict[str, float]:
    """Price of reading, writing and checking, and the number of hands that there are then."""
    from cegoscore.scoresheet.models import Hand
    from tournaments.clubhouse.backup import parse_json, restore

    text = file.read_text(encoding="utf-8")
    begin = time.process_time()
    backup, problems = parse_json(text)
    read = time.process_time() - begin
    assert backup is not None, problems
    restore(backup)
    return {"cpu": time.process_time() - begin, "reading": read, "hands": Hand.objects.count()}


if __name__ == "__main__":
    main()
