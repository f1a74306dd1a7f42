"""Everything that a server keeps as one file, for another kind of database or another machine.

Lines of JSON, compressed: the head, with the columns of each table; each row behind the label of its table; and a last
line that tells a whole file from half of one. Keys of rows stay, and the secret key goes along, so links and cookies go
on. Only a server with the same migrations reads it; a club's own backup outlives versions.
"""

import gzip
import json
import zlib
from io import StringIO
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connection, models, transaction

import cegoscore
from cegoscore.clubs.models import Club, Device
from cegoscore.database.counters import count_on_from, last_keys
from cegoscore.database.engines import snapshot
from cegoscore.files import written_whole
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.keys import keep_old_keys, take_key
from cegoscore.hosting.schema import applied_migrations
from cegoscore.hosting.shelf import KEY

FORMAT = "cegoscore/server@2"
END = "end"
"""Label of the last line, with the number of rows."""
AT_ONCE = 500
"""Rows in memory, whatever the server's size."""


def export_server(file: Path) -> int:
    """Write everything as it stands at one moment; the number of rows. Raises `OSError`."""
    columns = {label: [field.attname for field in model._meta.concrete_fields] for label, model in tables().items()}
    migrations = sorted(map(list, applied_migrations()))
    head = {"format": FORMAT, "version": cegoscore.__version__, "migrations": migrations, "columns": columns}
    head |= {"secret_key": settings.SECRET_KEY, "old_keys": settings.SECRET_KEY_FALLBACKS}
    count = 0
    with (
        written_whole(file) as raw,
        gzip.open(raw, "wt", encoding="utf-8", compresslevel=6) as out,
        snapshot(),
    ):
        _write_line(out, head | {"counters": last_keys()})
        for label, model in tables().items():
            rows = model._base_manager.order_by("pk").values_list(*columns[label])
            for row in rows.iterator(chunk_size=AT_ONCE):
                _write_line(out, [label, *row])
                count += 1
        _write_line(out, [END, count])
    return count


UNREADABLE = (
    *(OSError, EOFError, zlib.error, ValueError, RecursionError, LookupError, ArithmeticError, TypeError),
    *(AttributeError, FieldDoesNotExist, ValidationError, IntegrityError, DataError),
)
"""Everything that a damaged file raises where it is unpacked, read or written into the database."""


def import_server(file: Path) -> int:
    """Fill an empty server with everything that a file holds, and check it; the number of rows.

    All of it or nothing. Raises `JobFailed` with a sentence.
    """
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            _check_head(head)
            with transaction.atomic():
                count = _fill(lines, head["columns"])
                count_on_from(head.get("counters", {}))
                call_command("selfcheck", stdout=StringIO())
    except UNREADABLE as problem:
        raise JobFailed(f"{file} cannot be read, and nothing was changed: {problem}") from problem
    except SystemExit as problem:
        raise JobFailed("What is in the file does not pass the self-check; nothing was changed.") from problem
    _keep_keys(head["secret_key"], head["old_keys"])
    return count


def tables() -> dict[str, type[models.Model]]:
    """All tables of ours by their label, those between two others, too."""
    return {model._meta.label_lower: model for model in apps.get_models(include_auto_created=True)}


def _write_line(out: IO[str], value: Any) -> None:
    """Write a value; times, numbers of money and keys as text that their field reads back without loss."""
    json.dump(value, out, ensure_ascii=False, separators=(",", ":"), default=str)
    out.write("\n")


def _check_head(head: Any) -> None:
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise ValueError("it is no file of export-server")
    if frozenset(map(tuple, head["migrations"])) != applied_migrations():
        raise JobFailed(
            f"The file is of version {head['version']} with other migrations than this server "
            f"({cegoscore.__version__}): bring both to the same version first."
        )
    if Club.objects.exists() or Device.objects.exists():
        raise JobFailed("There is something on this server already: import into a new one.")


def _fill(lines: IO[str], columns: dict[str, list[str]]) -> int:
    """Replace the rows that a first start makes by those of the file; how many."""
    for model in tables().values():
        model._base_manager.all()._raw_delete(connection.alias)  # noqa: SLF001 - all tables at once
    count, end = 0, None
    for label, some in groupby(map(json.loads, lines), key=itemgetter(0)):
        if label == END:
            end = next(some)
            break
        model = tables()[label]
        fields = [(name, model._meta.get_field(name)) for name in columns[label]]
        rows = (model(**_read(fields, values)) for _label, *values in some)
        while batch := list(islice(rows, AT_ONCE)):
            model._base_manager.bulk_create(batch)
            count += len(batch)
    if end != [END, count] or next(lines, ""):  # whoever reads past the end has the checksum of all compared
        raise ValueError("its end is missing")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables().values())):
            cursor.execute(statement)
    return count


def _read(fields: list[tuple[str, Any]], values: list[Any]) -> dict[str, Any]:
    """The values of a row by the names of its columns."""
    return {
        name: value if isinstance(field, models.JSONField) else field.to_python(value)
        for (name, field), value in zip(fields, values, strict=True)
    }


def _keep_keys(key: str, old: list[str]) -> None:
    """Go on with the keys of the file: the first as this server's own if that is a file, the others as from before."""
    file_of_key = settings.DATA_DIR / KEY
    if key != settings.SECRET_KEY:
        if file_of_key.exists() and file_of_key.read_text().strip() == settings.SECRET_KEY:
            take_key(key)
        else:
            old = [key, *old]
    keep_old_keys(old)
