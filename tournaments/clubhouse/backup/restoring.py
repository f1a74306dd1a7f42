"""A club, or a tournament into a club, written back: all of it or nothing."""

from __future__ import annotations

import uuid
from collections import ChainMap, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.models import (
    AutoField,
    BooleanField,
    CharField,
    Field,
    ForeignKey,
    IntegerField,
    ManyToManyField,
    Model,
    OuterRef,
    Subquery,
    TextField,
    UUIDField,
    Value,
)
from django.db.models.functions import Coalesce

from cegoscore.bookings.models import Booking
from cegoscore.clubs.house_rules.rule_sets import rules_of, stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, ErasedClub, ForgottenName, LogKind, RuleSet
from cegoscore.outings.services import settle
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.problems import InvalidInput, problem
from tournaments.chaining import chain_unnumbered
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import comes_later
from tournaments.clubhouse.backup.reading import Backup
from tournaments.clubhouse.backup.scopes import Rows
from tournaments.fee_marks import book_marks
from tournaments.models import Entrant, Prize, Result, Tournament
from tournaments.prize_words import read_words

AT_ONCE = 2000
CURRENCY_OF = ((Session, "key", ("sheet",)), (Club, "club", ("due", "box")), (Tournament, "key", ("cash", "prize")))
"""The event of a booking that does not say its currency: its model, the column that names it, the bookings' kinds."""


class CannotRestore(InvalidInput):
    """Refusal of a restore; nothing was written."""

    def __init__(self, faults: Iterable[str]) -> None:
        super().__init__(problem("not_sound", "", why=fault) for fault in faults)

    @classmethod
    def because(cls, error: DatabaseError) -> CannotRestore:
        """The refusal of rows that the database does not take."""
        return cls([f"the rows contradict each other: {str(error).splitlines()[0]}"])


def restore(backup: Backup, *, as_copy: bool = False, faulty_too: bool = False, key: uuid.UUID | None = None) -> Club:
    """Write the club of a backup into this database; nobody has any right on it yet.

    A copy gets keys of its own (the club `key`, if one is given), so that it can stand beside the club that it was
    taken from. A club that was erased is back for good, also when an older copy of the server is put back. Raises
    `CannotRestore` if the club is here, and, if not `faulty_too`, unless the self-check finds everything sound.
    """
    restorer = Restorer(backup, as_copy=as_copy)
    if key is not None:
        restorer.renamed[Club] = dict.fromkeys(backup.rows_of(Club).keys, key)
    try:
        with transaction.atomic():
            if here := restorer.already_here():
                raise CannotRestore(f"{name} is here already; nothing was changed" for name in here)
            restorer.write()
            club = Club.objects.get(pk__in=restorer.keys[Club].values())
            if not faulty_too and (faults := list(faults_in(club))):
                raise CannotRestore(faults)
            settle(club.pk)
            if ErasedClub.objects.filter(pk=club.pk).delete()[0]:
                note(club.pk, LogKind.CLUB_RESTORED, device=None)
            return club
    except (IntegrityError, DataError) as error:
        raise CannotRestore.because(error) from None


