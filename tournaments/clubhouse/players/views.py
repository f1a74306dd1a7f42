"""The page of one player of a club, for everybody as far as they may see."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cegoscore.addresses import number_of
from cegoscore.outings.models import Role
from tournaments.clubhouse.players.own_hands import EVENTS, AskedSum, hands_page
from tournaments.clubhouse.players.page import MOST_SHOWN, player_page
from tournaments.clubhouse.players.seasons import running_season
from tournaments.clubhouse.reach import Reach, get_player, get_reach, get_visible_season
from tournaments.seasons.access import get_stand
from tournaments.seasons.models import Season


@require_safe
def player(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """The newest results of a player, with `all` all of them, or those of a `season`; merged ones redirect.

    `rules` is the rule set that hands are compared by.
    """
    reach = get_reach(request, club_id)
    asked_for = get_player(reach.club, player_id)
    asked = request.GET.get("season")
    most = None if request.GET.get("all") else MOST_SHOWN
    season = get_visible_season(reach, asked) if asked else None
    page = player_page(asked_for.person, reach, season, most=most, rules=_number(request.GET, "rules"))
    if page is None:
        raise Http404
    if asked_for.person != asked_for:
        return redirect(reverse("player", args=[club_id, asked_for.person.pk], query=request.GET))
    context = {"club": reach.club, "page": page, "manages": reach.manages, **_stand(request, reach, season, page)}
    return render(request, "clubhouse/player.html", context)


def _stand(request: HttpRequest, reach: Reach, asked: Season | None, page: Mapping[str, Any]) -> dict[str, Any]:
    """The card of the season that was asked for, else of the newest that is not closed."""
    season = asked or running_season(page["seasons"], reach)
    if season is None:
        return {}
    return {"stand": get_stand(request, season, page["person"].pk), "stand_season": season}


@require_safe
def player_hands(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """The hands behind a sum of somebody's, as far as the reader may see them."""
    reach = get_reach(request, club_id)
    person = get_player(reach.club, player_id).person
    season = request.GET.get("season")
    page = hands_page(person, reach, _asked(request.GET), get_visible_season(reach, season) if season else None)
    if page is None:
        raise Http404
    rest = request.GET.copy()
    rest["page"] = str(page["older"])
    return render(request, "clubhouse/player_hands.html", {"club": reach.club, "page": page, "older": rest.urlencode()})


def _asked(query: Mapping[str, str]) -> AskedSum:
    """The sum by the query string. Raises `Http404` for what is no key and no number."""
    event = next((kind for kind in EVENTS if kind in query), "")
    try:
        return AskedSum(
            event=event,
            key=UUID(query[event]) if event else None,
            of=query.get("of", ""),
            round=_number(query, "round"),
            game=query.get("game", ""),
            company=_number(query, "with"),
            role=Role(query["role"]) if "role" in query else None,
            rules=_number(query, "rules"),
            page=_number(query, "page") or 0,
        )
    except ValueError:
        raise Http404 from None


def _number(query: Mapping[str, str], key: str) -> int | None:
    text = query.get(key, "")
    number = number_of(text)
    if text and number is None:
        raise Http404
    return number
