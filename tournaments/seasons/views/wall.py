"""The league table on a wall: large letters, a page at a time, turned by itself; first everybody, then categories."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cegoscore.addresses import number_of
from tournaments.hall.seats import leaves
from tournaments.seasons.access import get_league
from tournaments.seasons.queries import CategoryKey, LeagueTable, category_label
from tournaments.seasons.rows import change_of

ROWS = 30
"""A page: three columns of ten."""

SECONDS = 15


@require_safe
@never_cache
def season_wall(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """One page; the answer itself asks for the next one, so that no script is needed.

    `?table=` stays with one table: 0 for everybody, 1 for the first category, and so on.
    """
    found, _look = get_league(request, season_id)
    if found is None:
        return HttpResponse(status=204)
    season, league = found.season, found.table
    tables: list[CategoryKey | None] = [None, *league.categories]
    only = _number(request.GET.get("table", ""), most=len(tables) - 1)
    shown = [leaf for table in (tables if only is None else [tables[only]]) for leaf in _leaves(league, table)]
    shown = shown or [{"heading": "", "lines": (), "number": 1, "all": 1}]
    page = _number(request.GET.get("page", ""), most=len(shown)) or 1
    here = ({} if only is None else {"table": only}) | {"page": page}
    context = {
        "season": season,
        "leaf": shown[page - 1],
        "counts_ranks": season.counts_ranks,
        "version": found.version,
        "here": urlencode(here),
    }
    response = render(request, "seasons/season_wall.html", context)
    response["Refresh"] = f"{SECONDS}; url={request.path}?{urlencode(here | {'page': page % len(shown) + 1})}"
    return response


def _leaves(league: LeagueTable, category: CategoryKey | None) -> Iterator[dict[str, Any]]:
    """A table in pages of lines with how the rank changed; none if nobody is in it."""
    pages = leaves([(line, change_of(line.row)) for line in league.lines(category)], ROWS)
    heading = category_label(category) if category else ""
    return ({"heading": heading, "lines": lines, "number": at, "all": len(pages)} for at, lines in enumerate(pages, 1))


def _number(text: str, *, most: int) -> int | None:
    """A number as it was asked for; none if it makes no sense."""
    number = number_of(text)
    return number if number is not None and number <= most else None