class Restorer:
    """Knows which row of the database each row of the document became.

    Rows of parts whose `keys` are there already are not written.
    """

    def __init__(self, backup: Backup, *, as_copy: bool) -> None:
        self.backup = backup
        self.keys: dict[Any, dict[Any, Any]] = defaultdict(dict)
        self.renamed: dict[Any, dict[Any, Any]] = {}
        self.drawn: dict[Any, uuid.UUID] = {}
        """In a copy, the new UUID of each row that has one beside its key."""
        for rows in backup.parts if as_copy else ():
            if not rows.part.is_counted:
                # In their order, so that what is written again stands in the same one.
                new = sorted(uuid.uuid4() for _ in rows.keys)
                self.renamed[rows.part.model] = dict(zip(rows.keys, new, strict=True))

    def already_here(self) -> list[str]:
        """The first rows of the document that this database has already."""
        rows_here = []
        for rows in self.backup.parts:
            if not rows.part.is_counted and not self.renamed:
                rows_here += [f"{rows.part.name}: {pk}" for pk in _existing(rows)]
        return rows_here[:3]

    def write(self) -> None:
        """Every row; references to rows that come later are filled in at the end."""
        devices = Device.objects.bulk_create([Device() for _ in range(self.backup.devices)], batch_size=AT_ONCE)
        self.keys[Device] = {place: device.pk for place, device in enumerate(devices, 1)}
        parts = [rows for rows in self.backup.parts if rows.part.model not in self.keys]
        for rows in parts:
            self.keys[rows.part.model] = self._shared(rows) if rows.part.model is RuleSet else self._write(rows)
        for rows in parts:
            self._fill_in(rows)
        tournaments = self.keys[Tournament].values()
        for tournament in Tournament.with_deleted.filter(pk__in=tournaments):
            chain_unnumbered(tournament)
        forgotten = [row for row in ForgottenName.objects.all() if row.pk in self.drawn] if self.drawn else []
        for row in forgotten:
            row.pk = self.drawn[row.pk]
        ForgottenName.objects.bulk_create(forgotten)
        if "counts" in self.backup.rows_of(Result).unsaid:
            Result.objects.filter(round__tournament__in=tournaments).settle()
        if Booking in self.keys and "currency" in self.backup.rows_of(Booking).unsaid:
            _take_currencies(self.keys[Booking].values())
        if "cents" in self.backup.rows_of(Prize).unsaid:
            read_words(Prize.objects.filter(tournament__in=tournaments))
        if "due" in self.backup.rows_of(Entrant).unsaid:
            book_marks(Entrant.objects.filter(tournament__in=tournaments), Booking.objects)

    def _shared(self, rows: Rows) -> dict[Any, Any]:
        """Rule sets are the same everywhere: those that are here already are taken."""
        names = [field.attname for field in rows.part.fields.values()]
        rule_sets = (RuleSet(**dict(zip(names, row, strict=True))) for row in rows.rows)
        return {place: stored(rules_of(row)).pk for place, row in enumerate(rule_sets, 1)}

    def _write(self, rows: Rows) -> dict[Any, Any]:
        """Insert the rows of a part, without what comes later; the keys that they got, by those of the document."""
        named = enumerate(rows.part.fields.items())
        columns = [(place, name, field) for place, (name, field) in named if not isinstance(field, ManyToManyField)]
        readers = [(place, self._reading(rows.part, column, field)) for place, column, field in columns]
        values = [[read(row[place]) for place, read in readers] for row in rows.rows]
        keys = insert_rows(rows.part.model, [field for _place, _column, field in columns], values)
        return dict(zip(rows.keys, map(rows.part.model._meta.pk.to_python, keys), strict=True))

    def _reading(self, part: Part, column: str, field: Field[Any, Any]) -> Callable[[Any], Any]:
        """The function that turns a value of the document into one for the database."""
        if not isinstance(field, ForeignKey):
            owners = (part.model,) if field.primary_key else dict(part.keys_outside).get(column, ())
            if new := ChainMap(*(self.renamed.get(model, {}) for model in owners)):
                return lambda key: key and new[key]
            if self.renamed and isinstance(field, UUIDField) and (field.unique or column in dict(part.known_by)):
                return lambda value: value and self.drawn.setdefault(value, uuid.uuid4())
            return lambda value: self._value(part, column, value)
        if comes_later(part, field):
            return lambda value: None
        keys = self.keys[field.related_model]
        return lambda value: None if value is None else keys[value]

    def _value(self, part: Part, column: str, value: Any) -> Any:
        for within, key, model in part.keys_inside:
            if within == column and value.get(key) is not None:
                value = value | {key: self.keys[model][value[key]]}
        for within, key in part.of_this_copy if self.renamed else ():
            if within == column:
                value = {name: inner for name, inner in value.items() if name != key}
        return value

    def _fill_in(self, rows: Rows) -> None:
        """References to rows that were not there yet, and those to several rows."""
        for place, field in enumerate(rows.part.fields.values()):
            if isinstance(field, ManyToManyField):
                self._point_to_several(rows, place, field)
            elif isinstance(field, ForeignKey) and comes_later(rows.part, field):
                self._point(rows, place, field)

    def _point(self, rows: Rows, place: int, field: ForeignKey[Any, Any]) -> None:
        pointing_keys, others = self.keys[rows.part.model], self.keys[field.related_model]
        pointing = [
            (pointing_keys[key], others[row[place]])
            for key, row in zip(rows.keys, rows.rows, strict=True)
            if row[place]
        ]
        manager = rows.part.model._base_manager
        for some in _batches(pointing):
            by_key = manager.in_bulk([pk for pk, _to in some])
            for pk, pointed_to in some:
                setattr(by_key[pk], field.attname, pointed_to)
            manager.bulk_update(by_key.values(), [field.name], batch_size=500)

    def _point_to_several(self, rows: Rows, place: int, field: ManyToManyField[Any, Any]) -> None:
        through: Any = field.remote_field.through
        one = through._meta.get_field(field.m2m_field_name()).attname
        other = through._meta.get_field(field.m2m_reverse_field_name()).attname
        pointing_keys, others = self.keys[rows.part.model], self.keys[field.related_model]
        pairs = [
            through(**{one: pointing_keys[key], other: others[pointed_to]})
            for key, row in zip(rows.keys, rows.rows, strict=True)
            for pointed_to in row[place]
        ]
        through._base_manager.bulk_create(pairs, batch_size=AT_ONCE)


