"""A tournament's document, read and checked: yields a `ReadTournament` or every problem at once; never raises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from cegoscore.contest import published_draw as draw_document
from cegoscore.contest.chain import short
from cegoscore.contest.replay import Replayed, replayed
from cegoscore.scoresheet.ledger.document_limits import YEARS, cannot_keep
from cegoscore.scoresheet.models import State
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.documents import document as session_document
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import Fields, parse_text, printable
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from tournaments.door.services import MOST_WITH_HOUSE
from tournaments.models import CategoryKind, EntrantStatus, PrizeKind, ResultSource, RoundState, Takes
from tournaments.models.rounds import MOST_PENALTY
from tournaments.papers.fields import (
    complain_twice,
    take_each,
    take_int_or_null,
    take_moment,
    take_moment_or_null,
    take_one_of,
)
from tournaments.papers.proof import now_of
from tournaments.papers.read_decisions import chained, take_decisions
from tournaments.papers.settings import take_settings
from tournaments.papers.writing import FORMAT
from tournaments.setup.prize_lines import MOST_PRIZES

MOST_PEOPLE = 2 * MOST_WITH_HOUSE
MOST_ROUNDS, MOST_TABLES, MOST_HANDS = 50, 200, 500
MOST_NUMBER = 9999
MOST_POINTS = 10**15
Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTournament:
    """A sound document: rows as they will be stored, with places in the lists instead of keys."""

    top: Row
    rules: HouseRules
    small_rules: HouseRules | None
    categories: tuple[Row, ...]
    prizes: tuple[Row, ...]
    people: tuple[Row, ...]
    entrants: tuple[Row, ...]
    apart: tuple[Row, ...]
    rounds: tuple[Row, ...]
    decisions: tuple[Row, ...]

    @property
    def replayed(self) -> Replayed:
        """The decisions held against everything else."""
        return replayed(chained(self.decisions), now_of(self))

    @property
    def hashes(self) -> tuple[str, ...]:
        """Those of the decisions; empty ones if they are of version 0.1."""
        return tuple(row["hash"] for row in self.decisions)

    @property
    def mark(self) -> str:
        """The mark of the chain; empty if there is none yet."""
        return short(self.hashes[-1]) if self.hashes else ""


def parse_json(text: str) -> tuple[ReadTournament | None, tuple[Problem, ...]]:
    """Read a tournament's document from text."""
    return parse_text(text, parse)


def parse(data: Any) -> tuple[ReadTournament | None, tuple[Problem, ...]]:
    """Read a tournament's document; what it says, or every problem found."""
    if not isinstance(data, Mapping):
        return None, (Problem(code="not_a_mapping"),)
    fields = Fields(data)
    fields.take_format(FORMAT)
    top, rules, small = _top(fields), _rules(fields, "rules"), _small_rules(fields)
    categories = tuple(_category(inner) for inner in take_each(fields, "categories", "categories", MOST_TABLES))
    people = tuple(_person(inner) for inner in take_each(fields, "people", "people", MOST_PEOPLE))
    sizes = (len(people), len(categories))
    prizes = tuple(_prize(inner, len(categories)) for inner in take_each(fields, "prizes", "prizes", MOST_PRIZES))
    entrants = tuple(_entrant(inner, *sizes) for inner in take_each(fields, "entrants", "entrants", MOST_WITH_HOUSE))
    apart = tuple(_apart(inner, len(entrants)) for inner in take_each(fields, "apart", "apart", MOST_PEOPLE))
    rounds = _rounds(fields, len(entrants), len(people))
    decisions = take_decisions(fields, len(people))
    fields.done()
    _check_rounds(fields, rounds, entrants, top.get("rounds"))
    complain_twice(fields, "categories", [(row["kind"], row["name"]) for row in categories])
    for key in ("number", "person", "uuid"):
        complain_twice(fields, "entrants", [row[key] for row in entrants])
    complain_twice(fields, "apart", [(row["one"], row["other"]) for row in apart])
    if fields.problems or rules is None:
        return None, tuple(fields.problems)
    reading = ReadTournament(
        top=top,
        rules=rules,
        small_rules=small,
        categories=categories,
        prizes=prizes,
        people=people,
        entrants=entrants,
        apart=apart,
        rounds=rounds,
        decisions=decisions,
    )
    problems = reading.replayed.problems
    return (None, problems) if problems else (reading, ())


# Settings


def _top(fields: Fields) -> Row:
    row: Row = {
        "name": fields.take_text("name", 120),
        "club": fields.take_blank_text("club", 120),
        "day": _day(fields),
        "venue": fields.take_blank_text("venue", 120),
        "held_from": take_int_or_null(fields, "held_from", 1, MOST_NUMBER) if "held_from" in fields else None,
        "finished_at": take_moment_or_null(fields, "finished"),
        "cancelled_at": take_moment_or_null(fields, "cancelled") if "cancelled" in fields else None,
    }
    settings = fields.take_fields("settings")
    if settings is not None:
        row |= take_settings(settings)
        fields.adopt(settings)
    return row


