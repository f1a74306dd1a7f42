"""The desk while a tournament is played."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.views.access import HELPER, get_tournament


@require_safe
def desk(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Where the desk begins: at the door."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    return redirect("door", tournament.pk)
