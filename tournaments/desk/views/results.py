"""The organiser's page about results: held back from a moment on, unveiled on the wall, released."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cegoscore.clubs.models import Right
from tournaments.course.access import ORGANISER, get_tournament, shows_newest
from tournaments.course.acts import Page, act_on, why_form
from tournaments.course.forms import WhyForm
from tournaments.course.queries import newest
from tournaments.course.views import desk_context
from tournaments.desk import exchange
from tournaments.desk.forms import HoldForm, UnveilForm
from tournaments.desk.queries import next_to_hold
from tournaments.models import Tournament
from tournaments.standings.unveiling import may_be_unveiled, stage_of


def _stage(tournament: Tournament) -> dict[str, Any]:
    """The part of the page that is updated live."""
    version, tournament = newest(tournament)
    can_begin = may_be_unveiled(tournament)
    return {
        "tournament": tournament,
        "version": version,
        "can_begin": can_begin,
        "stage": stage_of(tournament) if can_begin else None,
    }


def _page(request: HttpRequest, tournament: Tournament, right: Right, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    forms = {
        "hold_form": HoldForm(rounds=tournament.rounds, initial={"first": next_to_hold(tournament)}),
        "release_form": WhyForm(auto_id="release-%s"),
    }
    context = desk_context(tournament, right, "") | forms | _stage(tournament)
    return render(request, "tournaments/desk/results.html", context | more, status=status)


@require_safe
@never_cache
def results(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The page that holds results back and steers the prize giving, on a laptop or a phone."""
    return _page(request, *get_tournament(request, tournament_id, ORGANISER))


@require_safe
def results_changes(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Live update of that page: 204 while nothing changed."""
    if shows_newest(request, tournament_id, ORGANISER):
        return HttpResponse(status=204)
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    return render(request, "tournaments/desk/results.html#live", _stage(tournament))


def _find(request: HttpRequest, tournament_id: uuid.UUID) -> tuple[Tournament, Page]:
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    return tournament, partial(_page, request, tournament, right)


@act_on(_find, "results", hold_form=lambda request, row: HoldForm(request.POST, rounds=row.rounds))
def hold_results(tournament: Tournament, **typed: Any) -> None:
    """Hold results back from a round on."""
    exchange.hold_results(tournament, **typed)


@act_on(_find, "results", unveil_form=lambda request, _row: UnveilForm(request.POST))
def unveil(tournament: Tournament, *, place: int, seen: int, **_device: Any) -> None:
    """Unveil the next places on the wall, or cover the latest again."""
    exchange.unveil(tournament, place=place, seen=seen)


@act_on(_find, "results", release_form=why_form("release"))
def release_results(tournament: Tournament, **typed: Any) -> None:
    """Show everybody what was held back."""
    exchange.release_results(tournament, **typed)
