"""A season's tables as files: for programs at a stable address, and for spreadsheets."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tournaments.seasons.exports import table_csv, table_document
from tournaments.seasons.views.access import get_own_right


@require_safe
def season_json(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The tables for programs; those of a public season may be shown by pages of other hosts."""
    season, own = get_own_right(request, season_id)
    response = JsonResponse(table_document(season, to_strangers=own is None), json_dumps_params={"ensure_ascii": False})
    if season.is_public:
        response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def season_csv(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The table for spreadsheets; the mark at its beginning tells them that it is UTF-8."""
    season, own = get_own_right(request, season_id)
    name = f"{slugify(season.name) or 'season'}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(
        "\ufeff" + table_csv(season, to_strangers=own is None), content_type="text/csv; charset=utf-8", headers=headers
    )
