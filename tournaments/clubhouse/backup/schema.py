"""The JSON Schema (draft 2020-12) of a document of rows, from the fields of its parts: `docs/schemas/` has them.

It says of each value what can be said without the other rows; `reading` finds the rest. Rows are looked into if their
columns stand in today's order; older files may have fewer columns, and others before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from cegoscore.clubs.models import Club, Device, Player
from tournaments.clubhouse.backup import shapes
from tournaments.clubhouse.backup.parts import Part, part_of
from tournaments.clubhouse.backup.scopes import Scope

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
DAY = r"(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
TIME = r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?"
UUID: Schema = TEXT | {"pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}
PLACE: Schema = {"type": "integer", "minimum": 1}
POINTS: Schema = {"type": "integer", "minimum": -shapes.MOST_POINTS, "maximum": shapes.MOST_POINTS}
OBJECT: Schema = {"type": "object"}


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def _text(model: Any, column: str) -> Schema:
    return TEXT | {"maxLength": model._meta.get_field(column).max_length}


SHAPES: Mapping[shapes.Check, Schema] = {
    shapes.whole_numbers: _list(POINTS),
    shapes.texts: _list(TEXT),
    shapes.pairs_of_texts: _list(_list(TEXT, minItems=2, maxItems=2)),
    shapes.typed_totals: _list({"type": "array", "prefixItems": [TEXT, _list(POINTS)], "minItems": 2, "maxItems": 2}),
    shapes.objects: _list(OBJECT),
    shapes.an_object: OBJECT,
    shapes.an_undoing: OBJECT
    | {"properties": {"village": _text(Player, "village"), "sorted_by": _text(Player, "sorted_by")}},
    shapes.a_draw: OBJECT
    | {"if": {"minProperties": 1}, "then": {"required": ["moves"], "properties": {"moves": {"type": "array"}}}},
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
        "required": ["format", *(part.name for part in scope.parts if _is_one(part, scope))],
        "additionalProperties": False,
    }


def _is_one(part: Part, scope: Scope) -> bool:
    """True if a document has exactly one row of this part."""
    return part.model in (Club, scope.model)


def _part(part: Part, scope: Scope) -> Schema:
    columns, most = scope.columns_of(part), scope.limit_of(part)
    rows: Schema = {"type": "array"} if most is None else {"type": "array", "maxItems": most}
    if _is_one(part, scope):
        rows |= {"minItems": 1, "maxItems": 1}
    row = {
        "type": "array",
        "prefixItems": [_column(part, name, field) for name, field in columns.items()],
        "minItems": len(columns),
        "maxItems": len(columns),
    }
    return {
        **OBJECT,
        "properties": {"columns": _list({"enum": list(columns)}, uniqueItems=True), "rows": rows},
        "required": ["columns", "rows"],
        "additionalProperties": False,
        "if": {"properties": {"columns": {"const": list(columns)}}},
        "then": {"properties": {"rows": {"items": row}}},
    }


def _column(part: Part, name: str, field: models.Field[Any, Any]) -> Schema:
    """What a value of this column has to be."""
    schema = SHAPES[dict(part.shapes)[name]] if isinstance(field, models.JSONField) else _value(field)
    return {"anyOf": [schema, {"type": "null"}]} if field.null else schema


def _value(field: models.Field[Any, Any]) -> Schema:
    related: Any = field.related_model
    if related:
        key = PLACE if related is Device or part_of(related).is_counted else UUID
        return _list(key, uniqueItems=True) if isinstance(field, models.ManyToManyField) else key
    if field.choices:
        return {"enum": [choice for choice, _label in field.flatchoices]}
    if isinstance(field, models.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, models.IntegerField):
        return _number(field)
    if isinstance(field, models.DecimalField):
        whole = (field.max_digits or 0) - (field.decimal_places or 0)
        return TEXT | {"pattern": rf"^-?\d{{1,{whole}}}(\.\d{{1,{field.decimal_places}}})?$"}
    if isinstance(field, models.DateTimeField):
        return TEXT | {"pattern": rf"^{DAY}T{TIME}\+00:00$"}
    if isinstance(field, models.DateField):
        return TEXT | {"pattern": f"^{DAY}$", "format": "date"}
    if isinstance(field, models.UUIDField):
        return UUID
    return TEXT if field.max_length is None else TEXT | {"maxLength": field.max_length}


def _number(field: models.IntegerField[Any, Any]) -> Schema:
    """Whole numbers that every database can keep, within the limits of the column."""
    if isinstance(field, models.BigIntegerField):
        return POINTS
    least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
    for check in field.validators:
        if isinstance(check, MinValueValidator):
            least = max(least, check.limit_value)
        elif isinstance(check, MaxValueValidator):
            most = min(most, check.limit_value)
    return {"type": "integer", "minimum": least, "maximum": most}
