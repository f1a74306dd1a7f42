"""Context of the standings page: the whole field, one round, or one category."""

from __future__ import annotations

from typing import Any

from tournaments.models import Category, RoundState, Tournament
from tournaments.standings.queries import Standings, StandingsLine, standings_of
from tournaments.standings.rows import rows_html, shows_games


def standings_context(
    tournament: Tournament, round_text: str = "", category_text: str = "", *, players: str = ""
) -> dict[str, Any] | None:
    """The context of a page of standings; none for a round or category that does not exist.

    `players` is the address below which everybody has a page, if names shall lead there.
    """
    rounds = _rounds(tournament)
    if round_text and (not round_text.isdecimal() or int(round_text) not in rounds):
        return None
    only_round = int(round_text) if round_text else None
    table = standings_of(tournament, only_round=only_round)
    chosen = _category(table, category_text)
    if category_text and chosen is None:
        return None
    category, lines = chosen or (None, table.lines)
    return {
        "tournament": tournament,
        "table": table,
        "lines": lines,
        "rows": rows_html(table, lines, players=players),
        "all_rounds": rounds,
        "only_round": only_round,
        "category": category,
        "shows_games": shows_games(table),
        "shows_rounds": len(table.rounds) > 1,
        "open_tables": open_tables(table),
    }


def _rounds(tournament: Tournament) -> list[int]:
    """The rounds that were at least begun."""
    begun = tournament.played_rounds.exclude(state=RoundState.DRAWN)
    return list(begun.order_by("number").values_list("number", flat=True))


def _category(table: Standings, text: str) -> tuple[Category, tuple[StandingsLine, ...]] | None:
    return next((entry for entry in table.categories if str(entry[0].pk) == text), None)


def open_tables(table: Standings) -> list[tuple[int, list[int]]]:
    """The tables whose points are still provisional, by round."""
    by_round: dict[int, list[int]] = {}
    for round_number, number in table.open_tables:
        by_round.setdefault(round_number, []).append(number)
    return list(by_round.items())
