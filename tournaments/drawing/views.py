"""Drawing a round: the field before, the tables afterwards, drawing again, swapping by hand, starting."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.access import HELPER, ORGANISER, find_round, get_round, get_tournament
from tournaments.course.decisions import decision_lines
from tournaments.course.forms import WhyForm
from tournaments.course.steps import draw_key
from tournaments.course.trouble import LOOK_AGAIN, answer_to
from tournaments.course.turns import Refused, current_round
from tournaments.course.views import desk_context
from tournaments.drawing import services
from tournaments.drawing.forms import RedrawForm, SeedForm, SwapForm
from tournaments.drawing.page import field_of, proposed_seed, report_on
from tournaments.models import Round, Tournament

UNDRAW_ID = "undraw-%s"


def _page(request: HttpRequest, tournament: Tournament, right: Right, number: int, **more: Any) -> HttpResponse:
    """The draw of a round, drawn or not; `more` are a problem, its status, and forms as they were typed."""
    status = more.pop("status", 200)
    round_ = find_round(tournament, number)
    context = desk_context(tournament, right, draw_key(number)) | {"number": number, "round": round_}
    if round_ is None:
        last = current_round(tournament)
        context |= {
            "field": field_of(tournament),
            "waits_for": last if last and last.state != "closed" else None,
            "form": SeedForm(initial={"seed": proposed_seed()}),
        }
    elif not round_.draw:
        raise Http404
    else:
        report = report_on(round_)
        context |= {
            "report": report,
            "by_hand": decision_lines(tournament, report.by_hand),
            "redraw_form": RedrawForm(initial={"seed": proposed_seed(), "edition": round_.edition}),
            "undraw_form": WhyForm(auto_id=UNDRAW_ID),
            "swap_form": SwapForm(initial={"edition": round_.edition}),
        }
    return render(request, "tournaments/drawing/draw.html", context | more, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def draw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """The draw of a round: before it the field, after it the tables. Sent, it draws."""
    is_sent = request.method == "POST"
    tournament, right = get_tournament(request, tournament_id, ORGANISER if is_sent else HELPER)
    if not 1 <= number <= tournament.rounds:
        raise Http404
    if not is_sent:
        return _page(request, tournament, right, number)
    form = SeedForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, right, number, form=form, status=422)
    try:
        services.draw_round(tournament, seed=form.cleaned_data["seed"], number=number, device=granted_device(request))
    except Refused as refusal:
        problem, status = answer_to(refusal)
        return _page(request, tournament, right, number, form=form, problem=problem, status=status)
    return redirect("draw", tournament.pk, number)


def _change(
    request: HttpRequest,
    tournament_id: uuid.UUID,
    number: int,
    *,
    form: forms.Form | None,
    name: str,
    change: Callable[[Round], object],
    onward: str = "draw",
) -> HttpResponse:
    """Do something to a draw; `name` is what the template calls the form."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    round_ = get_round(tournament, number)
    if form is not None and not form.is_valid():
        return _page(request, tournament, right, number, **{name: form}, problem=LOOK_AGAIN, status=422)
    try:
        change(round_)
    except Refused as refusal:
        problem, status = answer_to(refusal)
        typed = {name: form} if form is not None and status == 422 else {}
        return _page(request, tournament, right, number, **typed, problem=problem, status=status)
    return redirect(onward, tournament.pk, number)


@require_POST
def redraw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Draw the round again, with a reason."""
    form = RedrawForm(request.POST)

    def change(round_: Round) -> None:
        typed = form.cleaned_data
        device = granted_device(request)
        services.redraw(round_, seed=typed["seed"], why=typed["why"], device=device, seen=typed["edition"])

    return _change(request, tournament_id, number, form=form, name="redraw_form", change=change)


@require_POST
def swap(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Swap two people by hand, with a reason."""
    form = SwapForm(request.POST)

    def change(round_: Round) -> None:
        typed = form.cleaned_data
        device = granted_device(request)
        services.swap(round_, typed["one"], typed["other"], why=typed["why"], device=device, seen=typed["edition"])

    return _change(request, tournament_id, number, form=form, name="swap_form", change=change)


@require_POST
def undraw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Take the draw back, with a reason; one that is gone already stays gone."""
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    if find_round(tournament, number) is None:
        return redirect("draw", tournament.pk, number)
    form = WhyForm(request.POST, auto_id=UNDRAW_ID)

    def change(round_: Round) -> None:
        services.undraw(round_, why=form.cleaned_data["why"], device=granted_device(request))

    return _change(request, tournament_id, number, form=form, name="undraw_form", change=change)


@require_POST
def start_round(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Start the round."""

    def change(round_: Round) -> None:
        services.start_round(round_, device=granted_device(request))

    return _change(request, tournament_id, number, form=None, name="", change=change, onward="round_desk")
