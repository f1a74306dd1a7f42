"""The page of one player of a club, for everybody as far as they may see."""

from collections.abc import Mapping
from datetime import MAXYEAR
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from cegoscore.addresses import number_of
from cegoscore.clubs.models import Club
from cegoscore.clubs.rights.previews import preview_png
from cegoscore.front.limits import one_at_a_time
from cegoscore.outings.models import Role
from cegoscore.pictures import picture_answer
from tournaments.clubhouse.players.own_hands import EVENTS, AskedSum, hands_page
from tournaments.clubhouse.players.page import MOST_SHOWN, player_page
from tournaments.clubhouse.players.seasons import running_season
from tournaments.clubhouse.players.year import FEWEST, CegoYear, year_linked, year_of, year_picture, year_told
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
    context["year"] = year_linked(timezone.localdate())
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


def _year(request: HttpRequest, club_id: UUID, player_id: int | None = None) -> tuple[Club, CegoYear]:
    """The year by `year`, else the one that is told now; 404 where the reader may know nothing of it."""
    reach = get_reach(request, club_id)
    person = None if player_id is None else get_player(reach.club, player_id).person
    year = _number(request.GET, "year") or year_told(timezone.localdate())
    told = year_of(reach, year, person) if year <= MAXYEAR else None
    if told is None:
        raise Http404
    return reach.club, told


def _year_page(request: HttpRequest, club_id: UUID, player_id: int | None = None) -> HttpResponse:
    club, year = _year(request, club_id, player_id)
    context = {"club": club, "year": year, "fewest": FEWEST, "person": player_id}
    return render(request, "clubhouse/cego_year.html", context)


@require_safe
def player_year(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """The year of a player."""
    return _year_page(request, club_id, player_id)


@require_safe
def club_year(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The year of a circle, for those who see all of it."""
    return _year_page(request, club_id)


@require_safe
@one_at_a_time("GET", "HEAD")
def player_year_image(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """The year of a player as a picture; 404 while there is nothing to tell."""
    return picture_answer(preview_png(year_picture(_year(request, club_id, player_id)[1])))


@require_safe
@one_at_a_time("GET", "HEAD")
def club_year_image(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The year of a circle as a picture; 404 while there is nothing to tell."""
    return picture_answer(preview_png(year_picture(_year(request, club_id)[1])))


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
