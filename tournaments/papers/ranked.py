"""The end of a tournament computed from its document alone: standings and prizes as the pages would publish them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cegoscore.contest import prizes, standings
from cegoscore.contest.published_end import EndLine, digest_of_end
from cegoscore.contest.teams import team_standings, teams_by_name
from cegoscore.contest.ties import Drawing, TieBreak
from tournaments.clubhouse.backup.reading import Backup
from tournaments.course.entrants import GONE
from tournaments.models import (
    Category,
    Decision,
    DecisionKind,
    Entrant,
    EntrantStatus,
    Prize,
    Result,
    ResultSource,
    Round,
    RoundState,
    Takes,
    Tournament,
)
from tournaments.prize_words import Parts, parts_known
from tournaments.standings.queries import in_order

Row = dict[str, Any]


def end_in(backup: Backup) -> str:
    """The digest that the end names, of the rows of a document. Raises `ValueError` for rows that nobody can rank."""
    (top,), entrants = backup.rows_of(Tournament).named, backup.rows_of(Entrant).named
    categories = backup.rows_of(Category).named
    takes = {row["number"]: _takes(row, top) for row in entrants if row["number"]}
    results, rules = _results(backup, entrants), _rules(backup, top)
    rounds = sorted({result.round for result in results})
    outside = [result for result in results if takes[result.number] == Takes.NOTHING]
    inside = [result for result in results if takes[result.number] != Takes.NOTHING]
    rows = standings.standings(inside, rules, rounds=rounds)
    members = {
        str(place): standings.within(rows, [row["number"] for row in entrants if place in row["categories"]], rules)
        for place in range(1, len(categories) + 1)
    }
    numbers = teams_by_name((row["number"], row["team"]) for row in entrants) if top["team_size"] else {}
    teams = team_standings(rows, numbers, best=top["team_best"], seed=_first_seed(backup))
    takers = {number for number, share in takes.items() if share == Takes.PRIZES}
    awards = prizes.prizes(
        [row for row in rows if row.number in takers],
        _plan(backup, top),
        {key: [row for row in theirs if row.number in takers] for key, theirs in members.items()},
        teams,
        one_each=top["one_prize_each"],
        draws=False,
    )
    lines = [EndLine(row.rank, row.number, row.total, takes[row.number]) for row in rows]
    lines += [EndLine(None, row.number, row.total, takes[row.number]) for row in standings.rows_of(outside, rounds)]
    kinds = zip(members.items(), categories, strict=True)
    ranked = [(key, row["kind"], theirs) for (key, theirs), row in kinds]
    return digest_of_end(lines, ranked, teams, awards, currency=top["currency"])


def _takes(entrant: Row, top: Row) -> str:
    """Their share; `GONE` for somebody who would get prizes, but went home."""
    is_gone = top["prizes_for_present"] and entrant["status"] == EntrantStatus.WITHDRAWN
    return GONE if is_gone and entrant["takes"] == Takes.PRIZES else entrant["takes"]


def _results(backup: Backup, entrants: Sequence[Row]) -> list[standings.RoundResult]:
    """The results that count, of rounds that were begun."""
    rounds = dict(enumerate(backup.rows_of(Round).named, 1))
    return [
        standings.RoundResult(
            number=number,
            round=rounds[row["round"]]["number"],
            points=row["points"],
            games_won=row["games_won"],
            voided=row["source"] == ResultSource.VOID,
            penalty=row["penalty"],
        )
        for row in backup.rows_of(Result).named
        if (number := entrants[row["entrant"] - 1]["number"])
        and row["counts"]
        and rounds[row["round"]]["state"] != RoundState.DRAWN
    ]


def _rules(backup: Backup, top: Row) -> standings.TieRules:
    """The tie-breaks, and the drawings that were recorded."""
    ties = [row for row in backup.rows_of(Decision).named if row["kind"] == DecisionKind.TIE]
    ties.sort(key=lambda row: row["number"] or 0)
    drawings = tuple(Drawing(by=TieBreak(row["data"]["by"]), order=tuple(row["data"]["numbers"])) for row in ties)
    return standings.TieRules(tie_breaks=tuple(map(TieBreak, top["tie_breaks"])), drawings=drawings)


def _first_seed(backup: Backup) -> str:
    """The seed of the first draw, by which teams draw lots."""
    rounds = sorted(backup.rows_of(Round).named, key=lambda row: row["number"])
    return str(rounds[0]["draw"].get("seed") or "") if rounds else ""


def _plan(backup: Backup, top: Row) -> list[prizes.Prize]:
    """The prizes in the order in which they are given."""
    rows = enumerate(backup.rows_of(Prize).named)
    plan = sorted(rows, key=lambda pair: in_order(pair[1]["kind"], pair[1]["rank"], pair[0]))
    return [_planned(row, top["currency"]) for _place, row in plan]


def _planned(row: Row, currency: str) -> prizes.Prize:
    parts = parts_known(Parts(row["cents"], row["goods"], row["is_each"]), row["what"], row["kind"], currency)
    return prizes.Prize(
        label=row["what"],
        given_for=prizes.PrizeFor(row["kind"]),
        place=row["rank"] or 1,
        category=str(row["category"] or ""),
        **parts._asdict(),
    )
