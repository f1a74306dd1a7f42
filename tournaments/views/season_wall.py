"""The league table on a wall: in large letters, a page at a time, turned by itself."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.season_queries import league_table_of
from tournaments.season_rows import change_of
from tournaments.views.season_access import get_season

ROWS = 30
"""A page: three columns of ten."""

SECONDS = 15


@require_safe
def season_wall(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """One page of the table; the answer itself asks for the next one, so that no script is needed."""
    season, _right = get_season(request, season_id)
    lines = league_table_of(season).lines()
    pages = max(1, -(-len(lines) // ROWS))
    text = request.GET.get("page", "")
    page = int(text) if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= pages else 1
    shown = [(line, change_of(line.row)) for line in lines[(page - 1) * ROWS : page * ROWS]]
    context = {"season": season, "lines": shown, "number": page, "pages": pages}
    response = render(request, "tournaments/season_wall.html", context)
    response["Refresh"] = f"{SECONDS}; url={request.path}?page={page % pages + 1}"
    return response
