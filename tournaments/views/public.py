"""A tournament as everybody sees it."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.views.access import get_tournament


@require_safe
def tournament(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """What it is and when."""
    found, _right = get_tournament(request, tournament_id)
    return render(request, "tournaments/tournament.html", {"tournament": found})
