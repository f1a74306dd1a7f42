"""A club or a tournament as one JSON document, row by row, whatever its size: `docs/formats/club.md` describes it."""

from __future__ import annotations

import json
from collections import ChainMap, defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, TextIO
from uuid import UUID

from django.db.models import Field, ForeignKey, JSONField, ManyToManyField

from cegoscore.clubs.models import Club, Device
from cegoscore.database.engines import snapshot
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import part_of, relations_of
from tournaments.clubhouse.backup.scopes import CLUB, rows_of, scope_of, way_to
from tournaments.models import Tournament

AT_ONCE = 500

Keys = dict[Any, Any]
"""Map from a row's key in the database to its key in the document."""


class CannotBackUp(Exception):
    """A row of the club hangs on a row of another one."""


def write_backup(whole: Club | Tournament, out: TextIO) -> None:
    """Write everything of a club or a tournament, as it stands at one moment. Raises `CannotBackUp`."""
    with snapshot():
        writer = _Writer(whole)
        out.write(f'{{"format": {_json(writer.scope.format)}')
        for part in writer.scope.parts:
            columns = list(writer.scope.columns_of(part))
            out.write(f',\n{_json(part.name)}: {{"columns": {_json(columns)}, "rows": [')
            for place, row in enumerate(writer.rows(part)):
                out.write(",\n" if place else "\n")
                out.write(_json(row))
            out.write("]}")
        out.write(f',\n"devices": {len(writer.devices)}}}\n')


class _Writer:
    """Knows what the rows of a club or a tournament are called in its document."""

    def __init__(self, whole: Club | Tournament) -> None:
        self.whole, self.scope = whole, scope_of(whole)
        self.devices: dict[UUID, int] = {}
        parts = self.scope.parts
        named = {field.related_model for part in parts for field in relations_of(part)}
        named |= {model for part in parts for _column, _key, model in part.keys_inside}
        beside = {model for part in parts for _column, model in part.known_by}
        self.beside: dict[Any, Keys] = {model: self._beside(part_of(model)) for model in beside}
        self.keys: dict[Any, Keys] = {part.model: self._keys(part) for part in parts if part.model in named}

    def _keys(self, part: Part) -> Keys:
        """Places of counted rows. A club's others keep their key; a tournament's get one that says nothing of here."""
        numbered = enumerate(rows_of(part, self.whole).values_list("pk", flat=True), 1)
        if part.is_counted:
            return {pk: place for place, pk in numbered}
        return {pk: str(pk if self.scope is CLUB else UUID(int=place)) for place, pk in numbered}

    def _beside(self, part: Part) -> Keys:
        """Names of the UUIDs that rows have beside their key."""
        numbered = enumerate(rows_of(part, self.whole).values_list("uuid", flat=True), 1)
        return {uuid: str(uuid if self.scope is CLUB else UUID(int=place)) for place, uuid in numbered}

    def rows(self, part: Part) -> Iterator[list[Any]]:
        """The rows of a part, each a list of values in the order of the columns."""
        fields = self.scope.columns_of(part)
        columns = {name: field for name, field in fields.items() if not isinstance(field, ManyToManyField)}
        write = [self._writer_of(part, name, field) for name, field in columns.items()]
        several = [self._several(part, f) for f in fields.values() if isinstance(f, ManyToManyField)]
        stored = rows_of(part, self.whole).values_list("pk", *(field.attname for field in columns.values()))
        for pk, *values in stored.iterator(chunk_size=AT_ONCE):
            row = [one(value) for one, value in zip(write, values, strict=True)]
            yield [*row, *(others[pk] for others in several)]

    def _writer_of(self, part: Part, column: str, field: Field[Any, Any]) -> Callable[[Any], Any]:
        """The function that turns a value of this column into JSON."""
        if isinstance(field, ForeignKey):
            return lambda pk: None if pk is None else self._reference(part, column, field, pk)
        outside = {part.key_column: (part.model,)} if field.primary_key else dict(part.keys_outside)
        if column in outside:
            return ChainMap(*(self.keys.get(model, {}) for model in outside[column])).get
        if model := dict(part.known_by).get(column):
            return self.beside[model].get
        if isinstance(field, JSONField):
            inside = {key: self.keys[model] for within, key, model in part.keys_inside if within == column}
            return lambda value: _with_keys(value, inside) if inside else value
        return _plain

    def _reference(self, part: Part, column: str, field: ForeignKey[Any, Any], pk: Any) -> Any:
        if field.related_model is Device:
            return self.devices.setdefault(pk, len(self.devices) + 1)
        key = self.keys[field.related_model].get(pk)
        if key is None and not field.null:
            raise CannotBackUp(f"{part.name}: {column} {pk} belongs to another club")
        return key

    def _several(self, part: Part, field: ManyToManyField[Any, Any]) -> dict[Any, list[Any]]:
        """The rows that each row points to, by its key in the database."""
        through: Any = field.remote_field.through
        one, other = field.m2m_field_name(), field.m2m_reverse_field_name()
        way = f"{one}__{way_to(part, self.whole)}"
        pairs = through._base_manager.filter(**{way: self.whole.pk}).order_by(other)
        by_row: dict[Any, list[Any]] = defaultdict(list)
        for pk, pointed_to in pairs.values_list(one, other):
            by_row[pk].append(self.keys[part_of(field.related_model).model][pointed_to])
        return by_row


def _with_keys(value: dict[str, Any], inside: Mapping[str, Keys]) -> dict[str, Any]:
    """JSON in which rows are called as in the document."""
    return value | {key: keys.get(value[key]) for key, keys in inside.items() if key in value}


def _plain(value: Any) -> Any:
    """Numbers and truths as they are, everything else as text; times in Greenwich's."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return str(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
