"""The published draw as JSON: read, checked and written. What stands in it is described in `docs/contest.md`.

Reading never raises: it yields a `Published` or every problem at once. Whether its numbers go together is said by
`contradiction`, and whether they are what was drawn by `draw`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

from cegoscore.contest.draw import MOST_SEED, Basis, Draw, check
from cegoscore.contest.moves import CannotDraw, Join, Leave, Move, seated_after
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import Fields, parse_text

FORMAT = "cegoscore/draw@1"
TEAMS_FORMAT = "cegoscore/draw@2"
"""The format of a draw with teams: whoever knows only the first would draw other tables from it."""
MOST_NUMBER = 9999
MOST_SEATS = 12

Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A basis, and the tables and first dealers (start numbers) that are said to follow from it, if they are given."""

    basis: Basis
    tables: Tables | None = None
    dealers: tuple[int, ...] | None = None


def parse_json(text: str) -> tuple[Published | None, tuple[Problem, ...]]:
    """Read a published draw from text."""
    return parse_text(text, parse)


def parse(data: Any) -> tuple[Published | None, tuple[Problem, ...]]:
    """Read a published draw; the draw, or every problem found."""
    if not isinstance(data, Mapping):
        return None, (Problem(code="not_a_mapping"),)
    fields = Fields(data)
    has_teams = "teams" in fields
    fields.take_format(TEAMS_FORMAT if has_teams else FORMAT)
    seed = fields.take_text("seed", MOST_SEED)
    numbers = fields.take_ints("numbers", 1, MOST_NUMBER)
    sizes = fields.take_ints("sizes", 2, MOST_SEATS)
    earlier = _take_earlier(fields)
    moves = _take_moves(fields)
    tables = _take_tables(fields, "tables", "tables") if "tables" in fields else None
    dealers = fields.take_ints("dealers", 1, MOST_NUMBER, None)
    balanced = fields.take_bool("balanced") if "balanced" in fields else False
    teams = _take_tables(fields, "teams", "teams") if has_teams else ()
    fields.done()
    if fields.problems:
        return None, tuple(fields.problems)
    basis = Basis(seed=seed, numbers=numbers, sizes=sizes, earlier=earlier, moves=moves, balanced=balanced, teams=teams)
    return Published(basis=basis, tables=tables, dealers=dealers), ()


def contradiction(published: Published) -> str:
    """The contradiction among the numbers of a published draw, in English; empty if there is none. It draws nothing."""
    basis, tables = published.basis, published.tables or ()
    try:
        check(basis)
        number = len(basis.earlier) + 1
        seated = seated_after(basis.numbers, len(basis.sizes), basis.moves, seed=basis.seed, round_number=number)
    except CannotDraw as error:
        return str(error)
    if tables and (len(tables) != len(basis.sizes) or sorted(chain.from_iterable(tables)) != sorted(seated)):
        return "the tables do not seat these numbers"
    dealers = published.dealers or ()
    sit = [dealer in table for dealer, table in zip(dealers, tables, strict=False)]
    if tables and dealers and not (len(dealers) == len(tables) and all(sit)):
        return "somebody deals at a table where they do not sit"
    return ""


def write(drawn: Draw) -> dict[str, Any]:
    """The published form of a draw; the numbers in order."""
    basis = drawn.basis
    return {
        "format": TEAMS_FORMAT if basis.teams else FORMAT,
        "seed": basis.seed,
        "numbers": sorted(basis.numbers),
        "sizes": list(basis.sizes),
        "earlier": [[list(table) for table in tables] for tables in basis.earlier],
        "moves": [_written(move) for move in basis.moves],
        "tables": [list(table) for table in drawn.tables],
        "dealers": list(drawn.first_dealers),
        **({"balanced": True} if basis.balanced else {}),
        **({"teams": [list(team) for team in basis.teams]} if basis.teams else {}),
    }


def _written(move: Move) -> dict[str, Any]:
    if isinstance(move, Join):
        chairs = ("instead_of", move.instead_of) if move.instead_of else ("at", move.at)
        return {"join": move.number, chairs[0]: list(chairs[1])}
    if isinstance(move, Leave):
        return {"leave": move.number}
    return {"swap": move[0], "with": move[1]}


def digest_of(published: Mapping[str, Any]) -> str:
    """The SHA-256 of a published draw, its keys in order: by it a decision names the tables that were drawn."""
    return sha256(json.dumps(published, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _entries(rows: Sequence[Any], path: str) -> Fields:
    """The entries of a list, each under its place from 1."""
    return Fields({str(place): row for place, row in enumerate(rows, start=1)}, path=path)


def _take_tables(outer: Fields, key: str, path: str) -> Tables:
    rows = _entries(outer.take_list(key), path)
    tables = tuple(rows.take_ints(place, 1, MOST_NUMBER) or () for place in rows.keys)
    outer.adopt(rows)
    return tables


def _take_earlier(fields: Fields) -> tuple[Tables, ...]:
    rounds = _entries(fields.take_list("earlier", None), "earlier")
    earlier = tuple(_take_tables(rounds, place, f"earlier.{place}") for place in rounds.keys)
    fields.adopt(rounds)
    return earlier


def _take_moves(fields: Fields) -> tuple[Move, ...]:
    rows = _entries(fields.take_list("moves", None), "moves")
    moves = []
    for place in rows.keys:
        move = rows.take_fields(place)
        if move is not None:
            moves.append(_take_move(move))
            rows.adopt(move)
    fields.adopt(rows)
    return tuple(moves)


def _take_move(move: Fields) -> Move:
    if "join" in move:
        number = move.take_int("join", 1, MOST_NUMBER)
        if "at" in move:
            return Join(number, at=move.take_ints("at", 1, MOST_NUMBER) or ())
        return Join(number, instead_of=move.take_ints("instead_of", 1, MOST_NUMBER) or ())
    if "leave" in move:
        return Leave(move.take_int("leave", 1, MOST_NUMBER))
    return move.take_int("swap", 1, MOST_NUMBER), move.take_int("with", 1, MOST_NUMBER)
