"""The page of one player of a club, for everybody as far as they may see."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.clubhouse.access import get_player, get_reach, get_visible_season
from tournaments.clubhouse.players.page import MOST_SHOWN, player_page


@require_safe
def player(request: HttpRequest, club_id: uuid.UUID, player_id: int) -> HttpResponse:
    """The newest results of a player, with `all` all of them, or those of a `season`; merged ones redirect."""
    reach = get_reach(request, club_id)
    found = get_player(reach.club, player_id)
    asked = request.GET.get("season")
    most = None if request.GET.get("all") else MOST_SHOWN
    page = player_page(found.person, reach, get_visible_season(reach, asked) if asked else None, most)
    if page is None:
        raise Http404
    if found.person != found:
        return redirect(reverse("player", args=[club_id, found.person.pk], query=request.GET))
    return render(request, "clubhouse/player.html", {"club": reach.club, "page": page, "manages": reach.manages})
