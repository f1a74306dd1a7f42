"""Everything that a server keeps as one file, for another kind of database or another machine.

Lines of JSON, compressed: the head, then each table with its columns and rows, and a last line that tells a whole file
from half of one. Keys of rows stay, and the secret key goes along, so links and cookies go on. Only a server with the
same migrations reads it; a club's own backup outlives versions.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction

import cegoscore
from cegoscore.clubs.models import Club, Device
from cegoscore.database.engines import snapshot
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.schema import applied_migrations

FORMAT = "cegoscore/server@1"
AT_ONCE = 500
"""Rows in memory, whatever the server's size."""


def export_server(file: Path) -> int:
    """Write everything as it stands at one moment; the number of rows. Raises `OSError`."""
    draft = file.with_name(f"{file.name}.part")
    head = {"format": FORMAT, "version": cegoscore.__version__, "migrations": sorted(map(list, applied_migrations()))}
    head |= {"secret_key": settings.SECRET_KEY, "old_keys": settings.SECRET_KEY_FALLBACKS}
    try:
        with (
            os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw,
            gzip.open(raw, "wt", encoding="utf-8", compresslevel=6) as out,
            snapshot(),
        ):
            _write_line(out, head)
            count = sum(_write_table(out, model) for model in tables())
            _write_line(out, {"end": count})
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return count


def import_server(file: Path) -> int:
    """Fill an empty server with everything that a file holds, and check it; the number of rows.

    All of it or nothing. Raises `JobFailed` with a sentence.
    """
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            _check_head(head)
            with transaction.atomic():
                count = _fill(lines)
                call_command("selfcheck", stdout=StringIO())
    except (OSError, EOFError, ValueError, KeyError, TypeError) as problem:
        raise JobFailed(f"{file} cannot be read, and nothing was changed: {problem}") from problem
    except SystemExit as problem:
        raise JobFailed("What is in the file does not pass the self-check; nothing was changed.") from problem
    _keep_keys(head["secret_key"], head["old_keys"])
    return count


def tables() -> list[type[models.Model]]:
    """All tables of ours, those between two others, too."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return list(model._meta.concrete_fields)


def _write_table(out: IO[str], model: type[models.Model]) -> int:
    """Write the columns and rows of a table; how many rows."""
    names = [field.attname for field in _fields(model)]
    _write_line(out, {"table": model._meta.label_lower, "columns": names})
    count = 0
    for row in model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=AT_ONCE):
        _write_line(out, row)
        count += 1
    return count


def _write_line(out: IO[str], value: Any) -> None:
    json.dump(value, out, ensure_ascii=False, separators=(",", ":"), default=_plain)
    out.write("\n")


def _plain(value: Any) -> str:
    """A value as text that its field reads back without loss."""
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (UUID, Decimal)):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written")


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


def _fill(lines: IO[str]) -> int:
    """Replace the rows that a first start makes by those of the file."""
    known = {model._meta.label_lower: model for model in tables()}
    for model in known.values():
        model._base_manager.all()._raw_delete(connection.alias)  # noqa: SLF001 - all tables at once
    count, head = 0, json.loads(next(lines))
    while "table" in head:
        made, head = _fill_table(known[head["table"]], head["columns"], lines)
        count += made
    if head != {"end": count}:
        raise ValueError("its end is missing")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(known.values())):
            cursor.execute(statement)
    return count


def _fill_table(model: type[models.Model], columns: list[str], lines: IO[str]) -> tuple[int, dict[str, Any]]:
    """Insert the rows that follow; how many, and the line behind them."""
    fields = {field.attname: field for field in _fields(model)}
    chosen, after, count = [fields[name] for name in columns], dict[str, Any](), 0

    def rows() -> Iterator[models.Model]:
        nonlocal after
        for line in lines:
            values = json.loads(line)
            if isinstance(values, dict):
                after = values
                return
            yield model(**{field.attname: _read(field, value) for field, value in zip(chosen, values, strict=True)})

    made = rows()
    while some := list(islice(made, AT_ONCE)):
        model._base_manager.bulk_create(some)
        count += len(some)
    return count, after


def _read(field: models.Field[Any, Any], value: Any) -> Any:
    return value if isinstance(field, models.JSONField) else field.to_python(value)


def _keep_keys(key: str, old: list[str]) -> None:
    """Go on with the keys of the file: the first as this server's own if that is a file, the others as from before."""
    file_of_key, others = settings.DATA_DIR / "secret_key", settings.DATA_DIR / "old_secret_keys"
    if key != settings.SECRET_KEY:
        if file_of_key.exists() and file_of_key.read_text().strip() == settings.SECRET_KEY:
            file_of_key.write_text(key)
        else:
            old = [key, *old]
    if missing := [before for before in old if before not in settings.SECRET_KEY_FALLBACKS]:
        with others.open("a") as file:
            others.chmod(0o600)
            file.writelines(f"{before}\n" for before in missing)
