"""Views before the prize giving: ties to be drawn for, and the end of the tournament."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.access import HELPER, ORGANISER, get_round, get_tournament
from tournaments.course.acts import Page, act_on, answered, why_form
from tournaments.course.decisions import decision_lines
from tournaments.course.entrants import people_of
from tournaments.course.forms import WhyForm
from tournaments.course.locks import current_round
from tournaments.course.queries import closed_rounds, drawings_of
from tournaments.course.showing import shown_to
from tournaments.course.steps import CEREMONY
from tournaments.course.views import desk_context
from tournaments.desk import services
from tournaments.desk.forms import MOST_TYPED, TieForm, order_typed
from tournaments.desk.queries import last_drawing, ties_for_prizes, ties_of
from tournaments.desk.tiles import early_end
from tournaments.models import RoundState, Tournament
from tournaments.standings.queries import Standings, standings_of

DECIDED = _("There is no tie left at this rank. Please reload the page.")


def _ties(tournament: Tournament, table: Standings) -> list[dict[str, Any]]:
    """Ties still to be drawn for, those about a prize first."""
    for_prizes = {tie[0].row.rank for tie in ties_for_prizes(tournament, table)}
    ties = [
        {
            "row": lines[0].row,
            "lines": lines,
            "form": TieForm(tied=[line.person for line in lines], tie_breaks=table.rules.tie_breaks),
            "is_about_a_prize": lines[0].row.rank in for_prizes,
        }
        for lines in ties_of(table)
    ]
    return sorted(ties, key=lambda tie: (not tie["is_about_a_prize"], tie["row"].rank))


def _page(request: HttpRequest, tournament: Tournament, right: Right, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    closed = closed_rounds(tournament)
    shown = shown_to(tournament, right)
    table = standings_of(tournament, shown)
    context = desk_context(tournament, right, CEREMONY) | {
        "is_over": closed >= tournament.rounds,
        "missing": tournament.rounds - closed,
        "ties": _ties(tournament, table) if closed >= tournament.rounds and shown.is_everything else [],
        "shown": shown,
        "drawn": decision_lines(tournament, shown, drawings_of(tournament)) if shown.is_everything else [],
        "best": table.lines[:3] if shown.is_everything else [],
        "undecided": len(ties_for_prizes(tournament, table)),
        "asks": "finish_form" in more,
        "finish_form": WhyForm(auto_id="finish-%s"),
        "again_form": WhyForm(auto_id="again-%s"),
    }
    round_ = current_round(tournament)
    if closed < tournament.rounds and round_ and round_.state != RoundState.DRAWN:
        whole, void = early_end(round_) if more.get("asks_early") else ([], [])
        context |= {"last_round": round_, "whole": whole, "void": void, "early_form": WhyForm(auto_id="early-%s")}
    return render(request, "tournaments/desk/ceremony.html", context | more, status=status)


@require_safe
@never_cache
def ceremony(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The page before the prize giving: open ties. With `?finish` it asks before the end, and lists what is open.

    With `?early` it asks before an end with fewer rounds than were planned.
    """
    tournament, right = get_tournament(request, tournament_id, HELPER)
    return _page(request, tournament, right, asks="finish" in request.GET, asks_early="early" in request.GET)


@require_POST
def decide_tie(request: HttpRequest, tournament_id: uuid.UUID, rank: int) -> HttpResponse:
    """Record the order in which a tie was drawn, and who drew."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    table = standings_of(tournament, shown_to(tournament, right))
    tied = [line.person for line in table.lines if line.row.rank == rank and line.row.undecided]
    if not tied:
        return _nothing_left(request, tournament, right)
    form = TieForm(request.POST, tied=tied, tie_breaks=table.rules.tie_breaks)
    page = partial(_page, request, tournament, right, typed_rank=rank)
    round_ = current_round(tournament)
    if round_ is None:
        return page(status=422)
    round_.tournament = tournament
    act = partial(services.decide_tie, round_, device=granted_device(request))
    return answered(page, act, "ceremony", tournament.pk, typed_form=form)


def _nothing_left(request: HttpRequest, tournament: Tournament, right: Right) -> HttpResponse:
    """Answer a drawing for a tie that is decided: redirect for a second tap, a conflict for any other."""
    drawn = last_drawing(tournament)
    people = [person for number, person in people_of(tournament).items() if number in drawn]
    if drawn and order_typed(request.POST.get("numbers", "")[:MOST_TYPED], people) == tuple(drawn):
        return redirect("ceremony", tournament.pk)
    return _page(request, tournament, right, problem=DECIDED, status=409)


@require_POST
def end_early(request: HttpRequest, tournament_id: uuid.UUID, number: int) -> HttpResponse:
    """End the tournament with this round, with a reason."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    form = WhyForm(request.POST, auto_id="early-%s")
    page = partial(_page, request, tournament, right, asks_early=True)
    act = partial(services.end_after, get_round(tournament, number), device=granted_device(request))
    return answered(page, act, "ceremony", tournament.pk, early_form=form)


def _find(request: HttpRequest, tournament_id: uuid.UUID) -> tuple[Tournament, Page]:
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    return tournament, partial(_page, request, tournament, right)


@act_on(_find, "ceremony", finish_form=why_form("finish"))
def finish_tournament(tournament: Tournament, **typed: Any) -> None:
    """Finish the tournament; with a prize undecided only with a reason."""
    services.finish(tournament, **typed)


@act_on(_find, "desk", again_form=why_form("again"))
def open_again(tournament: Tournament, **typed: Any) -> None:
    """Open a finished or cancelled tournament again, with a reason."""
    services.open_again(tournament, **typed)
