"""`python -m tests.worlds.demos`: write the documents that the command `demo` restores anew.

Chance is seeded, moments are those of the evening's beginning, so the same code writes the same documents.
"""

import gzip
import io
import json
import os
import re
import tempfile
from datetime import date
from random import Random
from typing import Any
from unittest.mock import patch

import django
from django.core.management import call_command
from django.utils import translation

MOMENT = re.compile(r"20\d\d-\d\d-\d\dT[\d:.]+\+00:00")
BEGINNING = "2026-05-01T23:00:00+00:00"
"""Midnight of the last day, here and in winter: whenever a demo is made, this is past."""
LAST = date(2026, 5, 2)
CHAIN = ("number", "salt", "reason", "hash")
"""Columns of decisions that restoring computes: the days that a chain is about are moved."""


def main() -> None:
    """Make each world in a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "cegoscore.settings", "DATA_DIR": folder}
        django.setup()
        call_command("migrate", verbosity=0)
        from tournaments.clubhouse.management.commands.demo import FILES  # noqa: PLC0415 - not before the settings

        for kind in ("tournament", "season"):
            text = json.dumps(document_of(kind), ensure_ascii=False, separators=(",", ":"))
            (FILES / f"demo_{kind}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def document_of(kind: str) -> dict[str, Any]:
    """The document of a demo: a backup in English."""
    from cegoscore.clubs.models import Device  # noqa: PLC0415 - as above
    from cegoscore.contest.replay import PLAN  # noqa: PLC0415
    from tests.worlds.championship import played_seasons, played_tournament  # noqa: PLC0415
    from tournaments.clubhouse.backup import write_backup  # noqa: PLC0415

    out = io.StringIO()
    with patch("os.urandom", Random(kind).randbytes), translation.override("en"):
        if kind == "tournament":
            club = played_tournament(players=144, day=LAST).club
        else:
            club = played_seasons(Device.objects.create(), tournaments=13, players=150).club
            club.seasons.update(name=translation.gettext("Championship season"))
        write_backup(club, out)
    document: dict[str, Any] = json.loads(MOMENT.sub(BEGINNING, out.getvalue()))
    columns, rows = document["decisions"]["columns"], document["decisions"]["rows"]
    what = columns.index("what")
    for row in rows:
        # The words of prizes are put into another language: their digest would be another.
        row[what] = row[what].partition(PLAN)[0]
    for column in CHAIN:
        place = columns.index(column)
        for row in (columns, *rows):
            del row[place]
    return document


if __name__ == "__main__":
    main()
