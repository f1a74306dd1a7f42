"""The standings, which a whole hall reads at once, and the prizes for the ceremony."""

import gzip
import hashlib
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.course.access import HELPER, ORGANISER, Shown, get_shown, look_at
from tournaments.course.queries import VersionCache, live_version
from tournaments.models import Tournament
from tournaments.standings.awards import awarded
from tournaments.standings.page import StandingsChoice, choice_of, standings_context
from tournaments.standings.queries import standings_of
from tournaments.standings.tournament_honours import tournament_honours

VERSION = b"@version@"
"""Placeholder for the page's own version, with which it asks for a newer one."""
COMPRESSION = 4
"""Saves most of what can be saved, in half the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A finished page; its version is made of its content."""

    body: bytes
    zipped: bytes
    version: str


PAGES = VersionCache[Page]()


@require_safe
def standings(request: HttpRequest, tournament_id: UUID) -> HttpResponseBase:
    """The standings, made once for everybody who looks."""
    look = look_at(request, tournament_id)
    choice = choice_of(request.GET)

    def make() -> Page:
        tournament, _right, shown = get_shown(request, tournament_id)
        return _made(tournament, shown, choice, look.version, sees_hands=look.is_own)

    sees = look.right.covers(ORGANISER), look.is_own
    page = PAGES.fetch((tournament_id, get_language(), choice, sees), make, now=look.version)
    return answer(request, page, is_public=look.is_public)


def _made(
    tournament: Tournament, shown: Shown, choice: StandingsChoice, live_version: str, *, sees_hands: bool
) -> Page:
    """The page from the database. It holds nothing of the one who asks but what may be shown to them.

    Points lead to their hands for whoever may open the sheets: not for those who see only what is public.
    """
    players = reverse("player", args=[tournament.club_id, 0]).removesuffix("0")
    context = standings_context(tournament, shown, choice, players=players, sees_hands=sees_hands)
    context |= {"version": VERSION.decode(), "live_version": live_version}
    return finished(render_to_string("tournaments/standings/standings.html", context).encode())


@require_safe
def prizes(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The prizes in the order in which they are given out: from the last to the first."""
    tournament, right, shown = get_shown(request, tournament_id)
    version = live_version(tournament)
    table = standings_of(tournament, shown)
    context = {"tournament": tournament, "table": table, "awards": awarded(tournament, table)}
    context |= {"honours": tournament_honours(tournament, table, version)}
    context |= {"is_desk": right.covers(HELPER)}
    return render(request, "tournaments/standings/prizes.html", context)


def finished(content: bytes) -> Page:
    """A page made of its content."""
    version = hashlib.sha256(content).hexdigest()[:16]
    body = content.replace(VERSION, version.encode())
    return Page(body=body, zipped=gzip.compress(body, COMPRESSION, mtime=0), version=version)


def answer(request: HttpRequest, page: Page, *, is_public: bool) -> HttpResponseBase:
    """The page as this browser takes it: 204 for a live view that shows it already, 304 for a cache that has it.

    Compressed here, so that no middleware compresses it again for everybody.
    """
    if request.GET.get("v") == page.version:
        return HttpResponse(status=204)
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    etag = f'"{page.version}{"-gz" if zipped else ""}"'
    headers = {
        "ETag": etag,
        "Cache-Control": "no-cache" if is_public else "private, no-cache",
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if zipped:
        headers["Content-Encoding"] = "gzip"
    response = HttpResponse(page.zipped if zipped else page.body, headers=headers)
    if "If-None-Match" not in request.headers:
        return response
    return get_conditional_response(request, etag=etag, response=response) or response
