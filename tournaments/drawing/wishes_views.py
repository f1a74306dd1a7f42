"""Wishes for the draw, seen by the desk only: fixed tables, and people kept apart."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from tournaments.course.access import HELPER, get_tournament
from tournaments.course.acts import answered
from tournaments.course.entrants import guests_of
from tournaments.course.forms import DeskForm
from tournaments.course.views import desk_context
from tournaments.drawing import wishes
from tournaments.drawing.forms import FixedTableForm, KeepApartForm
from tournaments.drawing.page import apart_rows, fixed_seats_of
from tournaments.models import Tournament


def _page(request: HttpRequest, tournament: Tournament, right: Right, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    context = desk_context(tournament, right, "") | {
        "people": guests_of(tournament),
        "apart": list(apart_rows(tournament)),
        "fixed": list(fixed_seats_of(tournament)),
        "apart_form": KeepApartForm(),
        "fixed_form": FixedTableForm(),
    }
    return render(request, "tournaments/drawing/draw_wishes.html", context | more, status=status)


def _change(
    request: HttpRequest,
    tournament_id: uuid.UUID,
    name: str,
    kind: type[DeskForm],
    change: Callable[..., object],
) -> HttpResponse:
    """Apply a change of wishes; `kind` is the form that was sent, `name` what the template calls it."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    form = kind(request.POST, people=guests_of(tournament))
    page = partial(_page, request, tournament, right)
    return answered(page, partial(change, tournament), "draw_wishes", tournament.pk, **{name: form})


@require_safe
@never_cache
def draw_wishes(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The page of wishes for the tournament's draws."""
    return _page(request, *get_tournament(request, tournament_id, HELPER))


@require_POST
def keep_apart(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Add a wish to sit apart."""
    return _change(request, tournament_id, "apart_form", KeepApartForm, wishes.keep_apart)


@require_POST
def let_together(request: HttpRequest, tournament_id: uuid.UUID, wish: int) -> HttpResponse:
    """Remove a wish to sit apart."""
    return _change(request, tournament_id, "wish_form", DeskForm, partial(wishes.let_together, wish=wish))


@require_POST
def fix_table(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Fix an entrant's table."""
    return _change(request, tournament_id, "fixed_form", FixedTableForm, wishes.fix_table)


@require_POST
def let_move(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Release an entrant's fixed table."""
    change = partial(wishes.fix_table, number=number, table=None)
    return _change(request, tournament_id, "wish_form", DeskForm, change)
