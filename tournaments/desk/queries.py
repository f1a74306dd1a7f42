"""Reads of the desk: somebody at a table, decisions about it, ties, and the round to hold results back from."""

from __future__ import annotations

from tournaments.course.queries import closed_rounds, decisions_of, drawings_of
from tournaments.models import Decision, Entrant, Round, Table, Tournament
from tournaments.standings.queries import Standings, StandingsLine, awards_of


def find_table(round_: Round, number: int) -> Table | None:
    """A table of a round by its number."""
    return round_.tables.filter(number=number).first()


def seats_at(table: Table) -> list[int]:
    """The seats of a table in the order around it."""
    return list(table.results.order_by("seat").values_list("seat", flat=True))


def entrant_at(table: Table, number: int) -> Entrant:
    """The holder of a start number who has a seat at the table."""
    entrant = table.results.select_related("entrant").get(entrant__number=number).entrant
    entrant.tournament = table.round.tournament
    return entrant


def decisions_about(table: Table) -> list[Decision]:
    """Decisions that name this table, or the people at it, newest first."""
    return [
        row
        for row in decisions_of(table.round.tournament).filter(round=table.round)
        if table.number == row.data.get("table") or table.number in row.data.get("tables", ())
    ]


def ties_of(table: Standings) -> list[tuple[StandingsLine, ...]]:
    """Ranks whose holders must still draw by the organiser's rules, the first rank first."""
    groups: dict[int, list[StandingsLine]] = {}
    for line in table.lines:
        if line.row.undecided:
            groups.setdefault(line.row.rank, []).append(line)
    return [tuple(lines) for lines in groups.values()]


def ties_for_prizes(tournament: Tournament, table: Standings) -> list[tuple[StandingsLine, ...]]:
    """Those of the ties that decide who gets a prize; who shares one in a category shares a rank of the whole field."""
    shared = [award.numbers for award in awards_of(tournament, table) if len(award.numbers) > 1]
    ties = [(tie, {line.row.number for line in tie}) for tie in ties_of(table)]
    return [tie for tie, numbers in ties if any(numbers.issuperset(sharing) for sharing in shared)]


def next_to_hold(tournament: Tournament) -> int:
    """The first round that is not closed, else the last: from there on results are held back, if not said otherwise."""
    return min(closed_rounds(tournament) + 1, tournament.rounds)


def last_drawing(tournament: Tournament) -> list[int]:
    """The start numbers of the tie that was drawn for last, in the order drawn; empty if there was none."""
    last = drawings_of(tournament).first()
    return list(last.data["numbers"]) if last else []
