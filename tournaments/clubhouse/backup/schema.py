"""The JSON Schema (draft 2020-12) of a document of rows, from the fields of its parts: `docs/schemas/` has them.

It says of each value what can be said without the other rows; `reading` finds the rest. Rows are looked into if their
columns stand in today's order; older files may have fewer columns, and others before them.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from cegoscore.clubs.models import Club, Device
from cegoscore.clubs.models.club import BESIDE_THE_NAME
from cegoscore.database.limits import limits_of
from tournaments.clubhouse.backup import part as shapes
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import part_of
from tournaments.clubhouse.backup.scopes import Scope

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
DAY = r"^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
KINDS: dict[type[models.Field[Any, Any]], Schema] = {
    models.BooleanField: {"type": "boolean"},
    models.DateTimeField: TEXT | {"pattern": DAY + r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?\+00:00$"},
    models.DateField: TEXT | {"pattern": f"{DAY}$", "format": "date"},
    models.DecimalField: TEXT | {"pattern": r"^-?\d{1,9}(\.\d{1,4})?$"},
    models.UUIDField: TEXT | {"pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},
}
POINTS: Schema = {"type": "integer", "minimum": -shapes.MOST_POINTS, "maximum": shapes.MOST_POINTS}
OBJECT: Schema = {"type": "object"}


def _list(items: Schema, length: int | None = None) -> Schema:
    return {"type": "array", "items": items} | ({} if length is None else {"minItems": length, "maxItems": length})


def _row(values: list[Schema]) -> Schema:
    return {"type": "array", "prefixItems": values, "minItems": len(values), "maxItems": len(values)}


SHAPES: dict[shapes.Check, Schema] = {
    shapes.whole_numbers: _list(POINTS),
    shapes.texts: _list(TEXT),
    shapes.pairs_of_texts: _list(_list(TEXT, 2)),
    shapes.names_with_moments: _list(_row([KINDS[models.DateTimeField], TEXT])),
    shapes.typed_totals: _list(_row([TEXT, _list(POINTS)])),
    shapes.objects: _list(OBJECT),
    shapes.an_object: OBJECT,
    shapes.an_undoing: OBJECT | {"properties": dict.fromkeys(BESIDE_THE_NAME, TEXT)},
    shapes.a_draw: {"anyOf": [OBJECT | {"maxProperties": 0}, OBJECT | {"required": ["moves"]}]},
    shapes.form_fields: OBJECT | {"additionalProperties": {"anyOf": [TEXT, _list(TEXT)]}},
}


def schema_of(scope: Scope) -> Schema:
    """The schema of a club's or a tournament's document."""
    parts = {part.name: _part(part, scope) for part in scope.parts}
    devices = {"type": "integer", "minimum": 0, "maximum": scope.most_devices}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": scope.format,
        **OBJECT,
        "properties": {"format": {"const": scope.format}, **parts, "devices": devices},
        "required": ["format", "club"],
        "additionalProperties": False,
    }


def _part(part: Part, scope: Scope) -> Schema:
    columns, most = scope.columns_of(part), scope.limit_of(part)
    rows = _list({}, 1) if part.model in (Club, scope.model) else _list({}) | ({"maxItems": most} if most else {})
    names = _list({"enum": list(columns)}) | {"uniqueItems": True}
    values = [_column(part, name, field) for name, field in columns.items()]
    return {
        **OBJECT,
        "properties": {"columns": names, "rows": rows},
        "required": ["columns", "rows"],
        "additionalProperties": False,
        "if": {"properties": {"columns": {"const": list(columns)}}},
        "then": {"properties": {"rows": {"items": _row(values)}}},
    }


def _column(part: Part, name: str, field: models.Field[Any, Any]) -> Schema:
    """The schema of a column's values."""
    schema = SHAPES[dict(part.shapes)[name]] if isinstance(field, models.JSONField) else _value(field)
    return {"anyOf": [schema, {"type": "null"}]} if field.null else schema


def _value(field: models.Field[Any, Any]) -> Schema:
    related: Any = field.related_model
    if related:
        counted = related is Device or part_of(related).is_counted
        key: Schema = {"type": "integer", "minimum": 1} if counted else KINDS[models.UUIDField]
        return _list(key) | {"uniqueItems": True} if isinstance(field, models.ManyToManyField) else key
    if field.choices:
        return {"enum": [choice for choice, _label in field.flatchoices]}
    if isinstance(field, models.BigIntegerField):
        return POINTS
    if isinstance(field, models.IntegerField):
        least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
        limits = {"min_value": least, "max_value": most} | limits_of(field)
        return {
            "type": "integer",
            "minimum": max(least, limits["min_value"]),
            "maximum": min(most, limits["max_value"]),
        }
    text = TEXT | ({"maxLength": field.max_length} if field.max_length else {})
    return next((schema for kind, schema in KINDS.items() if isinstance(field, kind)), text)
