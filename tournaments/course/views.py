"""The desk's entry to the current step, and its list of decisions."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cegoscore.clubs.models import Right
from tournaments.chaining import short_head
from tournaments.course.access import HELPER, ORGANISER, get_tournament, may_run
from tournaments.course.decisions import decision_lines
from tournaments.course.showing import shown_to
from tournaments.course.steps import address_of, current_step, steps_of
from tournaments.models import Tournament


def desk_context(tournament: Tournament, right: Right, here: str) -> dict[str, Any]:
    """The context that all pages of the desk share."""
    return {
        "tournament": tournament,
        "steps": steps_of(tournament, here),
        "may_organise": right.covers(ORGANISER),
        "may_run": may_run(tournament, right),
    }


def with_memory(
    response: HttpResponse, name: str, number: int | None, *, path: str, max_age: timedelta
) -> HttpResponse:
    """The answer, which lets a device remember whose row or page it shows, below a path; none is forgotten."""
    if number is None:
        response.delete_cookie(name, path=path, samesite="Lax")
    else:
        secure = settings.BEHIND_TLS
        response.set_cookie(name, str(number), max_age=max_age, path=path, httponly=True, samesite="Lax", secure=secure)
    return response


@require_safe
@never_cache
def desk(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The page of the step that the evening has come to."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    return redirect(address_of(tournament, current_step(tournament)))


@require_safe
def desk_news(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The note that another device did something since the page was made (`v`); 204 while none did.

    It is for pages with half typed forms, which no update may replace. Hands at the tables are no news there.
    """
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    if request.GET.get("v") == str(tournament.version):
        return HttpResponse(status=204)
    return render(request, "tournaments/course/_news.html", {"tournament": tournament, "is_news": True})


@require_safe
@never_cache
def desk_decisions(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The list of decisions, newest first."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    context = desk_context(tournament, right, "") | {
        "decisions": decision_lines(tournament, shown_to(tournament, right)),
        "chain_head": short_head(tournament),
    }
    return render(request, "tournaments/course/desk_decisions.html", context)
