"""Before the prize giving: ties that are drawn for, and the end of the tournament."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.contest.standings import TieBreak
from tournaments.course.access import HELPER, ORGANISER, get_tournament
from tournaments.course.decisions import decision_lines
from tournaments.course.queries import decisions_of
from tournaments.course.steps import CEREMONY
from tournaments.course.trouble import answer_to
from tournaments.course.turns import Refused, current_round
from tournaments.course.views import desk_context
from tournaments.desk import services
from tournaments.desk.forms import TieForm
from tournaments.models import DecisionKind, PrizeKind, RoundState, Tournament
from tournaments.standings.queries import Line, Standings, standings_of

DECIDED = _("About this rank nothing is left to draw. Please look again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """People who share a rank that the organiser's rules would have drawn for."""

    rank: int
    lines: tuple[Line, ...]
    form: TieForm
    is_about_a_prize: bool

    @property
    def total(self) -> int:
        """The points that they all have."""
        return self.lines[0].row.total


def ties_of(tournament: Tournament, table: Standings) -> list[Tie]:
    """All ties still to be drawn for, those about a prize first."""
    groups: dict[int, list[Line]] = {}
    for line in table.lines:
        if line.row.undecided:
            groups.setdefault(line.row.rank, []).append(line)
    prizes = list(tournament.prizes.values_list("kind", "rank"))
    ranks = {rank for kind, rank in prizes if kind == PrizeKind.RANK}
    if any(kind == PrizeKind.LAST for kind, _rank in prizes):
        ranks.add(len(table.lines))
    ties = [
        Tie(
            rank=rank,
            lines=tuple(lines),
            form=TieForm(tied=[line.row.number for line in lines], tie_breaks=table.rules.tie_breaks),
            is_about_a_prize=bool(ranks & set(range(rank, rank + len(lines)))),
        )
        for rank, lines in groups.items()
    ]
    return sorted(ties, key=lambda tie: (not tie.is_about_a_prize, tie.rank))


def _page(request: HttpRequest, tournament: Tournament, right: Right, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    closed = tournament.played_rounds.filter(state=RoundState.CLOSED).count()
    table = standings_of(tournament)
    drawn = decisions_of(tournament).filter(kind=DecisionKind.TIE)
    context = desk_context(tournament, right, CEREMONY) | {
        "is_over": closed >= tournament.rounds,
        "missing": tournament.rounds - closed,
        "ties": ties_of(tournament, table) if closed >= tournament.rounds else [],
        "drawn": decision_lines(tournament, drawn),
        "best": table.lines[:3],
    }
    return render(request, "tournaments/desk/ceremony.html", context | more, status=status)


@require_safe
@never_cache
def ceremony(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """What is left to do before the prizes are given."""
    return _page(request, *get_tournament(request, tournament_id, HELPER))


@require_POST
def decide_tie(request: HttpRequest, tournament_id: uuid.UUID, rank: int) -> HttpResponse:
    """The order in which equals were drawn, and who drew it."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    table = standings_of(tournament)
    tied = [line.row.number for line in table.lines if line.row.rank == rank and line.row.undecided]
    if not tied:
        return _nothing_left(request, tournament, right)
    form = TieForm(request.POST, tied=tied, tie_breaks=table.rules.tie_breaks)
    played = current_round(tournament)
    if not form.is_valid() or played is None:
        return _page(request, tournament, right, typed_rank=rank, typed_form=form, status=422)
    played.tournament = tournament
    typed = form.cleaned_data
    try:
        services.decide_tie(
            played,
            numbers=typed["numbers"],
            by=TieBreak(typed["by"]),
            drawn_by=typed["drawn_by"],
            device=granted_device(request),
        )
    except Refused as refusal:
        problem, status = answer_to(refusal)
        return _page(request, tournament, right, typed_rank=rank, typed_form=form, problem=problem, status=status)
    return redirect("ceremony", tournament.pk)


def _nothing_left(request: HttpRequest, tournament: Tournament, right: Right) -> HttpResponse:
    """A second tap finds its drawing recorded; any other drawing came too late."""
    numbers = request.POST.get("numbers", "").replace(",", " ").split()
    last = tournament.decisions.filter(kind=DecisionKind.TIE).order_by("-at", "-pk").first()
    if last and list(map(str, last.data["numbers"])) == numbers:
        return redirect("ceremony", tournament.pk)
    return _page(request, tournament, right, problem=DECIDED, status=409)


@require_POST
def finish_tournament(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """The tournament is over; its results stay as they are."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    try:
        services.finish(tournament)
    except Refused as refusal:
        problem, status = answer_to(refusal)
        return _page(request, tournament, right, problem=problem, status=status)
    return redirect("ceremony", tournament.pk)
