"""A document of rows read and checked: its rows as values for the database, or everything that is wrong with it.

Reading never raises for bad input. Columns that are missing get their default, so that a document from before a
column can still be read; what is not known here is a mistake, because it would be lost.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import islice
from typing import Any, NoReturn, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import (
    BigIntegerField,
    BooleanField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    ManyToManyField,
    UniqueConstraint,
    UUIDField,
)
from django.utils import timezone

from cegoscore.clubs.models import Club, Device, RuleSet
from cegoscore.clubs.models.rules import whole_document
from cegoscore.scoresheet.ledger.services.sheets import YEARS
from cegoscore.scoring.problems import InvalidInput, Problem, problem
from cegoscore.scoring.reading import parse_text, printable
from cegoscore.scoring.rules.rule_files import parse_house_rules
from tournaments.clubhouse.backup.agreement import disagreements
from tournaments.clubhouse.backup.part import MOST_POINTS, Check, Part
from tournaments.clubhouse.backup.scopes import CLUB, Rows, Scope

D = TypeVar("D")
BEFORE_0_1 = "cegoscore/backup@1"
"""Its keys were names of Django's, so that renaming a class broke the file."""
MOST_PROBLEMS = 100
"""Limit of reported problems."""
MOST_REMEMBERED = 5_000
"""Values of a column that are remembered as sound."""
SHORT = 24
"""Letters of a text that is worth it."""
DOUBTFUL = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|[\x00\ud800-\udfff]")
"""Signs that JSON may hold letters which no database keeps: each text is looked at then."""
_NO_TEXT = re.compile(r"[\x00\ud800-\udfff]")
KINDS = {bool: "not_bool", int: "not_whole", str: "not_text"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A whole club or tournament, part by part."""

    parts: tuple[Rows, ...]
    devices: int = 0

    def rows_of(self, model: Any) -> Rows:
        """The rows of a model."""
        return next(rows for rows in self.parts if rows.part.model is model)


def parse_json(text: str) -> tuple[Backup | None, tuple[Problem, ...]]:
    """Read a club's backup from text; it, or what is wrong with it."""
    return read_text(text, partial(parse, scope=CLUB))


def read_text(text: str, read: Callable[[Any], tuple[D | None, tuple[Problem, ...]]]) -> tuple[D | None, Any]:
    """Read JSON and hand it to its reader, unless it has texts that a database would choke on."""

    def read_what_can_be_kept(data: Any) -> tuple[D | None, tuple[Problem, ...]]:
        return (None, (problem("not_kept", ""),)) if any(map(_NO_TEXT.search, _texts(data))) else read(data)

    return parse_text(text, read_what_can_be_kept if DOUBTFUL.search(text) else read)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value, keys included."""
    left = [value]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list):
            left += value


def parse(document: Any, scope: Scope) -> tuple[Backup | None, tuple[Problem, ...]]:
    """Read a document of rows; it, or what is wrong with it."""
    if not isinstance(document, dict) or document.get("format") != scope.format:
        return None, (_other_format(document, scope.format),)
    problems = _Problems()
    known = {part.name for part in scope.parts}
    for key in document.keys() - known - {"format", "devices"}:
        problems.add("unknown_key", printable(key[:40]))
    devices = document.get("devices", 0)
    if type(devices) is not int or not 0 <= devices <= scope.most_devices:
        problems.add("out_of_range", "devices", least=0, most=scope.most_devices)
    empty: dict[str, Any] = {"columns": [], "rows": []}
    parts = tuple(_read_part(part, document.get(part.name, empty), scope, problems) for part in scope.parts)
    if not problems.first:
        backup = Backup(parts=parts, devices=devices)
        _check_whole(backup, scope, problems)
    return (None, problems.all) if problems.first else (backup, ())


def _other_format(document: Any, wanted: str) -> Problem:
    """The problem of a document of another format."""
    named = document.get("format") if isinstance(document, dict) else None
    if named == BEFORE_0_1:
        return problem("too_old", "format", format=named)
    if isinstance(named, str) and re.fullmatch(wanted.partition("@")[0] + r"@\d{1,4}", named):
        return problem("too_new", "format", format=named)
    return problem("not_one_of", "format", choices=wanted)


class _Problems:
    """The first so many problems, and how many more there are."""

    def __init__(self) -> None:
        self.first: list[Problem] = []
        self.more = 0

    def add(self, code: str, key: str, **params: int | str) -> None:
        self.take(problem(code, key, **params))

    def take(self, problem: Problem) -> None:
        if len(self.first) < MOST_PROBLEMS:
            self.first.append(problem)
        else:
            self.more += 1

    @property
    def all(self) -> tuple[Problem, ...]:
        return (*self.first, *([problem("more", "", n=self.more)] if self.more else []))


def _read_part(part: Part, data: Any, scope: Scope, problems: _Problems) -> Rows:
    """The rows of one part; those with a fault are left out."""
    nothing, known, most = Rows(part=part, rows=()), scope.columns_of(part), scope.limit_of(part)
    shaped = isinstance(data, dict) and data.keys() == {"columns", "rows"}
    if not shaped or not all(isinstance(data[key], list) for key in data):
        problems.add("no_part", part.name)
        return nothing
    rows, columns = data["rows"], data["columns"]
    if most is not None and len(rows) > most:
        problems.add("out_of_range", f"{part.name}.rows", least=0, most=most)
        return nothing
    strange = [column for column in columns if not isinstance(column, str) or column not in known]
    missing = [name for name, field in known.items() if name not in columns and not _may_be_missing(field)]
    for column in strange or {name for name in columns if columns.count(name) > 1}:
        problems.add("unknown_key", f"{part.name}.{printable(str(column)[:40])}")
        return nothing
    for column in missing if rows else ():
        problems.add("missing", f"{part.name}.{column}")
        return nothing
    reader = _RowReader(part, columns)
    values = (reader.read(row, f"{part.name}.{number}", problems) for number, row in enumerate(rows, 1))
    unsaid = frozenset(known) - frozenset(columns)
    return Rows(part=part, rows=[row for row in values if row is not None], unsaid=unsaid)


def _may_be_missing(field: Field[Any, Any]) -> bool:
    """True if a row without this column has a value all the same: the field's default, or nothing."""
    has_default = field.has_default() or field.has_db_default()
    may_be_empty = isinstance(field, ManyToManyField) or (field.empty_strings_allowed and not field.choices)
    return field.null or has_default or may_be_empty


class _RowReader:
    """Reads the rows of a part whose columns stand in a certain order."""

    def __init__(self, part: Part, columns: Sequence[str]) -> None:
        self.width = len(columns)
        shapes = dict(part.shapes)
        self.columns = [
            (
                name,
                columns.index(name) if name in columns else None,
                _reader_of(field, shapes.get(name)) if name in columns else partial(_missing, field),
            )
            for name, field in part.fields.items()
        ]

    def read(self, row: Any, where: str, problems: _Problems) -> list[Any] | None:
        """The values of a row in the order of the part's columns; `None` if any is wrong."""
        if not isinstance(row, list) or len(row) != self.width:
            problems.add("no_row", where)
            return None
        values, sound = [], True
        for name, place, value_of in self.columns:
            try:
                values.append(value_of(None if place is None else row[place]))
            except InvalidInput as error:
                problems.take(replace(error.problems[0], key=f"{where}.{name}"))
                sound = False
            except ValidationError as error:
                problems.add("not_taken", f"{where}.{name}", why=printable(" ".join(error.messages)))
                sound = False
        return values if sound else None


def _reader_of(field: Field[Any, Any], shape: Check | None) -> Callable[[Any], Any]:
    """The function that reads and checks a value of a column."""
    if isinstance(field, ManyToManyField):
        return _keys
    read: Callable[[Any], Any]
    if isinstance(field, ForeignKey):
        read = _key
    elif isinstance(field, JSONField):
        read = partial(_shaped, shape)
    else:
        read = _plain_reader(field)
    return partial(_optional, read) if field.null else partial(_required, read)


def _optional(read: Callable[[Any], Any], value: Any) -> Any:
    return None if value is None else read(value)


def _required(read: Callable[[Any], Any], value: Any) -> Any:
    if value is None:
        _refuse("missing")
    return read(value)


def _refuse(code: str, **params: int | str) -> NoReturn:
    """Say what is wrong with a value; who reads the row knows its place."""
    raise InvalidInput([problem(code, "", **params)])


def _shaped(shape: Check | None, value: Any) -> Any:
    if shape is not None and not shape(value):
        _refuse("no_shape")
    return value


def _plain_reader(field: Field[Any, Any]) -> Callable[[Any], Any]:
    """Read values without references, of the type and within the limits of the column.

    Most columns hold the same few short values again and again: what was found sound is not looked at twice.
    """
    kind: type = bool if isinstance(field, BooleanField) else int if isinstance(field, IntegerField) else str
    sound: dict[Any, Any] = {}

    def read(value: Any) -> Any:
        if type(value) is not kind:
            _refuse(KINDS[kind])
        if value in sound:
            return sound[value]
        stored = _within_limits(field, value)
        if len(sound) < MOST_REMEMBERED and (kind is not str or len(str(value)) < SHORT):
            sound[value] = stored
        return stored

    return read


def _within_limits(field: Field[Any, Any], value: Any) -> Any:
    stored = field.to_python(value)
    if field.choices and all(stored != choice for choice, _label in field.flatchoices):
        _refuse("not_one_of", choices=", ".join(str(choice) for choice, _label in field.flatchoices))
    if isinstance(field, BigIntegerField) and abs(stored) > MOST_POINTS:
        _refuse("out_of_range", least=-MOST_POINTS, most=MOST_POINTS)
    field.run_validators(stored)
    return _in_our_time(stored) if isinstance(stored, date) else stored


def _in_our_time(day: date) -> date:
    """A day, or a moment in UTC; one without a zone is local time."""
    if day.year not in YEARS:
        _refuse("not_time")
    if not isinstance(day, datetime):
        return day
    return (timezone.make_aware(day) if timezone.is_naive(day) else day).astimezone(UTC)


def _missing(field: Field[Any, Any], _value: None) -> Any:
    return [] if isinstance(field, ManyToManyField) else field.get_default()


def _key(value: Any) -> Any:
    """A key of the document: a place, or the text of a UUID."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        return UUIDField().to_python(value)
    _refuse("no_key")


def _keys(value: Any) -> list[Any]:
    keys = [_key(item) for item in value] if isinstance(value, list) else None
    if keys is None or len(set(keys)) != len(keys):
        _refuse("no_key")
    return keys


# What can be said only of all rows together


def _check_whole(backup: Backup, scope: Scope, problems: _Problems) -> None:
    every = sum(len(rows.rows) * len(rows.part.fields) for rows in backup.parts)
    if backup.devices > every:
        problems.add("out_of_range", "devices", least=0, most=every)
    for rows in backup.parts:
        if rows.part.model in (Club, scope.model) and len(rows.rows) != 1:
            problems.add("one_row", rows.part.name)
    _check_rule_sets(backup.rows_of(RuleSet), problems)
    known = defaultdict[Any, set[Any]](set, {rows.part.model: set(rows.keys) for rows in backup.parts})
    known[Device].update(range(1, backup.devices + 1))
    for rows in backup.parts:
        for number, name in _pointing_nowhere(rows, known):
            problems.add("row_missing", f"{rows.part.name}.{number}.{name}")
    for place in () if problems.first else disagreements(backup.parts):
        problems.add("row_elsewhere", place)
    for rows in backup.parts:
        for number, columns in _twice(rows):
            problems.add("row_twice", f"{rows.part.name}.{number}.{columns}")


def _twice(rows: Rows) -> Iterator[tuple[int, str]]:
    """Rows with the same values as an earlier one where the database takes them once only, and in which columns."""
    names = {field.name: name for name, field in rows.part.fields.items()}
    once = [[name] for name, field in rows.part.fields.items() if field.unique]
    rules = (rule for rule in rows.part.model._meta.constraints if isinstance(rule, UniqueConstraint))
    once += [[names[name] for name in rule.fields] for rule in rules if rule.condition is None]
    for columns in once:
        places, seen = [rows.column(name) for name in columns], set()
        for number, row in enumerate(rows.rows, 1):
            values = tuple(row[place] for place in places)
            if values in seen and None not in values:
                yield number, " ".join(columns)
            seen.add(values)


def _pointing_nowhere(rows: Rows, known: dict[Any, set[Any]]) -> Iterator[tuple[int, str]]:
    for place, (name, field) in enumerate(rows.part.fields.items()):
        if isinstance(field, ForeignKey | ManyToManyField):
            for number, row in enumerate(rows.rows, 1):
                pointed_to = row[place] if isinstance(field, ManyToManyField) else [row[place]]
                if not known[field.related_model].issuperset(key for key in pointed_to if key is not None):
                    yield number, name
    for column, models in rows.part.keys_outside:
        place = rows.column(column)
        for number, row in enumerate(rows.rows, 1):
            if row[place] is not None and all(row[place] not in known[model] for model in models):
                yield number, column
    for column, key, model in rows.part.keys_inside:
        place = rows.column(column)
        for number, row in enumerate(rows.rows, 1):
            pointed_to = row[place].get(key)
            if pointed_to is not None and (type(pointed_to) is not int or pointed_to not in known[model]):
                yield number, f"{column}.{key}"


def _check_rule_sets(rows: Rows, faults: _Problems) -> None:
    """Rule sets are addressed by their content."""
    digest, document, auction, play = (rows.column(name) for name in ("digest", "document", "auction", "play"))
    for number, row in enumerate(rows.rows, 1):
        rules, problems = parse_house_rules(whole_document(row[document], auction=row[auction], play=row[play]))
        for fault in islice(problems, 10):
            faults.take(replace(fault, key=f"{rows.part.name}.{number}.{fault.key}".rstrip(".")))
        if rules is not None and rules.digest != row[digest]:
            faults.add("no_digest", f"{rows.part.name}.{number}.digest")
