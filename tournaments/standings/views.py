"""The standings, which a whole hall reads at once, and the prizes for the ceremony."""

from __future__ import annotations

import time
import uuid

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cegoscore.clubs.rights.devices import device_id
from tournaments.course.access import HELPER, get_tournament
from tournaments.course.queries import live_version
from tournaments.models import Tournament
from tournaments.standings.awards import awarded
from tournaments.standings.page import standings_context
from tournaments.standings.page_cache import VERSION, Page, PageCache, answer, finished
from tournaments.standings.queries import readers_of, standings_of

PAGES = PageCache()


@require_safe
def standings(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The standings, at most five seconds old for the hall and fresh for the desk.

    `?live=` names the tournament's version that a follower knows of: the page is to be as new.
    """
    chosen = request.GET.get("round", ""), request.GET.get("category", "")
    key = (tournament_id, get_language(), *chosen)
    page = PAGES.young(key, request.GET.get("live", ""))
    if page is None or not page.serves(device_id(request)):
        page = _page(request, tournament_id, key, chosen)
    return answer(request, page)


def _page(request: HttpRequest, tournament_id: uuid.UUID, key: tuple[object, ...], chosen: tuple[str, str]) -> Page:
    tournament, right = get_tournament(request, tournament_id)
    if right.covers(HELPER):
        return PAGES.keep(key, _made(request, tournament, chosen))
    live = live_version(tournament) if "live" in request.GET else ""
    return PAGES.get(key, lambda: _made(request, tournament, chosen), live)


def _made(request: HttpRequest, tournament: Tournament, chosen: tuple[str, str]) -> Page:
    """The page from the database. It holds nothing of the one who asks: neither a token nor a name."""
    began_at, live = time.monotonic(), live_version(tournament)
    players = reverse("player", args=[tournament.club_id, 0]).removesuffix("0")
    context = standings_context(tournament, *chosen, players=players)
    if context is None:
        raise Http404
    context |= {"version": VERSION.decode(), "live_version": live}
    content = render_to_string("tournaments/standings/standings.html", context)
    readers, staff = readers_of(tournament)
    return finished(
        content.encode(),
        live=live,
        is_public=tournament.is_public,
        readers=readers,
        staff=staff,
        began_at=began_at,
    )


@require_safe
def prizes(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The prizes in the order in which they are given out: from the last to the first."""
    tournament, _right = get_tournament(request, tournament_id)
    table = standings_of(tournament)
    context = {"tournament": tournament, "table": table, "awards": awarded(tournament, table)}
    return render(request, "tournaments/standings/prizes.html", context)
