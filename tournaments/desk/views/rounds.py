"""A round while it is played: the grid of tables, typing totals by table number, closing it."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import Request
from tournaments.course.access import HELPER, ORGANISER, get_round, get_table, get_tournament
from tournaments.course.queries import live_version
from tournaments.course.steps import round_key
from tournaments.course.trouble import answer_to
from tournaments.course.turns import Refused
from tournaments.course.views import desk_context
from tournaments.desk import services
from tournaments.desk.forms import FindTableForm, TotalsForm, typed_before
from tournaments.desk.page import needs_why, round_live, tile_of
from tournaments.desk.queries import Tile
from tournaments.models import Round, RoundState, Tournament


def round_context(tournament: Tournament, right: Right, played: Round) -> dict[str, Any]:
    """The whole page of a round."""
    return (
        desk_context(tournament, right, round_key(played.number))
        | round_live(played)
        | {"played": played, "find_form": FindTableForm()}
    )


@require_safe
@never_cache
def round_desk(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """The tables of a round, what needs the desk first. A round that has not started is still to be drawn."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    played = tournament.played_rounds.filter(number=number).first()
    if played is None or played.state == RoundState.DRAWN:
        return redirect("draw", tournament.pk, number)
    played.tournament = tournament
    context = round_context(tournament, right, played) | {"noted": request.GET.get("typed", "")[:4]}
    return render(request, "tournaments/desk/round_desk.html", context)


@require_safe
def round_changes(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """What an open page asks again and again: 204 while nothing changed, else the tables anew."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    if request.GET.get("v") == live_version(tournament):
        return HttpResponse(status=204)
    played = tournament.played_rounds.filter(number=number).first()
    if played is None or played.state != request.GET.get("state"):
        return HttpResponseClientRefresh()
    played.tournament = tournament
    context = round_live(played) | {
        "tournament": tournament,
        "played": played,
        "may_organise": right.covers(ORGANISER),
    }
    return render(request, "tournaments/desk/round_desk.html#live", context)


@require_safe
def find_table(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """A table number was typed: its totals can be typed next, in the same place."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    played = get_round(tournament, number)
    form = FindTableForm(request.GET)
    wanted = form.cleaned_data["number"] if form.is_valid() else None
    if wanted is None or not played.tables.filter(number=wanted).exists():
        return _not_found(request, tournament, right, played, form)
    if not request.htmx:
        return redirect("desk_table", tournament.pk, number, wanted)
    tile = tile_of(get_table(tournament, number, wanted))
    context = {"tournament": tournament, "played": played, "tile": tile, "form": totals_form(tile)}
    return render(request, "tournaments/desk/round_desk.html#entry", context)


def _not_found(
    request: Request, tournament: Tournament, right: Right, played: Round, form: FindTableForm
) -> HttpResponse:
    context = {"tournament": tournament, "played": played, "find_form": form, "unknown": True}
    if request.htmx:
        return render(request, "tournaments/desk/round_desk.html#entry", context, status=422)
    context = round_context(tournament, right, played) | context
    return render(request, "tournaments/desk/round_desk.html", context, status=422)


def totals_form(tile: Tile, data: Any = None, *, asks_why: bool = False) -> TotalsForm:
    """The totals of a table to be typed, with what was typed before."""
    results = list(tile.table.results.exclude(points=None))
    return TotalsForm(data, tile=tile, needs_why=asks_why or needs_why(tile), initial=typed_before(results))


@require_POST
def close_round(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """All tables have their result: it stands from now on."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    played = get_round(tournament, number)
    if played.state == RoundState.DRAWN:
        raise Http404
    try:
        services.close_round(played)
    except Refused as refusal:
        problem, status = answer_to(refusal)
        context = round_context(tournament, right, get_round(tournament, number)) | {"problem": problem}
        return render(request, "tournaments/desk/round_desk.html", context, status=status)
    return redirect("round_desk", tournament.pk, number)
