"""The decisions in a tournament's document, read and checked, with their chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cegoscore.contest import chain
from cegoscore.scoring.reading import Fields, is_text
from tournaments.course.decisions import can_be_read
from tournaments.models import DecisionKind
from tournaments.papers.fields import MOST_TEXT, take_each, take_int_or_null, take_moment, take_one_of

MOST_DECISIONS = 5000
MOST_ROUNDS = 50
MOST_WHAT = 2000
MOST_DATA = 400
"""Entries in what a decision says."""

PERSONS = ("left", "came")
"""Keys of a substitution's data that are people of the document; they are no part of the chain."""

Row = dict[str, Any]


def take_decisions(fields: Fields, people: int) -> tuple[Row, ...]:
    """The decisions; a problem if their chain does not hold. Those of version 0.1 stand in none yet."""
    rows = tuple(_decision(inner, people) for inner in take_each(fields, "decisions", "decisions", MOST_DECISIONS))
    if not fields.problems:
        broken = next(chain.faults_of(chained(rows)), None)
        if broken:
            place, _colon, why = broken.partition(": ")
            fields.complain("chain_broken", place.replace("decision ", "decisions."), why=why)
    return rows


def chained(rows: Sequence[Row]) -> list[tuple[chain.ChainedDecision, chain.FreeText]]:
    """The chain that the rows are; none if they are of version 0.1."""
    return [(_entry(row), _free_text(row)) for row in rows] if any(row["number"] is not None for row in rows) else []


def _entry(row: Row) -> chain.ChainedDecision:
    return chain.ChainedDecision(
        number=row["number"] or 0,
        kind=row["kind"],
        by=row["by"],
        at=row["at"],
        data={key: value for key, value in row["data"].items() if key not in PERSONS},
        reason=row["reason_hash"],
        hash=row["hash"],
    )


def _free_text(row: Row) -> chain.FreeText:
    return chain.FreeText(salt=row["salt"], texts=(row["why"], row["what"]))


def _decision(fields: Fields, people: int) -> Row:
    """A row; what is missing in a document of version 0.1 is empty."""
    row: Row = {
        "kind": take_one_of(fields, "kind", DecisionKind),
        "round": take_int_or_null(fields, "round", 1, MOST_ROUNDS),
        "why": fields.take_blank_text("why", MOST_TEXT),
        "data": fields.take("data"),
        "at": take_moment(fields, "at"),
        "number": take_int_or_null(fields, "number", 1, MOST_DECISIONS) if "number" in fields else None,
        "by": fields.take_blank_text("by", 10) if "by" in fields else "",
        "what": fields.take_blank_text("what", MOST_WHAT) if "what" in fields else "",
    }
    for column, key in (("salt", "salt"), ("reason_hash", "reason"), ("hash", "hash")):
        row[column] = fields.take_blank_text(key, 64) if key in fields else ""
    if not _is_data(row["data"]):
        fields.complain("not_a_mapping", "data")
    elif not _is_data_of(row["kind"], row["data"], people):
        fields.complain("missing", "data")
    return row


def _is_data(data: Any) -> bool:
    """A mapping of numbers, short texts, lists of either, and numbers by start number."""
    is_short = isinstance(data, Mapping) and len(data) <= MOST_DATA
    return is_short and all(map(_is_short, data)) and all(map(_is_value, data.values()))


def _is_value(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= MOST_DATA and all(type(entry) is int or _is_short(entry) for entry in value)
    if isinstance(value, dict):
        return len(value) <= MOST_DATA and all(_is_short(key) and type(entry) is int for key, entry in value.items())
    return value is None or type(value) in (int, bool) or _is_short(value)


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_TEXT and is_text(value)


def _is_data_of(kind: str | None, data: Mapping[str, Any], people: int) -> bool:
    """True if the data has what readers of such a decision need, and people of the document only."""
    persons = [data.get(key) for key in PERSONS] if kind == DecisionKind.SUBSTITUTE else []
    are_people = all(person is None or (type(person) is int and 0 <= person < people) for person in persons)
    return are_people and can_be_read(kind, data)
