"""A backup read and checked: its rows as values for the database, or everything that is wrong with it.

Reading never raises for bad input. Columns that are missing get their default, so that a document from before a
column can still be read; what is not known here is a mistake, because it would be lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import isfinite
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import (
    BooleanField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    ManyToManyField,
    UUIDField,
)

from cegoscore.clubs.models import Club, Device, RuleSet
from cegoscore.clubs.models.rules import whole_document
from cegoscore.scoring.rules.rule_files import parse_house_rules
from tournaments.clubhouse.backup.agreement import check_agreement
from tournaments.clubhouse.backup.parts import PARTS, Part
from tournaments.clubhouse.backup.rows import Rows
from tournaments.clubhouse.backup.shapes import Check
from tournaments.clubhouse.backup.writing import FORMAT

BEFORE_0_1 = "cegoscore/backup@1"
"""Its keys were names of Django's, so that renaming a class broke the file."""
MOST_PROBLEMS = 100
"""Limit of reported problems."""
MOST_DEVICES = 1_000_000
MOST_REMEMBERED = 5_000
"""Values of a column that are remembered as sound."""
SHORT = 24
"""Letters of a text that is worth it."""
DOUBTFUL = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|[\x00\ud800-\udfff]")
"""Signs that a text may hold letters which no database keeps: each value is looked at then."""
KINDS = {bool: "true or false", int: "a whole number", str: "a text"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A whole club, part by part."""

    parts: tuple[Rows, ...]
    devices: int

    def rows_of(self, model: Any) -> Rows:
        """The rows of a model."""
        return next(rows for rows in self.parts if rows.part.model is model)


def parse_json(text: str) -> tuple[Backup | None, list[str]]:
    """Read a backup from text; it, or what is wrong with it."""
    endless: list[str] = []

    def number(digits: str) -> float:
        if not isfinite(found := float(digits)):
            endless.append(digits)
        return found

    try:
        document = json.loads(text, parse_constant=_no_number, parse_float=number)
        backup, problems = parse(document, is_clean=not (endless or DOUBTFUL.search(text)))
    except (ValueError, RecursionError) as error:
        return None, [f"is not JSON: {error}"]
    return backup, problems


def _no_number(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def parse(document: Any, *, is_clean: bool) -> tuple[Backup | None, list[str]]:
    """Read a backup; it, or what is wrong with it."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return None, [_other_format(document)]
    found = _Problems()
    known = {part.name for part in PARTS}
    for key in document.keys() - known - {"format", "devices"}:
        found.add(f"{key[:40]!a}: is not known here; is the document from a newer version?")
    devices = document.get("devices", 0)
    if type(devices) is not int or not 0 <= devices <= MOST_DEVICES:
        found.add("devices: is not a number of devices")
    empty: dict[str, Any] = {"columns": [], "rows": []}
    parts = tuple(_read_part(part, document.get(part.name, empty), found, is_clean=is_clean) for part in PARTS)
    if not found.lines:
        backup = Backup(parts=parts, devices=devices)
        _check_whole(backup, found)
    return (None, found.all) if found.lines else (backup, [])


def _other_format(document: Any) -> str:
    """The sentence for a document of another format."""
    named = document.get("format") if isinstance(document, dict) else None
    if named == BEFORE_0_1:
        return f"format: {named} was written before version 0.1; such a backup cannot be read"
    if isinstance(named, str) and re.fullmatch(r"cegoscore/backup@\d{1,4}", named):
        return f"format: {named} was written by a newer version; this one reads {FORMAT}"
    return f"format: is not {FORMAT}"


class _Problems:
    """The first so many problems, and how many more there are."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.more = 0

    def add(self, line: str) -> None:
        if len(self.lines) < MOST_PROBLEMS:
            self.lines.append(line)
        else:
            self.more += 1

    @property
    def all(self) -> list[str]:
        return [*self.lines, f"and {self.more} more problems"] if self.more else self.lines


def _read_part(part: Part, data: Any, found: _Problems, *, is_clean: bool) -> Rows:
    """The rows of one part; those with a fault are left out."""
    nothing = Rows(part=part, rows=())
    shaped = isinstance(data, dict) and data.keys() == {"columns", "rows"}
    if not shaped or not all(isinstance(data[key], list) for key in data):
        found.add(f"{part.name}: is not an object of columns and rows")
        return nothing
    rows = data["rows"]
    for column in data["columns"]:
        if not isinstance(column, str) or column not in part.fields or data["columns"].count(column) > 1:
            found.add(f"{part.name}: column {str(column)[:40]!a} is not known here, or stands here twice")
            return nothing
    for name, field in part.fields.items():
        if name not in data["columns"] and rows and not _may_be_missing(field):
            found.add(f"{part.name}: column {name} is missing")
            return nothing
    reader = _RowReader(part, data["columns"], is_clean=is_clean)
    values = (reader.read(row, f"{part.name}, row {number}", found) for number, row in enumerate(rows, 1))
    return Rows(part=part, rows=[row for row in values if row is not None])


def _may_be_missing(field: Field[Any, Any]) -> bool:
    """True if a row without this column has a value all the same: the field's default, or nothing."""
    has_default = field.has_default() or field.has_db_default()
    return field.null or has_default or isinstance(field, ManyToManyField) or field.empty_strings_allowed


class _RowReader:
    """Reads the rows of a part whose columns stand in a certain order."""

    def __init__(self, part: Part, columns: Sequence[str], *, is_clean: bool) -> None:
        self.width = len(columns)
        shapes = dict(part.shapes)
        self.columns = [
            (
                name,
                columns.index(name) if name in columns else None,
                _reader_of(field, shapes.get(name), is_clean=is_clean) if name in columns else partial(_missing, field),
            )
            for name, field in part.fields.items()
        ]

    def read(self, row: Any, where: str, found: _Problems) -> list[Any] | None:
        """The values of a row in the order of the part's columns; `None` if any is wrong."""
        if not isinstance(row, list) or len(row) != self.width:
            found.add(f"{where}: does not have one value for each column")
            return None
        values, sound = [], True
        for name, place, value_of in self.columns:
            try:
                values.append(value_of(None if place is None else row[place]))
            except ValidationError as error:
                found.add(f"{where}: {name}: {' '.join(error.messages)}")
                sound = False
        return values if sound else None


def _reader_of(field: Field[Any, Any], shape: Check | None, *, is_clean: bool) -> Callable[[Any], Any]:
    """The function that reads and checks a value of a column; a clean document has no text or number that is none."""
    if isinstance(field, ManyToManyField):
        return _keys
    read: Callable[[Any], Any]
    if isinstance(field, ForeignKey):
        read = _key
    elif isinstance(field, JSONField):
        read = _json_reader(shape, is_clean=is_clean)
    else:
        read = _plain_reader(field, is_clean=is_clean)
    return partial(_optional, read) if field.null else partial(_required, read)


def _optional(read: Callable[[Any], Any], value: Any) -> Any:
    return None if value is None else read(value)


def _required(read: Callable[[Any], Any], value: Any) -> Any:
    if value is None:
        raise ValidationError("is missing")
    return read(value)


def _json_reader(shape: Check | None, *, is_clean: bool) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if shape is not None and not shape(value):
            raise ValidationError("does not look as it must")
        if not is_clean:
            _refuse_what_cannot_be_kept(value)
        return value

    return read


def _plain_reader(field: Field[Any, Any], *, is_clean: bool) -> Callable[[Any], Any]:
    """Read values without references, of the type and within the limits of the column.

    Most columns hold the same few short values again and again: what was found sound is not looked at twice.
    """
    kind: type = bool if isinstance(field, BooleanField) else int if isinstance(field, IntegerField) else str
    sound: dict[Any, Any] = {}

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValidationError(f"is not {KINDS[kind]}")
        if value in sound:
            return sound[value]
        if not is_clean:
            _refuse_what_cannot_be_kept(value)
        kept = _within_limits(field, value)
        if len(sound) < MOST_REMEMBERED and (kind is not str or len(str(value)) < SHORT):
            sound[value] = kept
        return kept

    return read


def _within_limits(field: Field[Any, Any], value: Any) -> Any:
    kept = field.to_python(value)
    if field.choices and all(kept != choice for choice, _label in field.flatchoices):
        raise ValidationError(f"is not one of {', '.join(str(choice) for choice, _label in field.flatchoices)}")
    field.run_validators(kept)
    return kept


def _missing(field: Field[Any, Any], _value: None) -> Any:
    return [] if isinstance(field, ManyToManyField) else field.get_default()


def _key(value: Any) -> Any:
    """A key of the document: a place, or the text of a UUID."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        return UUIDField().to_python(value)
    raise ValidationError("is no key")


def _keys(value: Any) -> list[Any]:
    keys = [_key(each) for each in value] if isinstance(value, list) else None
    if keys is None or len(set(keys)) != len(keys):
        raise ValidationError("is not a list of different keys")
    return keys


def _refuse_what_cannot_be_kept(value: Any) -> None:
    """Texts and numbers that a database would choke on."""
    for leaf in _leaves(value):
        if isinstance(leaf, float) and not isfinite(leaf):
            raise ValidationError("has a number that is none")
        if isinstance(leaf, str) and ("\x00" in leaf or any("\ud800" <= letter <= "\udfff" for letter in leaf)):
            raise ValidationError("has characters that are none")


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


# What can be said only of all rows together


def _check_whole(backup: Backup, found: _Problems) -> None:
    if len(backup.rows_of(Club).rows) != 1:
        found.add("club: must have one row")
    _check_rule_sets(backup.rows_of(RuleSet), found)
    keys: dict[Any, Any] = {rows.part.model: rows.keys for rows in backup.parts}
    for rows in backup.parts:
        if len(set(keys[rows.part.model])) != len(rows.rows):
            found.add(f"{rows.part.name}: the same key stands here twice")
    known = {model: set(each) for model, each in keys.items()} | {Device: set(range(1, backup.devices + 1))}
    for rows in backup.parts:
        for number, name in _pointing_nowhere(rows, known):
            found.add(f"{rows.part.name}, row {number}: {name}: points to no row")
    if not found.lines:
        check_agreement(backup.parts, found.add)


def _pointing_nowhere(rows: Rows, known: dict[Any, set[Any]]) -> Iterator[tuple[int, str]]:
    for place, (name, field) in enumerate(rows.part.fields.items()):
        if isinstance(field, ForeignKey | ManyToManyField):
            for number, row in enumerate(rows.rows, 1):
                pointed_to = row[place] if isinstance(field, ManyToManyField) else [row[place]]
                if not known[field.related_model].issuperset(key for key in pointed_to if key is not None):
                    yield number, name
    for column, model in rows.part.keys_outside:
        place = rows.column(column)
        for number, row in enumerate(rows.rows, 1):
            if row[place] is not None and row[place] not in known[model]:
                yield number, column
    for column, key, model in rows.part.keys_inside:
        place = rows.column(column)
        for number, row in enumerate(rows.rows, 1):
            pointed_to = row[place].get(key)
            if pointed_to is not None and (type(pointed_to) is not int or pointed_to not in known[model]):
                yield number, f"{column}.{key}"


def _check_rule_sets(rows: Rows, found: _Problems) -> None:
    """Rule sets are addressed by their content."""
    digest, document, auction = (rows.column(name) for name in ("digest", "document", "auction"))
    for number, row in enumerate(rows.rows, 1):
        rules, problems = parse_house_rules(whole_document(row[document], row[auction]))
        for problem in islice(problems, 10):
            found.add(f"{rows.part.name}, row {number}: {problem.text}")
        if rules is not None and rules.digest != row[digest]:
            found.add(f"{rows.part.name}, row {number}: digest: does not belong to the document")
