"""A tournament's document as tests look at it and change it."""

import json
import uuid
from collections.abc import Collection
from io import StringIO
from typing import Any

from cegoscore.clubs.models import Device
from tournaments.clubhouse.backup import write_backup
from tournaments.models import Tournament
from tournaments.papers.importing import import_tournament_document
from tournaments.papers.reading import parse_json

Document = dict[str, Any]


def document_of(tournament: Tournament) -> Document:
    """The document as it is sent."""
    out = StringIO()
    write_backup(tournament, out)
    document: Document = json.loads(out.getvalue())
    return document


def rows_of(document: Document, part: str) -> list[dict[str, Any]]:
    """The rows of a part, with a name for each value."""
    return [dict(zip(document[part]["columns"], row, strict=True)) for row in document[part]["rows"]]


def change(document: Document, part: str, row: int, **values: Any) -> None:
    """Put other values into a row, counted from 1."""
    for column, value in values.items():
        document[part]["rows"][row - 1][document[part]["columns"].index(column)] = value


def drop_columns(document: Document, part: str, columns: Collection[str]) -> None:
    """Leave columns out, as a version did that did not know them."""
    places = [place for place, column in enumerate(document[part]["columns"]) if column not in columns]
    for row in (document[part]["columns"], *document[part]["rows"]):
        row[:] = [row[place] for place in places]


def problems_of(document: Document) -> list[tuple[str, str]]:
    """Place and code of everything that is wrong with a document."""
    return [(problem.key, problem.code) for problem in parse_json(json.dumps(document))[1]]


def read_in(document: Document, device: Device | None = None, *, beside: bool = False) -> Tournament:
    """The tournament of a document, through its text; `beside` the same one, if that is here already."""
    reading, problems = parse_json(json.dumps(document))
    assert reading, problems
    device = device or Device.objects.create()
    return import_tournament_document(reading, device=device, key=uuid.uuid4(), beside=beside)
