"""A round while it is played: the grid of tables, typing totals by table number, closing it."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import Request, granted_device
from tournaments.course.access import (
    HELPER,
    ORGANISER,
    find_round,
    get_round,
    get_run_tournament,
    get_tournament,
    may_run,
    shows_newest,
)
from tournaments.course.acts import answered
from tournaments.course.showing import tables_shown_to
from tournaments.course.steps import round_key
from tournaments.course.views import desk_context
from tournaments.desk import services
from tournaments.desk.forms import FindTableForm, TotalsForm
from tournaments.desk.page import round_live, totals_context
from tournaments.desk.tiles import tiles_of
from tournaments.models import Round, RoundState, Tournament


def round_context(tournament: Tournament, right: Right, round_: Round) -> dict[str, Any]:
    """The whole page of a round."""
    return (
        desk_context(tournament, right, round_key(round_.number))
        | round_live(round_)
        | {"round": round_, "find_form": FindTableForm()}
    )


@require_safe
@never_cache
def round_desk(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """The tables of a round, what needs the desk first. A round that has not started is still to be drawn."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    round_ = find_round(tournament, number)
    if round_ is None or round_.state == RoundState.DRAWN:
        return redirect("draw", tournament.pk, number)
    notes = {"noted": request.GET.get("typed", "")[:4], "once": request.GET.get("once", "")[:4]}
    context = round_context(tournament, right, round_) | notes
    return render(request, "tournaments/desk/round_desk.html", context)


@require_safe
def round_changes(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Live update of a round's page: 204 while nothing changed, else the tables."""
    if shows_newest(request, tournament_id, HELPER):
        return HttpResponse(status=204)
    tournament, right = get_tournament(request, tournament_id, HELPER)
    round_ = find_round(tournament, number)
    if round_ is None or round_.state != request.GET.get("state"):
        return HttpResponseClientRefresh()
    context = round_live(round_) | {
        "tournament": tournament,
        "round": round_,
        "may_organise": right.covers(ORGANISER),
        "may_run": may_run(tournament, right),
    }
    return render(request, "tournaments/desk/round_desk.html#live", context)


@require_safe
def find_table(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """A table number was typed: its totals can be typed next, in the same place."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    round_ = get_round(tournament, number)
    tiles = {tile.number: tile for tile in tiles_of(round_, tables_shown_to(tournament, right))}
    form = FindTableForm(request.GET, tiles=tiles.values())
    wanted = form.cleaned_data["number"] if form.is_valid() else None
    if wanted not in tiles:
        return _not_found(request, tournament, right, round_, form)
    if not request.htmx:
        return redirect("desk_table", tournament.pk, number, wanted)
    context = {"tournament": tournament, "round": round_} | totals_context(tiles[wanted])
    return render(request, "tournaments/desk/round_desk.html#entry", context)


@require_safe
@never_cache
def all_totals(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """The forms of every table, fetched beforehand: with them totals are typed while the server is away."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    round_ = get_round(tournament, number)
    form = TotalsForm()
    tables = [(tile, form.rows(tile)) for tile in tiles_of(round_, tables_shown_to(tournament, right))]
    context = {"tournament": tournament, "round": round_, "tables": tables, "find_form": FindTableForm()}
    context |= {"form": form, "why": form["why"].as_field_group()}
    return render(request, "tournaments/desk/all_totals.html", context)


def _not_found(
    request: Request, tournament: Tournament, right: Right, round_: Round, form: FindTableForm
) -> HttpResponse:
    context = {"tournament": tournament, "round": round_, "find_form": form, "unknown": True}
    if request.htmx:
        return render(request, "tournaments/desk/round_desk.html#entry", context, status=422)
    context = round_context(tournament, right, round_) | context
    return render(request, "tournaments/desk/round_desk.html", context, status=422)


@require_POST
def close_round(request: Request, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Close the round: all results are final."""
    tournament, right = get_run_tournament(request, tournament_id)
    round_ = get_round(tournament, number)
    if round_.state == RoundState.DRAWN:
        raise Http404

    def page(*, status: int, **more: str) -> HttpResponse:
        context = round_context(tournament, right, get_round(tournament, number)) | more
        return render(request, "tournaments/desk/round_desk.html", context, status=status)

    act = partial(services.close_round, round_, device=granted_device(request))
    return answered(page, act, "round_desk", tournament.pk, number)
