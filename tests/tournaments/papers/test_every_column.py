"""Every column of a finished tournament is proved, in its document and in the database, or is said to prove nothing.

A column that is new fails here until somebody decides which of the two it is.
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import models, transaction

from cegoscore.clubs.models import Device
from tests.effort import sampled, spread
from tests.worlds.copied import copied
from tests.worlds.full_tournament import FullTournament
from tests.worlds.other_values import WHEN, is_found, is_listed, other_values
from tests.worlds.tournament_file import Document, document_of, read_in
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import part_of
from tournaments.clubhouse.backup.restoring import CannotRestore
from tournaments.clubhouse.backup.scopes import TOURNAMENT, rows_of as rows_in
from tournaments.models import Entrant, EntrantStatus, Result, Table, Tournament
from tournaments.papers.reading import parse_json
from tournaments.selfcheck import faults_of

pytestmark = pytest.mark.django_db

PROVES_NOTHING: dict[str, str] = {
    # Names, and who somebody is: no name is in any decision.
    "club": "*",
    "people": "*",
    "seats": "person",
    # The hands on the sheets stand in no decision; results of sheets are held against them where they were played.
    "sheets": "*",
    "hands": "*",
    "scores": "*",
    "adjustments": "*",
    "notes": "*",
    "rule_sets": "identifier",
    # Wording, who may see it, and how the desk works: nobody's rank or prize.
    "tournaments": "name day venue hour small_note entry_fee minutes is_public takes_announcements places version"
    " announced_until helpers_run unveiled_from shows_chances gives_awards fills_last_total types_twice table_size"
    " remainder small_rule_set finished(when) created(when)",
    "prizes": "to_look_at uuid",
    # Payments, the desk's own notes, and what was before the last check-in.
    "entrants": "uuid paid practises fixed_table created(when) before due",
    "fees": "*",
    "bookings": "*",
    "apart": "one other weight",
    # Moments beside those of the decisions.
    "rounds": "drawn(when) started(when) started closed(when) closed",
    "tables": "void(when)",
    # Won games decide a tie only: then they are proved by the end. Where points come from: the sheet or a list.
    "results": "games_won source",
    # People of a substitution.
    "decisions": "left came",
}


is_free = partial(is_listed, PROVES_NOTHING)


def changes(document: Document, count: int) -> Iterator[tuple[str, str, list[Any], int, Any]]:
    """Part and column (with the kind of change), row, place in the row and another value; nobody's rows are left out.

    Of an entrant who gave the number away nothing is proved: nobody has it.
    """
    for part in TOURNAMENT.parts:
        rows = [row for row in document[part.name]["rows"] if part.model is not Entrant or row[2] is not None]
        for place, (column, field) in enumerate(TOURNAMENT.columns_of(part).items()):
            both = {row[place] is None: row for row in reversed(rows)}.values()
            for row in (*both, *spread(rows, count)):
                for kind, other in other_values(field, row[place]):
                    yield part.name, column + kind, row, place, other


@sampled
def test_every_column_of_a_document_is_proved_or_in_the_list(db: None) -> None:
    """Under the same mark, no other value is taken of any column that is not in the list."""
    document = document_of(copied(FullTournament).tournament)
    reading, problems = parse_json(json.dumps(document))
    assert reading, problems
    assert (reading.replayed.unproved, reading.mark != "") == ((), True)
    tried, taken = set(), set()
    for part, column, row, place, other in changes(document, 3):
        tried.add((part, column))
        if is_free(part, column) and (part, column) in taken:
            continue
        before, row[place] = row[place], other
        if _is_taken(document, reading.mark, is_free=is_free(part, column)):
            taken.add((part, column))
        row[place] = before
    assert {pair for pair in taken if not is_free(*pair)} == set()
    columns = {(part.name, column) for part in TOURNAMENT.parts for column in TOURNAMENT.columns_of(part)}
    untried = columns - {(part, column.removesuffix(WHEN)) for part, column in tried}
    assert {pair for pair in untried if not is_free(*pair)} == set(), "no row in this world has them"
    named = {(part, name.replace("(when)", WHEN)) for part, names in PROVES_NOTHING.items() for name in names.split()}
    assert {pair for pair in named if pair[1] != "*"} - taken == set(), "these are proved: take them from the list"


def _is_taken(document: Document, mark: str, *, is_free: bool) -> bool:
    """True if a document is read under a mark, and (unless that is no question) in, past the self-check."""
    reading, _problems = parse_json(json.dumps(document))
    if reading is None or reading.mark != mark:
        return False
    if is_free:
        return True
    try:
        with transaction.atomic():
            read_in(document, Device.objects.create())
            transaction.set_rollback(True)
    except CannotRestore:
        return False
    return True


def changes_in_the_database(part: Part, whole: Any) -> Iterator[tuple[str, Any]]:
    """Column and the write that puts another value into a row of the part."""
    rows = spread(list(rows_in(part, whole).values()), 2)
    for column, field in part.fields.items():
        if field.is_relation or column in part.home or field.primary_key or is_free(part.name, column):
            continue
        for row in rows:
            if part.model is Entrant and row["number"] is None:
                continue
            value = row[field.attname]
            shown = value.isoformat() if isinstance(field, models.DateTimeField) and value else value
            for kind, other in other_values(field, shown):
                if not is_free(part.name, column + kind):
                    yield column + kind, (part.model._base_manager.filter(pk=row["id"]), {field.attname: other})


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


@sampled
def test_every_column_in_the_database_is_proved_by_the_self_check(db: None) -> None:
    """The same values, as somebody would write them there who has the database."""
    tournament = copied(FullTournament).tournament
    assert list(faults_of(tournament)) == []
    unseen = set()
    for part in TOURNAMENT.parts:
        if part.tournament and part.model._meta.app_label == "tournaments":
            for column, (rows, values) in changes_in_the_database(part, tournament):
                if not is_found(rows, values, lambda: faults_of(fresh(tournament))):
                    unseen.add((part.name, column))
    assert unseen == set()


FORGERIES: dict[str, Any] = {
    "the winner's results do not count": lambda rows: rows.filter(entrant__number=1).update(counts=False),
    "the winner is a house player": lambda _rows: Entrant.objects.filter(number=1).update(is_house=True),
    "who went home is here": lambda _rows: Entrant.objects.filter(number=2).update(status=EntrantStatus.PRESENT),
    "the winner went home": lambda _rows: Entrant.objects.filter(number=1).update(status=EntrantStatus.WITHDRAWN),
    "a whole table is practice": lambda rows: Table.objects.filter(results__in=rows, number=1).update(is_practice=True),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES.keys())
def test_who_is_ranked_cannot_be_changed_in_the_database_or_in_a_document(db: None, forge: Any) -> None:
    tournament = copied(FullTournament).tournament
    assert forge(Result.objects.filter(round__tournament=tournament))
    assert list(faults_of(tournament)) != []
    reading, problems = parse_json(json.dumps(document_of(tournament)))
    assert (reading, bool(problems)) == (None, True)


def test_parts_of_the_list_are_parts_of_the_format() -> None:
    assert set(PROVES_NOTHING) <= {part.name for part in TOURNAMENT.parts}
    assert part_of(Entrant).columns.split()[2] == "number"
