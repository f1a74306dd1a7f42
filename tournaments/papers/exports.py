"""The standings as they leave the house: as a table, as data, and as text for a newspaper."""

from collections.abc import Iterable
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.contest.prizes import PrizeFor
from cegoscore.contest.teams import TeamStanding
from cegoscore.csv_text import csv_text
from tournaments.models import CategoryKind, Tournament
from tournaments.standings.awards import Awarded
from tournaments.standings.queries import Standings, StandingsLine
from tournaments.standings.rows import points_off

FORMAT = "cegoscore/standings@1"
FIRST = 10
"""The number of ranks in the text with their points."""


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


# A text


def press_text_of(tournament: Tournament, table: Standings, awards: Iterable[Awarded]) -> str:
    """A few lines for a newspaper: who won, with points and villages, the best of each category, the last, prizes."""
    where = f", {tournament.venue}" if tournament.venue else ""
    lines = [tournament.name, f"{date_format(tournament.day, 'DATE_FORMAT')}{where}", ""]
    if tournament.cancelled_at:
        lines += [_("This tournament was cancelled"), ""]
    if not table.lines:
        return "\n".join([*lines, _("Nothing has been played yet."), ""])
    if not table.shown.is_everything:
        lines += [_("The results from round %(number)s on are held back.") % {"number": table.shown.held_from}, ""]
    if table.provisional:
        lines += [_("Provisional: the tournament is not over yet."), ""]
    lines += [_field(tournament, table), "", *(_place(line) for line in table.lines if line.row.rank <= FIRST), ""]
    lines += [
        text for category, standings in table.categories for text in _best(category.label, category.kind, standings)
    ]
    if tournament.club.names_last:
        lines += [_("The last: %(line)s") % {"line": _place(line)} for line in _last(table)]
    given = [_prize(one) for one in awards if one.settled and one.is_first_of_pool]
    lines += ["", _("Prizes:"), *reversed(given)] if given else []
    return "\n".join(lines) + "\n"


def _field(tournament: Tournament, table: Standings) -> str:
    players, rounds = len(table.lines), len(table.rounds)
    who = ngettext("%(n)s player", "%(n)s players", players) % {"n": players}
    sentence = ngettext("%(who)s, %(n)s round of %(hands)s hands.", "%(who)s, %(n)s rounds of %(hands)s hands.", rounds)
    return sentence % {"who": who, "n": rounds, "hands": tournament.hands}


def _name(line: StandingsLine) -> str:
    return f"{line.person.name} ({line.person.was})" if line.person.was else line.person.name


def _who(line: StandingsLine) -> str:
    beside = ", ".join(filter(None, (line.person.village, line.person.was)))
    return f"{line.person.name} ({beside})" if beside else line.person.name


def _place(line: StandingsLine) -> str:
    state = f" ({line.person.state})" if line.person.state else ""
    return f"{line.row.rank}. {_who(line)} {signed(line.row.total)}{state}"


def _prize(one: Awarded) -> str:
    """A prize with its winners; those who divide several have them in one line, with the money that each gets.

    Who has moved up to a prize stands there with the place of the ranking.
    """
    reason = _("%(place)s, level") % {"place": one.reason} if one.is_shared else one.reason
    reason = "; ".join(filter(None, (reason, one.share)))
    prize = one.award.prize
    places = {prize.place} if prize.given_for == PrizeFor.RANK else {line.row.rank for line in one.settled}
    names = ", ".join(_who(line) if line.row.rank in places else _place(line) for line in one.settled)
    return _("%(prize)s (%(reason)s): %(name)s") % {"prize": one.label, "reason": reason, "name": names}


def _best(label: str, kind: str, lines: Iterable[StandingsLine]) -> list[str]:
    """The first of a category; several if they share its first place."""
    first = [line for line in lines if line.row.rank == 1]
    if not first:
        return []
    sentence = {CategoryKind.WOMEN: _("Best woman: %(lines)s"), CategoryKind.JUNIORS: _("Best junior: %(lines)s")}
    told = sentence.get(CategoryKind(kind), f"{label}: %(lines)s")
    return [told % {"lines": ", ".join(f"{_who(line)} {signed(line.row.total)}" for line in first)}]


def _last(table: Standings) -> list[StandingsLine]:
    return [line for line in table.lines if line.row.rank == table.lines[-1].row.rank]
