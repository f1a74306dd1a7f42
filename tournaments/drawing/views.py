"""Drawing a round: the field before, the tables afterwards, drawing again, swapping by hand, starting."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.access import (
    HELPER,
    ORGANISER,
    find_round,
    get_entrant,
    get_round,
    get_run_tournament,
    get_tournament,
    shown_to,
)
from tournaments.course.decisions import decision_lines
from tournaments.course.entrants import by_surname, guests_of, people_of
from tournaments.course.forms import DeskForm
from tournaments.course.locks import current_round
from tournaments.course.queries import live_version
from tournaments.course.steps import draw_key
from tournaments.course.views import Page, act_on, answered, desk_context
from tournaments.drawing import seating, services
from tournaments.drawing.forms import (
    DivideForm,
    FixedTableForm,
    KeepApartForm,
    RedrawForm,
    SeedForm,
    SwapForm,
    UndrawForm,
)
from tournaments.drawing.page import apart_rows, field_of, fixed_seats_of, proposed_seed, report_on
from tournaments.models import Round, RoundState, Tournament


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
def draw_changes(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    """Live update of the draw: 204 while nothing changed; the whole page once the draw itself is another."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    if request.GET.get("v") == live_version(tournament):
        return HttpResponse(status=204)
    round_ = find_round(tournament, number)
    drawn = request.GET.get("draw", "").partition(".")[0]
    on_the_page = (drawn, request.GET.get("state", ""))
    if on_the_page != (("", "") if round_ is None else (str(round_.draws), round_.state)):
        return HttpResponseClientRefresh()
    context = _live(tournament, right, number) | {"oob": True}
    return render(request, "tournaments/drawing/draw/_changed.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    """The draw of a round: before it the field, after it the tables. Sent, it draws."""
    is_sent = request.method == "POST"
    if is_sent:
        tournament, right = get_run_tournament(request, tournament_id)
    else:
        tournament, right = get_tournament(request, tournament_id, HELPER)
    if not 1 <= number <= tournament.rounds and find_round(tournament, number) is None:
        raise Http404
    if not is_sent:
        return draw_page(request, tournament, right, number)
    form = SeedForm(request.POST)
    page = partial(draw_page, request, tournament, right, number)
    act = partial(services.draw_round, tournament, number=number, device=granted_device(request))
    return answered(page, act, "draw", tournament.pk, number, form=form)


def _find(request: HttpRequest, tournament_id: UUID, number: int) -> tuple[Round, Page]:
    tournament, right = get_run_tournament(request, tournament_id)
    return get_round(tournament, number), partial(draw_page, request, tournament, right, number)


redraw = act_on(_find, "draw", redraw_form=lambda request, _round: RedrawForm(request.POST))(services.redraw)
swap = act_on(
    _find, "draw", swap_form=lambda request, row: SwapForm(request.POST, people=people_of(row.tournament).values())
)(services.swap)
start_round = act_on(_find, "round_desk")(services.start_round)


@require_POST
def undraw(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    """Take the draw back, with a reason; one that is gone already stays gone."""
    tournament, right = get_run_tournament(request, tournament_id)
    round_ = find_round(tournament, number)
    if round_ is None:
        return redirect("draw", tournament.pk, number)
    form = UndrawForm(request.POST)
    page = partial(draw_page, request, tournament, right, number)
    act = partial(services.undraw, round_, device=granted_device(request))
    return answered(page, act, "draw", tournament.pk, number, undraw_form=form)


def _page(request: HttpRequest, tournament: Tournament, right: Right, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    context = desk_context(tournament, right) | {
        "people": guests_of(tournament),
        "apart": list(apart_rows(tournament)),
        "fixed": list(fixed_seats_of(tournament)),
        "apart_form": KeepApartForm(),
        "fixed_form": FixedTableForm(),
    }
    return render(request, "tournaments/drawing/draw_wishes.html", context | more, status=status)


def _change(
    request: HttpRequest,
    tournament_id: UUID,
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
def draw_wishes(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The page of wishes for the tournament's draws."""
    return _page(request, *get_tournament(request, tournament_id, HELPER))


@require_POST
def keep_apart(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Add a wish to sit apart."""
    return _change(request, tournament_id, "apart_form", KeepApartForm, seating.keep_apart)


@require_POST
def let_together(request: HttpRequest, tournament_id: UUID, wish: int) -> HttpResponse:
    """Remove a wish to sit apart."""
    return _change(request, tournament_id, "wish_form", DeskForm, partial(seating.let_together, wish=wish))


@require_POST
def fix_table(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Fix an entrant's table."""
    return _change(request, tournament_id, "fixed_form", FixedTableForm, seating.fix_table)


@require_POST
def let_move(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    """Release an entrant's fixed table."""
    change = partial(seating.fix_table, number=number, table=None)
    return _change(request, tournament_id, "wish_form", DeskForm, change)


@require_POST
def seat_late(request: HttpRequest, tournament_id: UUID, entrant_id: int) -> HttpResponse:
    """Let a late-comer draw a seat by lot; the door shows the table."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    entrant = get_entrant(tournament, str(entrant_id))
    page = partial(draw_page, request, tournament, right, _number(tournament))
    act = partial(seating.seat_late, entrant, device=granted_device(request))
    if "draw" in request.POST:
        return answered(page, act, "draw", tournament.pk, _number(tournament))
    return answered(page, act, f"{reverse('door', args=[tournament.pk])}?number={entrant.number}")


@require_POST
def empty_seat(request: HttpRequest, tournament_id: UUID, entrant_id: int) -> HttpResponse:
    """Take somebody who is not there out of the round that is drawn."""
    tournament, right = get_run_tournament(request, tournament_id)
    page = partial(draw_page, request, tournament, right, _number(tournament))
    act = partial(seating.empty_seat, get_entrant(tournament, str(entrant_id)), device=granted_device(request))
    return answered(page, act, "draw", tournament.pk, _number(tournament))


@require_POST
def divide_field(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
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