def _take_currencies(bookings: Iterable[Any]) -> None:
    """Write down in which currency these were made that do not say it: that of their evening, box or tournament."""
    for model, key, kinds in CURRENCY_OF:
        event = model._base_manager.filter(pk=OuterRef(key)).values("currency")
        for some in _batches(list(bookings)):
            rows = Booking.objects.filter(pk__in=some, kind__in=kinds, currency="")
            rows.update(currency=Coalesce(Subquery(event), Value("")))


def _existing(rows: Rows) -> list[Any]:
    manager = rows.part.model._base_manager
    return [pk for some in _batches(rows.keys) for pk in manager.filter(pk__in=some).values_list("pk", flat=True)]


def _batches(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (rows[start : start + AT_ONCE] for start in range(0, len(rows), AT_ONCE))


PLAIN = (BooleanField, CharField, IntegerField, TextField)
"""Fields whose values both databases take as they are."""
ROWS_AT_ONCE = 500


def insert_rows(model: type[Model], fields: Sequence[Field[Any, Any]], rows: Sequence[Sequence[Any]]) -> list[Any]:
    """Insert rows, each with one value for each of these fields; their keys, in the same order.

    A field that is not among them gets its default. Nobody is told: signals and `save` are for single rows.
    """
    left = (field for field in model._meta.concrete_fields if field not in fields)
    # The database fills in by itself what it counts or has a default for.
    others = [field for field in left if not isinstance(field, AutoField) and not field.has_db_default()]
    columns: list[Field[Any, Any]] = [*fields, *others]
    prepare = [_preparing(field) for field in columns]
    keys: list[Any] = []
    size = max(1, min(ROWS_AT_ONCE, connection.ops.bulk_batch_size(columns, list(rows))))
    with connection.cursor() as cursor:
        for start in range(0, len(rows), size):
            some = rows[start : start + size]
            whole = ([*row, *(field.get_default() for field in others)] for row in some)
            values = [one(value) for row in whole for one, value in zip(prepare, row, strict=True)]
            cursor.execute(_statement(model, columns, len(some)), values)
            keys += [key for (key,) in cursor.fetchall()]
    return keys


def _preparing(field: Field[Any, Any]) -> Callable[[Any], Any]:
    """The function that makes a value of this field one that the database takes."""
    if isinstance(field.target_field if isinstance(field, ForeignKey) else field, PLAIN):
        return lambda value: value
    return lambda value: field.get_db_prep_save(value, connection)


def _statement(model: type[Model], columns: Sequence[Field[Any, Any]], rows: int) -> str:
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in columns)
    row = f"({', '.join(['%s'] * len(columns))})"
    key = model._meta.pk
    assert key is not None
    return (
        f"INSERT INTO {quote(model._meta.db_table)} ({names}) "  # noqa: S608 - names of our own tables and columns
        f"VALUES {', '.join([row] * rows)} RETURNING {quote(str(key.column))}"
    )
