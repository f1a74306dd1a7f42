"""A tournament's document, read and checked: yields a `ReadTournament` or every problem at once; never raises.

`clubhouse.backup` reads its rows; here is what can be said of a tournament only, and the form in which its decisions
are held against it (`contest.replay`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cegoscore.contest import chain
from cegoscore.contest.chain import ChainedDecision, FreeText
from cegoscore.contest.replay import (
    DECIDING,
    HANDS,
    TEAMS,
    Replayed,
    ResultNow,
    RoundNow,
    TournamentNow,
    category_digest,
    replayed,
    takes_by_number,
)
from cegoscore.contest.teams import teams_by_name
from cegoscore.scoring.names import tidy
from cegoscore.scoring.problems import Problem, problem
from tournaments.clubhouse.backup.reading import Backup, parse as parse_rows, read_text
from tournaments.clubhouse.backup.scopes import TOURNAMENT
from tournaments.course.decisions import can_be_read
from tournaments.course.queries import PlannedPrize, planned_prize, prizes_named
from tournaments.models import Category, Decision, Entrant, EntrantStatus, Prize, Result, Round, Table, Tournament
from tournaments.papers import first_format

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTournament:
    """A sound document: its rows, and what its decisions say of them."""

    backup: Backup
    replayed: Replayed
    ledgers: first_format.Ledgers
    """Contents of the sheets of a document of version 0.1."""

    @property
    def top(self) -> Row:
        """The tournament's own row."""
        return self.backup.rows_of(Tournament).named[0]

    @property
    def hashes(self) -> tuple[str, ...]:
        """Those of the decisions in their order; none if they are of version 0.1."""
        return tuple(decision.hash for decision, _text in chain_of(self.backup))

    @property
    def mark(self) -> str:
        """The mark of the chain; empty if there is none yet."""
        return chain.short(self.hashes[-1]) if self.hashes else ""


def parse_json(text: str) -> tuple[ReadTournament | None, tuple[Problem, ...]]:
    """Read a tournament's document from text."""
    return read_text(text, parse)


def parse(document: Any) -> tuple[ReadTournament | None, tuple[Problem, ...]]:
    """Read a tournament's document; what it says, or every problem found."""
    ledgers: first_format.Ledgers = {}
    problems: tuple[Problem, ...] = ()
    if isinstance(document, Mapping) and document.get("format") == first_format.FORMAT:
        document, ledgers, problems = first_format.rows_of(document)
    backup, more = parse_rows(document, TOURNAMENT)
    problems += more
    if backup is None or problems:
        return None, problems
    if problems := tuple(_faults(backup)):
        return None, problems
    replay = replayed(chain_of(backup), now_of(backup))
    if replay.problems:
        return None, replay.problems
    return ReadTournament(backup=backup, replayed=replay, ledgers=ledgers), ()


def _faults(backup: Backup) -> Iterator[Problem]:
    """A tournament without a name, results of nobody's number, decisions that nobody can read or link."""
    if not tidy(backup.rows_of(Tournament).named[0]["name"]):
        yield problem("missing", "tournaments.1.name")
    playing = {row["entrant"] for row in backup.rows_of(Result).named}
    for place, row in enumerate(backup.rows_of(Entrant).named, 1):
        if row["number"] is None and (place in playing or row["status"] == EntrantStatus.PRESENT):
            yield problem("missing", f"entrants.{place}.number")
    rows = backup.rows_of(Decision).named
    unreadable = [place for place, row in enumerate(rows, 1) if not can_be_read(row["kind"], row["data"])]
    yield from (problem("missing", f"decisions.{place}.data") for place in unreadable)
    broken = None if unreadable else next(chain.faults_of(chain_of(backup)), None)
    if broken:
        where, _colon, why = broken.partition(": ")
        yield problem("chain_broken", where.replace("decision ", "decisions."), why=why)


def chain_of(backup: Backup) -> list[tuple[ChainedDecision, FreeText]]:
    """The chain that the decisions are; none if they are of version 0.1."""
    rows = sorted(backup.rows_of(Decision).named, key=lambda row: row["number"] or 0)
    if not any(row["number"] for row in rows):
        return []
    names = ("kind", "by", "at", "data", "reason", "hash")
    return [
        (
            ChainedDecision(number=row["number"] or 0, **{name: row[name] for name in names}),
            FreeText(salt=row["salt"], texts=(row["why"], row["what"])),
        )
        for row in rows
    ]


def now_of(backup: Backup) -> TournamentNow:
    """The tournament as its document says that it stands."""
    (top,), entrants = backup.rows_of(Tournament).named, backup.rows_of(Entrant).named
    categories = backup.rows_of(Category).named
    members = [
        (row["kind"], [entrant["number"] for entrant in entrants if place in entrant["categories"]])
        for place, row in enumerate(categories, 1)
    ]
    has_teams = top["team_size"] is not None
    teams = teams_by_name((row["number"], row["team"]) for row in entrants) if has_teams else {}
    members += [("team", list(numbers)) for numbers in teams.values()]
    settings = {name: top[name] for name in (*HANDS, *DECIDING, *(TEAMS if has_teams else ()), "held_from")} | {
        **prizes_named(_prizes(backup, categories, top["currency"])),
        "categories": category_digest(members),
        "takes": takes_by_number((entrant["number"], entrant["takes"]) for entrant in entrants),
        "finished": top["finished"] is not None,
        "cancelled": top["cancelled"] is not None,
    }
    numbers = [entrant["number"] for entrant in entrants]
    taken = frozenset(number for number in numbers if number)
    return TournamentNow(settings=settings, rounds=_rounds(backup, numbers), numbers=taken)


def _prizes(backup: Backup, categories: Sequence[Row], currency: str) -> Iterator[PlannedPrize]:
    for row in backup.rows_of(Prize).named:
        category = categories[row["category"] - 1] if row["category"] else None
        yield planned_prize(row, category and (category["kind"], category["name"]), currency)


def _rounds(backup: Backup, numbers: Sequence[int | None]) -> tuple[RoundNow, ...]:
    tables = dict(enumerate(backup.rows_of(Table).named, 1))
    nowhere = {"number": None, "practice": False, "void": None}
    results: dict[int, list[ResultNow]] = defaultdict(list)
    for row in sorted(backup.rows_of(Result).named, key=lambda row: row["seat"]):
        at = tables.get(row["table"], nowhere)
        if number := numbers[row["entrant"] - 1]:
            placed = ResultNow(
                at["number"], at["practice"], at["void"] is not None, number, row["points"], row["penalty"]
            )
            results[row["round"]].append(placed)
    rounds = enumerate(backup.rows_of(Round).named, 1)
    return tuple(
        RoundNow(number=row["number"], state=row["state"], draw=row["draw"], results=tuple(results[place]))
        for place, row in rounds
    )
