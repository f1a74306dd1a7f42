"""A tournament's page for everybody: where do I sit, who is at my table, how do I stand."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.previews import preview_png
from cegoscore.clubs.rights.views import let_in
from cegoscore.pictures import picture_answer
from cegoscore.reached import public_address
from cegoscore.scoresheet.ledger.access import get_sheet
from tournaments.course.access import HELPER, ORGANISER, get_round, get_tournament, get_tournament_of, look_at
from tournaments.course.hall_link import find_hall_link
from tournaments.course.version_cache import VersionCache
from tournaments.hall.page import hall_page, tournament_context
from tournaments.standings.picture import tournament_preview

HALL_PAGES = VersionCache[dict[str, Any]]()
"""By tournament, language, and whether it is for strangers."""
PICTURES = VersionCache[bytes]()
"""By tournament and language."""
COOKIE = "me"
"""The cookie with the start number whose page this device shows; sent to this tournament's pages only."""
REMEMBERED_FOR = 7 * 24 * 60 * 60
MOST_TYPED = 60


class MeForm(forms.Form):
    """The start number to remember; an empty one is forgotten."""

    number = forms.IntegerField(min_value=1, max_value=9999, required=False)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) <= 4 else None


@require_safe
@never_cache
def tournament(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The tournament as the hall sees it. `?q=` looks for a name or number, `?me=` is one person's own page.

    `?v=` asks whether anything changed: 204 if not. `?live=` names the version that a follower knows of.
    """
    look = look_at(request, tournament_id)
    if request.GET.get("v") == look.version:
        return HttpResponse(status=204)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    remembered = _number(request.COOKIES.get(COOKIE))
    asked = _number(request.GET.get("me"))
    is_desk, is_stranger = look.right.covers(HELPER), not look.is_own
    page = HALL_PAGES.fetch(
        (tournament_id, get_language(), is_stranger),
        lambda: hall_page(get_tournament(request, tournament_id)[0], look.version, to_strangers=is_stranger),
        now=look.version,
        known=look.version if is_desk else request.GET.get("live", ""),
    )
    number = asked or (None if typed else remembered)
    context = tournament_context(page, typed=typed, number=number, sees_sheets=look.is_own) | {
        "remembered": remembered,
        "image": public_address(request, reverse("tournament_image", args=[tournament_id])),
        "is_desk": is_desk,
        "is_organiser": look.right.covers(ORGANISER),
        "here": urlencode({key: value for key, value in (("q", typed), ("me", asked)) if value}),
    }
    return render(request, "tournaments/hall/tournament.html", context)


@require_safe
def tournament_image(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The first ten as a picture, for everybody who may look at the tournament; 404 while there is nothing to show."""
    look = look_at(request, tournament_id)
    key = tournament_id, get_language()
    return picture_answer(PICTURES.fetch(key, lambda: preview_png(tournament_preview(tournament_id)), now=look.version))


@require_POST
def remember_me(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Remember or forget on this device whose page to show."""
    tournament, _right = get_tournament(request, tournament_id, Right.LOOK)
    form = MeForm(request.POST)
    number = form.cleaned_data.get("number") if form.is_valid() else None
    response = redirect(tournament)
    path = reverse("tournament", args=[tournament.pk])
    if number is None:
        response.delete_cookie(COOKIE, path=path, samesite="Lax")
    else:
        response.set_cookie(
            COOKIE,
            str(number),
            max_age=REMEMBERED_FOR,
            path=path,
            httponly=True,
            samesite="Lax",
            secure=settings.BEHIND_TLS,
        )
    return response


@require_safe
def hall_from_sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """From a table's sheet to its tournament, for everybody who may look at the sheet: as if by the hall's link.

    404 for a stranger, and once the organiser took the link back.
    """
    tournament = get_tournament_of(get_sheet(request, sheet_id)[0])
    link = find_hall_link(tournament)
    if link is None:
        return redirect(get_tournament(request, tournament.pk)[0])
    return let_in(request, link)


@require_safe
def published_draw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> JsonResponse:
    """The draw of a round as `python manage.py draw` reads it: start numbers, no names and no wishes."""
    tournament, _right = get_tournament(request, tournament_id)
    published = get_round(tournament, number).draw
    if not published:
        raise Http404
    return JsonResponse(published, json_dumps_params={"indent": 1})
