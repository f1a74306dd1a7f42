"""The page of one player of a club, for everybody as far as they may see."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from cegoscore.clubs.devices import device_id
from cegoscore.clubs.models import Club, Player
from tournaments.player_page import player_page
from tournaments.reach import reach_of


@require_safe
def player(request: HttpRequest, club_id: uuid.UUID, player_id: int) -> HttpResponse:
    """All results of somebody; who was put together with somebody else is found there."""
    club = get_object_or_404(Club, pk=club_id)
    reach = reach_of(club, device_id(request))
    record = get_object_or_404(Player.objects.select_related("merged_into"), club=club, pk=player_id)
    page = player_page(record.person, reach)
    if page is None:
        raise Http404
    if record.person != record:
        return redirect("player", club_id, record.person.pk)
    return render(request, "tournaments/player.html", {"club": club, "page": page, "manages": reach.manages})
