"""Context of the standings page: the whole field, one round, or one category."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404
from django.utils.formats import date_format

from cegoscore.addresses import number_of
from cegoscore.pictures import MOST_ROWS, Picture, PictureRow
from cegoscore.scoresheet.evening.honours_told import HonourTold
from tournaments.course.access import Shown, shown_to_all
from tournaments.course.entrants import Person
from tournaments.course.queries import live_version
from tournaments.models import Result, RoundState, Tournament, called
from tournaments.standings.queries import Standings, StandingsLine, standings_of
from tournaments.standings.rows import explained, footnotes_of, rows_html, shows_games
from tournaments.standings.tournament_honours import tournament_honours

MOST_NAMED = 6
"""More open tables than this are counted, not named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsChoice:
    """Choice of standings: the whole field over all rounds, or one round or category (its row's key), or the teams."""

    round: int | None = None
    category: int | None = None
    teams: bool = False
    at_desk: bool = False
    """True if the page was opened from the desk, to which it leads back."""


OVERALL = StandingsChoice()


def choice_of(query: Mapping[str, str]) -> StandingsChoice:
    """The choice by `round`, `category` and `teams` of a query string. Raises `Http404` for what is no number."""
    return StandingsChoice(
        round=_number(query.get("round", "")),
        category=_number(query.get("category", "")),
        teams="teams" in query,
        at_desk="desk" in query,
    )


def _number(text: str) -> int | None:
    number = number_of(text)
    if text and number is None:
        raise Http404
    return number


def standings_context(
    tournament: Tournament,
    shown: Shown,
    choice: StandingsChoice = OVERALL,
    *,
    players: str = "",
    sees_hands: bool = False,
    on_paper: bool = False,
) -> dict[str, Any]:
    """The context of a page of standings. Raises `Http404` for a round, a category or teams that do not exist.

    `players` is the address below which everybody has a page, if names shall lead there, and points with `sees_hands`.
    On paper what decided between level rows is said once below the table, not with each.
    """
    rounds = [number for number in _rounds(tournament) if shown.covers(number)]
    if (choice.round is not None and choice.round not in rounds) or (choice.teams and not tournament.team_size):
        raise Http404
    table = standings_of(tournament, shown, only_round=choice.round)
    chosen = next((entry for entry in table.categories if entry[0].pk == choice.category), None)
    if choice.category is not None and chosen is None:
        raise Http404
    category, lines = chosen or (None, (*table.lines, *table.unranked))
    footnotes = footnotes_of(lines) if on_paper else {}
    hands = _hands(tournament, choice) if sees_hands else ""
    seats = [] if table.has_begun else _seats(table.rounds[-1:], lines, tournament)
    return {
        "tournament": tournament,
        "table": table,
        "lines": lines,
        "rows": rows_html(table, lines, players=players, hands=hands, footnotes=footnotes),
        "footnotes": explained(footnotes, table),
        "on_paper": on_paper,
        "all_rounds": rounds,
        "at_desk": choice.at_desk,
        "only_round": choice.round,
        "only_teams": choice.teams,
        "category": category,
        "shows_games": shows_games(table),
        "shows_rounds": len(table.rounds) > 1,
        "open_tables": open_tables(table),
        "most_named": MOST_NAMED,
        "seats": seats,
    }


def _seats(
    rounds: Sequence[int], lines: Sequence[StandingsLine], tournament: Tournament
) -> list[tuple[Person, int | None]]:
    """Those of the ranking by surname, with their tables in the newest round."""
    results = Result.objects.filter(round__tournament=tournament, round__number__in=rounds)
    tables = dict(results.values_list("entrant__number", "table__number"))
    people = sorted([line.person for line in lines], key=lambda person: person.alphabetical)
    return [(person, tables.get(person.number)) for person in people]


def _hands(tournament: Tournament, choice: StandingsChoice) -> str:
    """End of the address of somebody's hands at the tournament, or in the round that is shown."""
    asked = {"tournament": tournament.pk} | ({"round": choice.round} if choice.round is not None else {})
    return f"/hands?{urlencode(asked)}"


def _rounds(tournament: Tournament) -> list[int]:
    """The rounds that were at least begun."""
    begun = tournament.played_rounds.exclude(state=RoundState.DRAWN)
    return list(begun.order_by("number").values_list("number", flat=True))


def open_tables(table: Standings) -> list[tuple[int, list[int]]]:
    """The tables whose points are still provisional, by round."""
    by_round: dict[int, list[int]] = {}
    for round_number, number in table.open_tables:
        by_round.setdefault(round_number, []).append(number)
    return list(by_round.items())


def tournament_picture(
    tournament: Tournament, table: Standings, version: str, honours: Sequence[HonourTold] = ()
) -> Picture:
    """The picture of these standings with the awards; without names while results are held back.

    Whoever was erased is not in it.
    """
    shows = table.has_begun and table.shown.is_everything
    first = table.lines[:MOST_ROWS] if shows else ()
    day = date_format(tournament.day, "DATE_FORMAT")
    return Picture(
        title=tournament.name,
        day=", ".join(filter(None, (day, tournament.venue))),
        rows=[
            PictureRow(name=line.person.name, amount=line.row.total, rank=line.row.rank)
            for line in first
            if line.person.name != called("", line.row.number)
        ],
        sentence=". ".join(f"{one.title}: {one.names}" for one in honours),
        version=version,
    )


def tournament_preview(key: UUID) -> Picture | None:
    """The picture of the tournament with this key; None if there is none."""
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None:
        return None
    version = live_version(tournament)
    table = standings_of(tournament, shown_to_all(tournament, to_strangers=True))
    return tournament_picture(tournament, table, version, tournament_honours(tournament, table, version))
