"""Seats after the draw: a late-comer draws one, somebody who is not there leaves one; another division before it."""

from __future__ import annotations

import uuid
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.access import HELPER, ORGANISER, get_entrant, get_run_tournament, get_tournament
from tournaments.course.acts import answered
from tournaments.course.locks import current_round
from tournaments.drawing import seating, services
from tournaments.drawing.forms import DivideForm
from tournaments.drawing.views import draw_page
from tournaments.models import RoundState, Tournament


@require_POST
def seat_late(request: HttpRequest, tournament_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """Let a late-comer draw a seat by lot; the door shows the table."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    entrant = get_entrant(tournament, str(entrant_id))
    page = partial(draw_page, request, tournament, right, _number(tournament))
    act = partial(seating.seat_late, entrant, device=granted_device(request))
    if "draw" in request.POST:
        return answered(page, act, "draw", tournament.pk, _number(tournament))
    return answered(page, act, f"{reverse('door', args=[tournament.pk])}?number={entrant.number}")


@require_POST
def empty_seat(request: HttpRequest, tournament_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """Take somebody who is not there out of the round that is drawn."""
    tournament, right = get_run_tournament(request, tournament_id)
    page = partial(draw_page, request, tournament, right, _number(tournament))
    act = partial(seating.empty_seat, get_entrant(tournament, str(entrant_id)), device=granted_device(request))
    return answered(page, act, "draw", tournament.pk, _number(tournament))


@require_POST
def divide_field(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Take one of the divisions into tables that the draw's page offers."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    last = current_round(tournament)
    number = last.number + 1 if last and last.state == RoundState.CLOSED else last.number if last else 1
    page = partial(draw_page, request, tournament, right, number)
    act = partial(services.divide, tournament, device=granted_device(request))
    return answered(page, act, "draw", tournament.pk, number, divide_form=DivideForm(request.POST))


def _number(tournament: Tournament) -> int:
    """The number of the round that is drawn or played; of the next one if there is none."""
    round_ = current_round(tournament)
    return round_.number if round_ else 1
