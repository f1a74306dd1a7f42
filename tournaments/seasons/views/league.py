"""The league table for everybody, and whose row a device remembers."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from cegoscore.addresses import number_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import KEPT, device_id
from cegoscore.clubs.rights.previews import preview_png
from cegoscore.clubs.rights.views import follow_link
from cegoscore.csv_text import csv_answer
from cegoscore.front.limits import one_at_a_time
from cegoscore.pictures import picture_answer
from cegoscore.reached import public_address
from tournaments.course.queries import VersionCache
from tournaments.course.views import with_memory
from tournaments.hall.calendar import calendar_answer
from tournaments.hall.seats import leaves
from tournaments.seasons.access import get_framed, get_league, get_own_right
from tournaments.seasons.exports import appointments_of, table_csv, table_document
from tournaments.seasons.models import Season
from tournaments.seasons.page import AskedTable, League, asked_of, newest_of, season_page, season_picture
from tournaments.seasons.queries import CategoryKey, LeagueTable, category_label, listed_for
from tournaments.seasons.rows import change_of

PAGES = VersionCache[dict[str, Any]]()
"""By season, language, whether the reader manages the club or is a stranger, and what was asked for."""

PICTURES = VersionCache[bytes]()
"""By season, language, and whether the reader is a stranger."""

FRAMED = VersionCache[str]()
"""By season and language."""


def _cookie(season: Season) -> str:
    """Under which name a device remembers whose row is its own: one for all seasons of a club."""
    return f"mine_{season.club_id.hex}"


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Every season that this device may look at."""
    return render(request, "seasons/seasons.html", {"seasons": list(listed_for(device_id(request)))})


@require_safe
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
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
@one_at_a_time("GET", "HEAD")
def season_image(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The first ten of the season as a picture."""
    league, look = get_league(request, season_id)
    if league is None:
        return HttpResponse(status=204)
    key = season_id, get_language(), look.is_own
    return picture_answer(PICTURES.fetch(key, lambda: preview_png(season_picture(league)), now=league.version))


@require_POST
def remember_row(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Keep somebody's row in view on this device from now on; without somebody, nobody's."""
    season, _own = get_own_right(request, season_id)
    player = number_of(request.POST.get("player", ""))
    return with_memory(redirect(season), _cookie(season), player, path=reverse("seasons"), max_age=KEPT)


@require_safe
def open_season_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link to a season was opened."""
    return follow_link(request, secret)


@require_safe
def season_json(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The tables for programs; those of a public season may be shown by pages of other hosts."""
    season, right = get_own_right(request, season_id)
    response = JsonResponse(
        table_document(season, to_strangers=right is None), json_dumps_params={"ensure_ascii": False}
    )
    if season.is_public:
        response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def season_csv(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The table for spreadsheets."""
    season, right = get_own_right(request, season_id)
    return csv_answer(table_csv(season, to_strangers=right is None), slugify(season.name) or "season")


@require_safe
def season_calendar(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The days of its events, planned or held, as a feed for calendars."""
    season, _right = get_own_right(request, season_id)
    return calendar_answer(request, appointments_of(season), name=season.name)


ROWS = 30
"""A page: three columns of ten."""

SECONDS = 15


@require_safe
def season_wall(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """One page; the answer itself asks for the next one, so that no script is needed.

    `?table=` stays with one table: 0 for everybody, 1 for the first category, and so on.
    """
    league, _look = get_league(request, season_id)
    if league is None:
        return HttpResponse(status=204)
    tables: list[CategoryKey | None] = [None, *league.table.categories]
    only = number_of(request.GET.get("table", ""), most=len(tables) - 1)
    pages = [leaf for table in (tables if only is None else [tables[only]]) for leaf in _leaves(league.table, table)]
    pages = pages or [{"lines": ()}]
    page = number_of(request.GET.get("page", ""), most=len(pages)) or 1
    here = ({} if only is None else {"table": only}) | {"page": page}
    context = {"season": league.season, "leaf": pages[page - 1], "version": league.version, "here": urlencode(here)}
    context["mark"] = league.mark
    response = render(request, "seasons/season_wall.html", context)
    response["Refresh"] = f"{SECONDS}; url={request.path}?{urlencode(here | {'page': page % len(pages) + 1})}"
    return response


@require_safe
def season_table(request: HttpRequest, season_id: UUID) -> HttpResponseBase:
    """The table alone, which pages of the club's own site may show in a frame: the same for whoever asks."""
    league, site = get_framed(season_id)
    page = FRAMED.fetch((season_id, get_language()), lambda: _framed(league), now=league.version)
    framed = csp_replace({"frame-ancestors": [site]})(lambda _request: HttpResponse(page))
    return xframe_options_exempt(framed)(request)


def _framed(league: League) -> str:
    """The page, which is the same for everybody who reads this language."""
    context = {"season": league.season, "lines": league.table.lines(), "newest": newest_of(league.table)}
    return render_to_string("seasons/season_table.html", context)


def _leaves(league: LeagueTable, category: CategoryKey | None) -> Iterator[dict[str, Any]]:
    """A table in pages of lines with how the rank changed; none if nobody is in it."""
    pages = leaves([(line, change_of(line.row)) for line in league.lines(category)], ROWS)
    heading = category_label(category) if category else ""
    return ({"heading": heading, "lines": lines, "number": at, "all": len(pages)} for at, lines in enumerate(pages, 1))