def _day(fields: Fields) -> date | None:
    text = fields.take_time("day")
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError:
        day = None
    if text and (day is None or day.year not in YEARS):
        fields.complain("not_time", "day")
    return day


def _rules(fields: Fields, key: str) -> HouseRules | None:
    raw = fields.take(key)
    if isinstance(raw, Mapping):
        rules, problems = parse_house_rules(raw)
        fields.problems += [replace(problem, key=f"{key}.{problem.key}".rstrip(".")) for problem in problems]
        return rules
    if not isinstance(raw, str) or raw not in published_identifiers():
        fields.complain("unknown_rules", key, rules=printable(str(raw)[:60]))
        return None
    return published(raw)


def _small_rules(fields: Fields) -> HouseRules | None:
    return None if fields.take_null("small_rules") else _rules(fields, "small_rules")


def _category(fields: Fields) -> Row:
    return {"kind": take_one_of(fields, "kind", CategoryKind), "name": fields.take_blank_text("name", 60)}


def _prize(fields: Fields, categories: int) -> Row:
    return {
        "kind": take_one_of(fields, "kind", PrizeKind),
        "rank": take_int_or_null(fields, "rank", 1, MOST_NUMBER),
        "category": take_int_or_null(fields, "category", 0, categories - 1),
        "what": fields.take_text("what", 120),
    }


# People


def _person(fields: Fields) -> Row:
    """An erased person has no name."""
    return {"name": fields.take_blank_text("name", 60), "village": fields.take_blank_text("village", 60)}


def _entrant(fields: Fields, people: int, categories: int) -> Row:
    row: Row = {
        "number": take_int_or_null(fields, "number", 1, MOST_NUMBER),
        "person": fields.take_int("person", 0, people - 1),
        "status": take_one_of(fields, "status", EntrantStatus),
        "has_paid": fields.take_bool("paid"),
        "is_house": fields.take_bool("house"),
        "practises": fields.take_bool("practises"),
        "takes": take_one_of(fields, "takes", Takes) if "takes" in fields else Takes.PRIZES,
        "fixed_table": take_int_or_null(fields, "fixed_table", 1, MOST_NUMBER),
        "categories": fields.take_ints("categories", 0, categories - 1) or (),
        "uuid": fields.take_uuid("uuid"),
        "created_at": take_moment(fields, "created"),
    }
    if row["status"] == EntrantStatus.PRESENT and row["number"] is None:
        fields.complain("missing", "number")
    return row


def _apart(fields: Fields, entrants: int) -> Row:
    return {
        "one": fields.take_int("one", 0, entrants - 1),
        "other": fields.take_int("other", 0, entrants - 1),
        "weight": fields.take_int("weight", 0, MOST_NUMBER),
    }


# Rounds


def _rounds(fields: Fields, entrants: int, people: int) -> tuple[Row, ...]:
    found = []
    for place, inner in enumerate(take_each(fields, "rounds", "rounds", MOST_ROUNDS), 1):
        found.append(_round(inner, f"rounds.{place}", entrants, people))
    complain_twice(fields, "rounds", [row["number"] for row in found])
    return tuple(found)


def _check_rounds(fields: Fields, rounds: tuple[Row, ...], entrants: tuple[Row, ...], planned: int | None) -> None:
    """A problem for a round that was not planned, and for start numbers that somebody with a seat or result lacks."""
    known = {entrant["number"] for entrant in entrants}
    for place, row in enumerate(rounds, 1):
        for number in {number for table in _drawn_tables(row) for number in table} - known:
            fields.complain("unknown_number", f"rounds.{place}.draw.tables", number=number)
        if planned is not None and (row["number"] or 0) > planned:
            fields.complain("out_of_range", f"rounds.{place}.number", least=1, most=planned)
    with_result = {result["entrant"] for row in rounds for result in _results(row)}
    for place, entrant in enumerate(entrants):
        if entrant["number"] is None and place in with_result:
            fields.complain("missing", f"entrants.{place + 1}.number")


def _drawn_tables(row: Row) -> Sequence[Sequence[int]]:
    """The start numbers at each table of a round's draw; nobody if the draw cannot be read."""
    drawn, _problems = draw_document.parse(row["draw"])
    return drawn.tables if drawn and drawn.tables else ()


def _results(row: Row) -> list[Row]:
    """All results of a round."""
    return [*(result for table in row["tables"] for result in table["results"]), *row["without_table"]]


