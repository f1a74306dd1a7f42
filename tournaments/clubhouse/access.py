"""Access to a club, its people and seasons, as far as the asking device may see or change them."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from cegoscore.clubs.models import Club, Link, Player
from cegoscore.clubs.rights.access import get_whole_club
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.links import secret_of
from cegoscore.reached import printed
from tournaments.clubhouse.reach import Reach, reach_of
from tournaments.seasons.models import Season


def get_reach(request: HttpRequest, club_id: uuid.UUID) -> Reach:
    """A club with what this device may see of it, which may be nothing; 404 if there is no such club."""
    return reach_of(get_whole_club(club_id), device_id(request))


def get_player(club: Club, player_id: int) -> Player:
    """A row of the club's people, which may have been merged into another one; 404 if there is none."""
    player = get_object_or_404(Player.objects.select_related("merged_into"), club=club, pk=player_id)
    player.person.club = club
    return player


def get_visible_season(reach: Reach, text: str) -> Season:
    """A season by the text of its key; 404 if there is none that may be seen."""
    try:
        key = uuid.UUID(text)
    except ValueError:
        raise Http404 from None
    return get_object_or_404(reach.seasons(), pk=key)


def manager_address(link: Link) -> str:
    """The address of a link that makes a manager, as a command prints it."""
    return printed(reverse("open_club", args=[secret_of(link)]))
