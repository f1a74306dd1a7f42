"""A tournament's document, read and checked: yields a `ReadTournament` or every problem at once; never raises.

`clubhouse.backup` reads its rows; here is what can be said of a tournament only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cegoscore.contest import chain
from cegoscore.contest.replay import Replayed, replayed
from cegoscore.scoring.names import tidy
from cegoscore.scoring.problems import Problem, problem
from tournaments.clubhouse.backup.reading import Backup, read_text
from tournaments.clubhouse.backup.reading import parse as parse_rows
from tournaments.clubhouse.backup.scopes import TOURNAMENT
from tournaments.course.decisions import can_be_read
from tournaments.models import Decision, Entrant, EntrantStatus, Result, Tournament
from tournaments.papers import first_format
from tournaments.papers.proof import chain_of, now_of

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
