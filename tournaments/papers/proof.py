"""A tournament as its document has it, in the form in which decisions are held against it (`contest.replay`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from cegoscore.contest.chain import ChainedDecision, FreeText
from cegoscore.contest.replay import (
    DECIDING,
    HANDS,
    TEAMS,
    Placed,
    RoundNow,
    TournamentNow,
    category_digest,
    round_now,
    takes_by_number,
)
from cegoscore.contest.teams import teams_by_name
from tournaments.clubhouse.backup.reading import Backup
from tournaments.course.queries import prize_lines
from tournaments.models import Category, Decision, Entrant, Prize, Result, Round, Table, Tournament

Row = dict[str, Any]


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
        "prizes": prize_lines(_prizes(backup, categories)),
        "categories": category_digest(members),
        "takes": takes_by_number((entrant["number"], entrant["takes"]) for entrant in entrants),
        "finished": top["finished"] is not None,
        "cancelled": top["cancelled"] is not None,
    }
    return TournamentNow(settings=settings, rounds=_rounds(backup, [entrant["number"] for entrant in entrants]))


def _prizes(backup: Backup, categories: Sequence[Row]) -> list[tuple[str, int | None, str, str | None, str | None]]:
    rows = []
    for prize in backup.rows_of(Prize).named:
        category = categories[prize["category"] - 1] if prize["category"] else {}
        rows.append((prize["kind"], prize["rank"], prize["what"], category.get("kind"), category.get("name")))
    return rows


def _rounds(backup: Backup, numbers: Sequence[int | None]) -> tuple[RoundNow, ...]:
    tables = dict(enumerate(backup.rows_of(Table).named, 1))
    nowhere = {"number": None, "practice": False, "void": None}
    results: dict[int, list[Placed]] = defaultdict(list)
    for row in sorted(backup.rows_of(Result).named, key=lambda row: row["seat"]):
        at = tables.get(row["table"], nowhere)
        placed = (at["number"], at["practice"], at["void"] is not None, numbers[row["entrant"] - 1])
        results[row["round"]].append((*placed, row["points"], row["penalty"]))
    rounds = enumerate(backup.rows_of(Round).named, 1)
    return tuple(round_now(row["number"], row["state"], row["draw"], results[place]) for place, row in rounds)
