"""The page of one player of a club, for everybody as far as they may see."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.clubhouse.access import get_reach, get_record, get_visible_season
from tournaments.clubhouse.players.page import player_page


@require_safe
def player(request: HttpRequest, club_id: uuid.UUID, player_id: int) -> HttpResponse:
    """All results of somebody, or with `season` those of one; a person under two names is found under the one kept."""
    reach = get_reach(request, club_id)
    record = get_record(reach.club, player_id)
    asked = request.GET.get("season")
    page = player_page(record.person, reach, get_visible_season(reach, asked) if asked else None)
    if page is None:
        raise Http404
    if record.person != record:
        return redirect(reverse("player", args=[club_id, record.person.pk], query=request.GET))
    return render(request, "clubhouse/player.html", {"club": reach.club, "page": page, "manages": reach.manages})
