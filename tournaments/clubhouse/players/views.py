"""The page of one player of a club, for everybody as far as they may see."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.rights.devices import device_id
from tournaments.clubhouse.players.page import player_page
from tournaments.clubhouse.reach import Reach, reach_of
from tournaments.seasons.models import Season


@require_safe
def player(request: HttpRequest, club_id: uuid.UUID, player_id: int) -> HttpResponse:
    """All results of somebody, or with `season` those of one; a person under two names is found under the one kept."""
    club = get_object_or_404(Club, pk=club_id)
    reach = reach_of(club, device_id(request))
    record = get_object_or_404(Player.objects.select_related("merged_into"), club=club, pk=player_id)
    page = player_page(record.person, reach, _season(request, reach))
    if page is None:
        raise Http404
    if record.person != record:
        return redirect(reverse("player", args=[club_id, record.person.pk], query=request.GET))
    return render(request, "clubhouse/player.html", {"club": club, "page": page, "manages": reach.manages})


def _season(request: HttpRequest, reach: Reach) -> Season | None:
    """The one that is asked for, if the reader may see it; 404 for any other."""
    asked = request.GET.get("season")
    if not asked:
        return None
    try:
        key = uuid.UUID(asked)
    except ValueError:
        raise Http404 from None
    return get_object_or_404(reach.seasons(), pk=key)
