"""The league table for everybody, and whose row a device remembers."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.addresses import number_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import KEPT, device_id
from cegoscore.clubs.rights.previews import preview_png
from cegoscore.clubs.rights.views import follow_link
from cegoscore.pictures import picture_answer
from cegoscore.reached import public_address
from tournaments.course.version_cache import VersionCache
from tournaments.seasons.access import get_league, get_own_right, get_season
from tournaments.seasons.exports import table_csv, table_document
from tournaments.seasons.models import Season
from tournaments.seasons.page import AskedTable, League, asked_of, season_page, season_picture
from tournaments.seasons.queries import listed_for

PAGES = VersionCache[dict[str, Any]]()
"""By season, language, whether the reader manages the club or is a stranger, and what was asked for."""

PICTURES = VersionCache[bytes]()
"""By season, language, and whether the reader is a stranger."""


def _cookie(season: Season) -> str:
    """Under which name a device remembers whose row is its own: one for all seasons of a club."""
    return f"mine_{season.club_id.hex}"


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Every season that this device may look at."""
    return render(request, "seasons/seasons.html", {"seasons": list(listed_for(device_id(request)))})


@require_safe
@never_cache
def season(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The league table."""
    league, look = get_league(request, season_id)
    if league is None:
        return HttpResponse(status=204)
    asked = asked_of(league, request.GET)
    remembered = request.COOKIES.get(_cookie(league.season), "")
    context = {
        "page": _page(league, asked, remembered),
        "league": league,
        "season": league.season,
        "may_arrange": look.right.covers(Right.MANAGE),
        "is_remembered": bool(remembered),
        "preview": None if look.is_own else season_picture(league),
        "image": public_address(request, reverse("season_image", args=[season_id])),
    }
    return render(request, "seasons/season.html", context)


def _page(league: League, asked: AskedTable, remembered: str) -> dict[str, Any]:
    """The page; one on which nobody's row sticks is made once for everybody."""
    if asked.me or asked.find or remembered:
        return season_page(league, asked, remembered=remembered)
    key = league.season.pk, get_language(), league.of_the_club, league.to_strangers, asked
    return PAGES.fetch(key, lambda: season_page(league, asked), now=league.version)


@require_safe
def season_image(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The first ten of the season as a picture."""
    league, look = get_league(request, season_id)
    if league is None:
        return HttpResponse(status=204)
    key = season_id, get_language(), look.is_own
    return picture_answer(PICTURES.fetch(key, lambda: preview_png(season_picture(league)), now=league.version))


@require_POST
def remember_row(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """Keep somebody's row in view on this device from now on; without somebody, nobody's."""
    season, _right = get_season(request, season_id)
    response = redirect(season)
    player = request.POST.get("player", "")
    if number_of(player) is not None:
        response.set_cookie(
            _cookie(season),
            player,
            max_age=KEPT,
            path=reverse("seasons"),
            httponly=True,
            samesite="Lax",
            secure=settings.BEHIND_TLS,
        )
    else:
        response.delete_cookie(_cookie(season), path=reverse("seasons"), samesite="Lax")
    return response


@require_safe
def open_season_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link to a season was opened."""
    return follow_link(request, secret)


@require_safe
def season_json(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The tables for programs; those of a public season may be shown by pages of other hosts."""
    season, own = get_own_right(request, season_id)
    response = JsonResponse(table_document(season, to_strangers=own is None), json_dumps_params={"ensure_ascii": False})
    if season.is_public:
        response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def season_csv(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The table for spreadsheets; the mark at its beginning tells them that it is UTF-8."""
    season, own = get_own_right(request, season_id)
    name = f"{slugify(season.name) or 'season'}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(
        "\ufeff" + table_csv(season, to_strangers=own is None), content_type="text/csv; charset=utf-8", headers=headers
    )
