"""The standings as they leave the house: as a table, and as data."""

from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.contest.teams import TeamStanding
from cegoscore.csv_text import csv_text
from tournaments.models import Tournament
from tournaments.standings.queries import Standings, StandingsLine
from tournaments.standings.rows import points_off

FORMAT = "cegoscore/standings@1"


# Data


def data_of(tournament: Tournament, table: Standings) -> dict[str, Any]:
    """The standings as JSON data; `docs/formats/club.md` describes it."""
    return {
        "format": FORMAT,
        "tournament": {"name": tournament.name, "day": tournament.day.isoformat(), "venue": tournament.venue},
        "rounds": list(table.rounds),
        "provisional": bool(table.open_tables),
        "open_tables": [{"round": round_number, "table": number} for round_number, number in table.open_tables],
        "final": tournament.finished_at is not None and table.shown.is_everything,
        "held_back_from": table.shown.held_from,
        "standings": [_line(line) for line in (*table.lines, *table.unranked)],
        "categories": [
            {
                "kind": category.kind,
                "name": category.name,
                "standings": [{"rank": line.row.rank, "number": line.row.number} for line in lines],
            }
            for category, lines in table.categories
        ],
    } | ({"teams": [_team(team) for team, _lines in table.teams]} if tournament.team_size else {})


def _line(line: StandingsLine) -> dict[str, Any]:
    row = line.row
    return {
        "rank": row.rank or None,
        "number": row.number,
        "takes": line.person.takes,
        "name": line.person.name,
        "village": line.person.village,
        "points": list(row.points),
        "total": row.total,
        "games_won": row.games_won,
        "level_with": list(row.tied_with),
        "decided_by": [tie_break.value for tie_break in row.decided_by],
        "undecided": row.undecided,
        "provisional_rounds": list(row.open_rounds),
        "void_rounds": list(row.voided_rounds),
        "penalty": row.penalty,
    } | ({"called_then": line.person.was} if line.person.was else {})


def _team(team: TeamStanding) -> dict[str, Any]:
    return {
        "rank": team.rank,
        "name": team.name,
        "total": team.total,
        "counting": [row.number for row in team.members[: team.counting]],
        "not_counting": [row.number for row in team.members[team.counting :]],
        "decided_by": team.decided_by,
        "provisional": team.provisional,
    }


# A table


def csv_of(table: Standings) -> str:
    """A row a player."""
    rounds = [_("Round %(number)s") % {"number": number} for number in table.rounds]
    rows: list[list[object]] = [
        [_("Rank"), _("Number"), _("Name"), _("Village"), *rounds, _("Total"), _("Games won"), _("Remark")]
    ]
    rows[0] += [_("Team")] if table.teams else []
    for line in (*table.lines, *table.unranked):
        row, person = line.row, line.person
        points = ["" if amount is None else amount for amount in row.points]
        won = _("not known") if row.games_won is None else row.games_won
        provisional = _("provisional") if row.provisional else ""
        remarks = [person.was, person.state, provisional, points_off(row.penalty) if row.penalty else ""]
        remark = "; ".join(filter(None, remarks))
        rows.append([row.rank or "", row.number, person.name, person.village, *points, row.total, won, remark])
        rows[-1] += [person.team] if table.teams else []
    return csv_text(rows)


def teams_csv_of(table: Standings) -> str:
    """A row a team: its people with their points, the best first, those that do not count in brackets."""
    rows: list[list[object]] = [[_("Rank"), _("Team"), _("Total"), _("Players")]]
    for team, lines in table.teams:
        people = [f"{_name(line)} {signed(line.row.total)}" for line in lines]
        spare = [f"({one})" for one in people[team.counting :]]
        rows.append([team.rank, team.name, team.total, ", ".join([*people[: team.counting], *spare])])
    return csv_text(rows)


def _name(line: StandingsLine) -> str:
    return f"{line.person.name} ({line.person.was})" if line.person.was else line.person.name
