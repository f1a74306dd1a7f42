"""CPU seconds to restore a club, by the code in a folder: `python measure_restore.py CODE FILE`. Prints JSON.

Run by `test_backup_speed` in processes of their own, by turns with this version's code and with that of version 0.1.0:
so it knows nothing but what both have. `python measure_restore.py CODE FILE make` writes the document before.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

SEASON = {"seasons": 1, "tournaments": 6, "players": 60, "hands": 32}


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
        if make:
            _write(Path(file))
        else:
            print(json.dumps(_restored(Path(file))))


def _write(file: Path) -> None:
    from cegoscore.clubs.models import Device
    from tournaments.clubhouse.backup import write_backup
    from tournaments.seasons.demo import demo_season

    season = demo_season(Device.objects.create(), **SEASON, seed=1, first=date(2025, 11, 15))[-1]
    with file.open("w", encoding="utf-8") as out:
        write_backup(season.club, out)


def _restored(file: Path) -> dict[str, float]:
    """What reading, writing and checking cost, and how many hands there are then."""
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
