"""Drawing a round: the field before, the tables afterwards, drawing again, swapping by hand, starting."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.access import HELPER, find_round, get_round, get_run_tournament, get_tournament
from tournaments.course.acts import Page, act_on, answered
from tournaments.course.decisions import decision_lines
from tournaments.course.entrants import by_surname, people_of
from tournaments.course.locks import current_round
from tournaments.course.queries import live_version
from tournaments.course.showing import shown_to
from tournaments.course.steps import draw_key
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
            "redraw_form": RedrawForm(initial={"seed": proposed_seed(), "seen": round_.draw_version}),
            "undraw_form": UndrawForm(),
            "tables_written": services.written_before_the_start(round_) if round_.state == "drawn" else [],
            "people": by_surname(context["report"]["people"].values()),
            "swap_form": SwapForm(initial={"seen": round_.draw_version}),
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
        "by_hand": decision_lines(tournament, shown_to(tournament, right), report["by_hand"]),
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
    page = partial(draw_page, request, tournament, right, number)
    act = partial(services.draw_round, tournament, number=number, device=granted_device(request))
    return answered(page, act, "draw", tournament.pk, number, form=form)


def _find(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> tuple[Round, Page]:
    tournament, right = get_run_tournament(request, tournament_id)
    return get_round(tournament, number), partial(draw_page, request, tournament, right, number)


@act_on(_find, "draw", redraw_form=lambda request, _round: RedrawForm(request.POST))
def redraw(round_: Round, **typed: Any) -> None:
    """Draw the round again, with a reason."""
    services.redraw(round_, **typed)


@act_on(_find, "draw", swap_form=lambda request, row: SwapForm(request.POST, people=people_of(row.tournament).values()))
def swap(round_: Round, **typed: Any) -> None:
    """Swap two people by hand, with a reason."""
    services.swap(round_, **typed)


@act_on(_find, "round_desk")
def start_round(round_: Round, **typed: Any) -> None:
    """Start the round."""
    services.start_round(round_, **typed)


@require_POST
def undraw(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """Take the draw back, with a reason; one that is gone already stays gone."""
    tournament, right = get_run_tournament(request, tournament_id)
    round_ = find_round(tournament, number)
    if round_ is None:
        return redirect("draw", tournament.pk, number)
    form = UndrawForm(request.POST)
    page = partial(draw_page, request, tournament, right, number)
    act = partial(services.undraw, round_, device=granted_device(request))
    return answered(page, act, "draw", tournament.pk, number, undraw_form=form)
