"""`python -m tests.golden VERSION`: write the golden files of a version that is about to be published."""

import io
import json
import os
import sys
import tempfile
import zlib
from typing import Any

import django
from django.core.management import call_command
from django.core.serializers.json import DjangoJSONEncoder


def main(version: str) -> None:
    """Make a club in which everything has happened, in a database of its own, and write every document of it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "cegoscore.settings", "DATA_DIR": folder}
        django.setup()
        call_command("migrate", verbosity=0)
        documents = every_document()
    from tests.golden import DIGESTS, FILES, HERE, digests

    assert documents.keys() == set(FILES)
    (HERE / version).mkdir(exist_ok=True)
    for name, text in documents.items():
        (HERE / version / name).write_text(text, encoding="utf-8")
    DIGESTS.write_text("".join(f"{line}\n" for line in digests()))


def every_document() -> dict[str, str]:
    """The text of a document of every format that cegoscore publishes, all of one club."""
    from cegoscore.scoresheet.evening.exports import document_of
    from cegoscore.scoring.documents.document import write
    from tests.worlds import tournament_file
    from tests.worlds.lively_club import LivelyClub
    from tournaments.clubhouse.backup import write_backup
    from tournaments.clubhouse.people.copy import copy_of
    from tournaments.course.access import EVERYTHING
    from tournaments.papers.exports import data_of
    from tournaments.seasons.exports import table_document
    from tournaments.standings.queries import standings_of

    lively = LivelyClub()
    tournament = lively.tournament
    tournament.refresh_from_db()
    lively.season.refresh_from_db()
    backup = io.StringIO()
    write_backup(lively.club, backup)
    documents = {
        "session.json": write(document_of(lively.evening)),
        "tournament.json": tournament_file.document_of(tournament),
        "draw.json": lively.first.draw,
        "standings.json": data_of(tournament, standings_of(tournament, EVERYTHING)),
        "league-table.json": table_document(lively.season),
        "person.json": copy_of(lively.people[0]),
        "unsent.json": _unsent(lively),
    }
    written = {
        name: f"{json.dumps(document, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder)}\n"
        for name, document in documents.items()
    }
    return {"backup.json": backup.getvalue()} | written


def _unsent(lively: Any) -> dict[str, str]:
    """Two hands that a phone could not send for a table that is being played, as its outbox writes them."""
    from tests.worlds.sheet import posted

    table = lively.tournament.played_rounds.get(number=2).tables.get(number=1)
    hands = json.dumps([[f"/sheets/{table.sheet_id}/hands", _pairs(posted(number))] for number in (2, 3)])
    checksum = f"{zlib.crc32(hands.encode()):08x}"
    return {"format": "cegoscore-unsent-1", "sheet": str(table.sheet_id), "hands": hands, "checksum": checksum}


def _pairs(fields: dict[str, Any]) -> list[list[str]]:
    return [[name, str(value)] for name, value in fields.items()]


if __name__ == "__main__":
    main(sys.argv[1])