def _round(fields: Fields, path: str, entrants: int, people: int) -> Row:
    row: Row = {
        "number": fields.take_int("number", 1, MOST_ROUNDS),
        "state": take_one_of(fields, "state", RoundState),
        "draw": _draw(fields, path),
        "draws": fields.take_int("draws", 1, MOST_NUMBER),
        "drawn_at": take_moment(fields, "drawn"),
        "started_at": take_moment_or_null(fields, "started"),
        "closed_at": take_moment_or_null(fields, "closed"),
    }
    inners = enumerate(take_each(fields, "tables", f"{path}.tables", MOST_TABLES), 1)
    row["tables"] = [_table(inner, f"{path}.tables.{place}", entrants, people) for place, inner in inners]
    row["without_table"] = [
        _result(inner, entrants) for inner in take_each(fields, "without_table", path, MOST_WITH_HOUSE)
    ]
    if not row["draw"] and row["tables"]:
        fields.complain("missing", "draw.tables")
    complain_twice(fields, "tables", [table["number"] for table in row["tables"]])
    complain_twice(fields, "tables", [result["entrant"] for result in _results(row)])
    return row


def _draw(fields: Fields, path: str) -> Any:
    """The draw as it was published; empty for a round of totals that were read in."""
    raw = fields.take("draw")
    if raw == {}:
        return raw
    drawn, problems = draw_document.parse(raw)
    fields.problems += [replace(problem, key=f"{path}.draw.{problem.key}".rstrip(".")) for problem in problems]
    if drawn and (drawn.tables is None or drawn.dealers is None):
        fields.complain("missing", "draw.tables")
    if drawn and (why := draw_document.contradiction(drawn)):
        fields.complain("no_draw", "draw", why=why)
    return {"earlier": [], "moves": []} | raw if drawn else raw


def _table(fields: Fields, path: str, entrants: int, people: int) -> Row:
    row: Row = {
        "number": fields.take_int("number", 1, MOST_NUMBER),
        "is_practice": fields.take_bool("practice"),
        "disputed_at": take_moment_or_null(fields, "disputed"),
        "voided_at": take_moment_or_null(fields, "void"),
        "results": [_result(inner, entrants) for inner in take_each(fields, "results", f"{path}.results", MOST_TABLES)],
        "sheet": None,
    }
    if not fields.take_null("sheet"):
        sheet = fields.take_fields("sheet")
        if sheet is not None:
            row["sheet"] = _sheet(sheet, f"{path}.sheet", people)
            fields.adopt(sheet)
    if not row["results"]:
        fields.complain("missing", "results")
    complain_twice(fields, "results", [result["seat"] for result in row["results"]])
    return row


def _result(fields: Fields, entrants: int) -> Row:
    return {
        "entrant": fields.take_int("entrant", 0, entrants - 1),
        "seat": fields.take_int("seat", 0, 11),
        "points": take_int_or_null(fields, "points", -MOST_POINTS, MOST_POINTS),
        "games_won": take_int_or_null(fields, "games_won", 0, MOST_HANDS),
        "source": take_one_of(fields, "source", ResultSource),
        "counts": fields.take_bool("counts") if "counts" in fields else True,
        "penalty": fields.take_int("penalty", 0, MOST_PENALTY) if "penalty" in fields else 0,
    }


def _sheet(fields: Fields, path: str, people: int) -> Row:
    document, problems = session_document.parse(fields.take("document"))
    problems = tuple(cannot_keep(document)) if document else problems
    fields.problems += [replace(problem, key=f"{path}.document.{problem.key}".rstrip(".")) for problem in problems]
    seats = len(document.players) if document else 99
    row: Row = {
        "document": document,
        "people": fields.take_ints("people", 0, people - 1) or (),
        "state": take_one_of(fields, "state", State),
        "planned": take_int_or_null(fields, "planned", 1, MOST_HANDS),
        "handed_in_by": take_int_or_null(fields, "handed_in_by", 0, seats - 1),
        "confirmed_by": take_int_or_null(fields, "confirmed_by", 0, seats - 1),
        "called_at": take_moment_or_null(fields, "called"),
    }
    if document and len(row["people"]) != seats:
        fields.complain("points_per_player", "people", players=seats)
    complain_twice(fields, "people", row["people"])
    turn = fields.take_fields("turn")
    if turn is not None:
        row |= _turn(turn, document, path)
        fields.adopt(turn)
    return row


def _turn(fields: Fields, document: session_document.Document | None, path: str) -> Row:
    deals = len(document.entries) if document else 0
    row: Row = {
        "lineup": fields.take_ints("lineup", 0, 99),
        "dealer": fields.take_int("dealer", 0, 99),
        "turn_after": fields.take_int("after", 0, deals),
        "stake_factor": fields.take_int("stake_factor", 1, 1000),
        "compulsory_after": take_int_or_null(fields, "compulsory_after", 0, deals),
    }
    if document and row["lineup"] is not None and row["dealer"] is not None:
        found = check_table(row["lineup"], row["dealer"], document.rules, len(document.players))
        fields.problems += [replace(problem, key=f"{path}.turn.{problem.key}") for problem in found]
    return row
