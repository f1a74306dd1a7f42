"""What leaves the house: the standings in three forms, and the whole tournament as one document, which comes back in."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.ceremony import awarded
from tournaments.exports import csv_of, data_of, press_text_of
from tournaments.models import Tournament
from tournaments.views.access import get_tournament


def _attachment(tournament: Tournament, ending: str) -> dict[str, str]:
    """Headers of an answer that a browser saves, under a name that says which tournament it is."""
    name = f"{slugify(tournament.name) or 'cego'}-{tournament.day:%Y-%m-%d}.{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@require_safe
def standings_csv(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The standings as a table; the mark at its beginning tells spreadsheets that it is UTF-8."""
    tournament, _right = get_tournament(request, tournament_id)
    content = "\ufeff" + csv_of(queries.standings_of(tournament))
    headers = _attachment(tournament, "csv")
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
def standings_json(request: HttpRequest, tournament_id: uuid.UUID) -> JsonResponse:
    """The standings as data; the format is documented and stays."""
    tournament, _right = get_tournament(request, tournament_id)
    data = data_of(tournament, queries.standings_of(tournament))
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_safe
def press_text(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The result as text for a newspaper."""
    tournament, _right = get_tournament(request, tournament_id)
    table = queries.standings_of(tournament)
    text = press_text_of(tournament, table, awarded(tournament, table))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
