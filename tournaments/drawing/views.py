"""Drawing a round: the field before, the tables afterwards, drawing again, swapping by hand, starting."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.access import HELPER, find_round, get_round, get_run_tournament, get_tournament
from tournaments.course.decisions import decision_lines
from tournaments.course.entrants import guests_of, people_of
from tournaments.course.locks import Refused, current_round
from tournaments.course.queries import live_version
from tournaments.course.showing import shown_to
from tournaments.course.steps import draw_key
from tournaments.course.trouble import LOOK_AGAIN, answer_to
from tournaments.course.views import desk_context
from tournaments.drawing import services
from tournaments.drawing.forms import RedrawForm, SeedForm, SwapForm, UndrawForm
from tournaments.drawing.page import field_of, proposed_seed, report_on
from tournaments.models import Round, Tournament


def draw_page(request: HttpRequest, tournament: Tournament, right: Right, number: int, **more: Any) -> HttpResponse:
    """The draw of a round, drawn or not; `more` are a problem, its status, and forms as they were typed."""
    status = more.pop("status", 200)
    context = _live(tournament, right, number)
    round_ = context["round"]
    if round_ is None:
        last = current_round(tournament)
        context |= {
            "waits_for": last if last and last.state != "closed" else None,
            "form": SeedForm(initial={"seed": proposed_seed()}),
        }
    else:
        context |= {
            "redraw_form": RedrawForm(initial={"seed": proposed_seed(), "draw_version": round_.draw_version}),
            "undraw_form": UndrawForm(),
            "tables_written": services.written_before_the_start(round_) if round_.state == "drawn" else [],
            "people": guests_of(tournament),
            "swap_form": SwapForm(initial={"draw_version": round_.draw_version}),
        }
    return render(request, "tournaments/drawing/draw.html", context | more, status=status)


def _live(tournament: Tournament, right: Right, number: int) -> dict[str, Any]:
    """The part of the page that is updated live. The version is read first: later changes are asked for again."""
    version = live_version(tournament)
    round_ = find_round(tournament, number)
    if round_ is not None and not round_.draw:
        raise Http404
    context = desk_context(tournament, right, draw_key(number)) | {
        "number": number,
        "round": round_,
        "version": version,
    }
    if round_ is None:
        return context | {"field": field_of(tournament)}
    report = report_on(round_)
    return context | {
        "report": report,
        "by_hand": decision_lines(tournament, shown_to(tournament, right), report.by_hand),
    }


@require_safe
def draw_changes(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Live update of the draw: 204 while nothing changed; the whole page once the draw itself is another."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    if request.GET.get("v") == live_version(tournament):
        return HttpResponse(status=204)
    round_ = find_round(tournament, number)
    drawn = request.GET.get("draw", "").partition(".")[0]
    shown = (drawn, request.GET.get("state", ""))
    if shown != (("", "") if round_ is None else (str(round_.draws), round_.state)):
        return HttpResponseClientRefresh()
    context = _live(tournament, right, number) | {"oob": True}
    return render(request, "tournaments/drawing/draw/_changed.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def draw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """The draw of a round: before it the field, after it the tables. Sent, it draws."""
    is_sent = request.method == "POST"
    if is_sent:
        tournament, right = get_run_tournament(request, tournament_id)
    else:
        tournament, right = get_tournament(request, tournament_id, HELPER)
    if not 1 <= number <= tournament.rounds:
        raise Http404
    if not is_sent:
        return draw_page(request, tournament, right, number)
    form = SeedForm(request.POST)
    if not form.is_valid():
        return draw_page(request, tournament, right, number, form=form, status=422)
    try:
        services.draw_round(tournament, seed=form.cleaned_data["seed"], number=number, device=granted_device(request))
    except Refused as refusal:
        problem, status = answer_to(refusal)
        return draw_page(request, tournament, right, number, form=form, problem=problem, status=status)
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
    tournament, right = get_run_tournament(request, tournament_id)
    round_ = get_round(tournament, number)
    if form is not None and not form.is_valid():
        return draw_page(request, tournament, right, number, **{name: form}, problem=LOOK_AGAIN, status=422)
    try:
        change(round_)
    except Refused as refusal:
        problem, status = answer_to(refusal)
        typed = {name: form} if form is not None and status == 422 else {}
        return draw_page(request, tournament, right, number, **typed, problem=problem, status=status)
    return redirect(onward, tournament.pk, number)


@require_POST
def redraw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Draw the round again, with a reason."""
    form = RedrawForm(request.POST)

    def change(round_: Round) -> None:
        typed = form.cleaned_data
        device = granted_device(request)
        services.redraw(
            round_,
            seed=typed["seed"],
            why=typed["why"],
            device=device,
            seen=typed["draw_version"],
            drops_hands=typed["drops_hands"],
        )

    return _change(request, tournament_id, number, form=form, name="redraw_form", change=change)


@require_POST
def swap(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Swap two people by hand, with a reason."""
    tournament, _right = get_run_tournament(request, tournament_id)
    form = SwapForm(request.POST, people=list(people_of(tournament).values()))

    def change(round_: Round) -> None:
        typed = form.cleaned_data
        device = granted_device(request)
        services.swap(round_, typed["one"], typed["other"], why=typed["why"], device=device, seen=typed["draw_version"])

    return _change(request, tournament_id, number, form=form, name="swap_form", change=change)


@require_POST
def undraw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Take the draw back, with a reason; one that is gone already stays gone."""
    tournament, _right = get_run_tournament(request, tournament_id)
    if find_round(tournament, number) is None:
        return redirect("draw", tournament.pk, number)
    form = UndrawForm(request.POST)

    def change(round_: Round) -> None:
        typed = form.cleaned_data
        drops = typed["drops_hands"]
        services.undraw(round_, why=typed["why"], device=granted_device(request), drops_hands=drops)

    return _change(request, tournament_id, number, form=form, name="undraw_form", change=change)


@require_POST
def start_round(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Start the round."""

    def change(round_: Round) -> None:
        services.start_round(round_, device=granted_device(request))

    return _change(request, tournament_id, number, form=None, name="", change=change, onward="round_desk")
