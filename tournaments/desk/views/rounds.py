"""Rounds and their end at the desk: tables, closing, the ceremony, and results held back until then."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
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
    shown_to,
    shows_newest,
    tables_shown_to,
)
from tournaments.course.decisions import decision_lines
from tournaments.course.entrants import people_of
from tournaments.course.forms import WhyForm
from tournaments.course.locks import current_round
from tournaments.course.queries import closed_rounds, drawings_of, live_version, newest
from tournaments.course.steps import CEREMONY, round_key
from tournaments.course.tie_breaks import undecided
from tournaments.course.views import Page, act_on, answered, desk_context, part_context, why_form
from tournaments.desk import exchange, services
from tournaments.desk.forms import MOST_TYPED, FindTableForm, HoldForm, TieForm, TotalsForm, UnveilForm, order_typed
from tournaments.desk.page import round_live, totals_context
from tournaments.desk.tiles import early_end, last_drawing, next_to_hold, ties_about, ties_of, tiles_of
from tournaments.models import Round, RoundState, Tournament
from tournaments.standings.awards import Awarded, waiting
from tournaments.standings.queries import Standings, standings_of
from tournaments.standings.tournament_honours import tournament_honours
from tournaments.standings.unveiling import may_be_unveiled, stage_of


def round_context(tournament: Tournament, right: Right, round_: Round) -> dict[str, Any]:
    """The whole page of a round."""
    return (
        desk_context(tournament, right, round_key(round_.number))
        | round_live(round_)
        | {"round": round_, "find_form": FindTableForm()}
    )


@require_safe
def round_desk(request: Request, tournament_id: UUID, number: int) -> HttpResponse:
    """The tables of a round, what needs the desk first. A round that has not started is still to be drawn."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    round_ = find_round(tournament, number)
    if round_ is None or round_.state == RoundState.DRAWN:
        return redirect("draw", tournament.pk, number)
    notes = {"noted": request.GET.get("typed", "")[:4], "once": request.GET.get("once", "")[:4]}
    context = round_context(tournament, right, round_) | notes
    return render(request, "tournaments/desk/round_desk.html", context)


@require_safe
def round_changes(request: Request, tournament_id: UUID, number: int) -> HttpResponse:
    """Live update of a round's page: 204 while nothing changed, else the tables."""
    if shows_newest(request, tournament_id, HELPER):
        return HttpResponse(status=204)
    tournament, right = get_tournament(request, tournament_id, HELPER)
    round_ = find_round(tournament, number)
    if round_ is None or round_.state != request.GET.get("state"):
        return HttpResponseClientRefresh()
    context = part_context(tournament, right) | round_live(round_) | {"round": round_}
    return render(request, "tournaments/desk/round_desk.html#live", context)


@require_safe
def find_table(request: Request, tournament_id: UUID, number: int) -> HttpResponse:
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
def all_totals(request: Request, tournament_id: UUID, number: int) -> HttpResponse:
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
def close_round(request: Request, tournament_id: UUID, number: int) -> HttpResponse:
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


DECIDED = _("There is no tie left at this rank. Please reload the page.")


def _ties(waits: Sequence[Awarded], table: Standings) -> list[dict[str, Any]]:
    """Ties still to be drawn for, those for which a prize waits first."""
    for_prizes = {tie[0].row.rank for tie in ties_about(waits, table)}
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
    version = live_version(tournament)
    people = people_of(tournament, shown)
    table = standings_of(tournament, shown, people=people)
    waits = waiting(tournament, table)
    context = desk_context(tournament, right, CEREMONY) | {
        "is_over": closed >= tournament.rounds,
        "missing": tournament.rounds - closed,
        "ties": _ties(waits, table) if closed >= tournament.rounds and shown.is_everything else [],
        "shown": shown,
        "drawn": decision_lines(tournament, shown, drawings_of(tournament)) if shown.is_everything else [],
        "best": [line for line in table.lines if line.row.rank <= 3] if shown.is_everything else [],
        "waits": waits,
        "honours": tournament_honours(tournament, table, version),
        "asks": "finish_form" in more,
        "finish_form": WhyForm(auto_id="finish-%s"),
        "again_form": WhyForm(auto_id="again-%s"),
    }
    round_ = current_round(tournament)
    if closed < tournament.rounds and round_ and round_.state != RoundState.DRAWN:
        whole, void = early_end(round_, people) if more.get("asks_early") else ([], [])
        context |= {"last_round": round_, "whole": whole, "void": void, "early_form": WhyForm(auto_id="early-%s")}
    return render(request, "tournaments/desk/ceremony.html", context | more, status=status)


@require_safe
def ceremony(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The page before the prize giving: open ties. With `?finish` it asks before the end, and lists what is open.

    With `?early` it asks before an end with fewer rounds than were planned.
    """
    tournament, right = get_tournament(request, tournament_id, HELPER)
    return _page(request, tournament, right, asks="finish" in request.GET, asks_early="early" in request.GET)


@require_POST
def decide_tie(request: HttpRequest, tournament_id: UUID, rank: int) -> HttpResponse:
    """Record the order in which a tie was drawn, and who drew."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    table = standings_of(tournament, shown_to(tournament, right))
    tied = [line.person for line in undecided(table.lines).get(rank, ())]
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
def end_early(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    """End the tournament with this round, with a reason."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    form = WhyForm(request.POST, auto_id="early-%s")
    page = partial(_page, request, tournament, right, asks_early=True)
    act = partial(services.end_after, get_round(tournament, number), device=granted_device(request))
    return answered(page, act, "ceremony", tournament.pk, early_form=form)


def _find(page: Page, request: HttpRequest, tournament_id: UUID) -> tuple[Tournament, Page]:
    """The tournament for its organiser, and a page about it."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    return tournament, partial(page, request, tournament, right)


_at_the_end = partial(act_on, partial(_find, _page))


finish_tournament = _at_the_end("ceremony", finish_form=why_form("finish"))(services.finish_tournament)
open_again = _at_the_end("desk", again_form=why_form("again"))(services.open_again)


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


def _results_page(request: HttpRequest, tournament: Tournament, right: Right, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    forms = {
        "hold_form": HoldForm(rounds=tournament.rounds, initial={"first": next_to_hold(tournament)}),
        "release_form": WhyForm(auto_id="release-%s"),
    }
    context = desk_context(tournament, right) | forms | _stage(tournament)
    return render(request, "tournaments/desk/results.html", context | more, status=status)


@require_safe
def results(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The page that holds results back and steers the prize giving, on a laptop or a phone."""
    return _results_page(request, *get_tournament(request, tournament_id, ORGANISER))


@require_safe
def results_changes(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Live update of that page: 204 while nothing changed."""
    if shows_newest(request, tournament_id, ORGANISER):
        return HttpResponse(status=204)
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    return render(request, "tournaments/desk/results.html#live", _stage(tournament))


_on_results = partial(act_on, partial(_find, _results_page), "results")


hold_results = _on_results(hold_form=lambda request, row: HoldForm(request.POST, rounds=row.rounds))(
    exchange.hold_results
)
release_results = _on_results(release_form=why_form("release"))(exchange.release_results)


@_on_results(unveil_form=lambda request, _row: UnveilForm(request.POST))
def unveil(tournament: Tournament, *, place: int, seen: int, **_device: Any) -> None:
    """Unveil the next places on the wall, or cover the latest again."""
    exchange.unveil(tournament, place=place, seen=seen)
