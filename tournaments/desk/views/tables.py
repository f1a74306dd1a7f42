"""Views of one table at the desk: totals from paper, accepting its sheet, disputes, exchanged sheets, substitutes."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.devices import Request, granted_device
from cegoscore.scoresheet.evening.services import referee_came
from cegoscore.scoresheet.models import State
from tournaments.course.access import HELPER, ORGANISER, get_table, get_tournament, shown_to, shows_newest
from tournaments.course.decisions import decision_lines
from tournaments.course.forms import WhyForm
from tournaments.course.locks import Refused
from tournaments.course.queries import categories_of, live_version
from tournaments.course.steps import round_key
from tournaments.course.views import Page, act_on, desk_context, part_context, why_form
from tournaments.course.wording import LOOK_AGAIN, answer_to
from tournaments.desk import services
from tournaments.desk.exchange import exchange
from tournaments.desk.forms import (
    AcceptForm,
    DisputeForm,
    FindTableForm,
    PenaltyForm,
    SubstituteAtTableForm,
    SwapSheetsForm,
    TotalsForm,
)
from tournaments.desk.page import (
    differing,
    round_live,
    tile_of,
    totals_context,
    typed_first_by,
)
from tournaments.desk.tiles import Tile, decisions_about, entrant_at, find_table, seats_at
from tournaments.door import services as door
from tournaments.models import RoundState, Table, Tournament


def _live(tournament: Tournament, table: Table) -> dict[str, Any]:
    """The part of a table's page that is updated live. The version is read first: later changes are asked for again."""
    version = live_version(tournament)
    tile = tile_of(table)
    return {
        "tournament": tournament,
        "round": table.round,
        "table": table,
        "tile": tile,
        "typed_by": typed_first_by(tile.table),
        "version": version,
        "missing": max(0, tile.planned - tile.hands),
    }


def _page(request: Request, tournament: Tournament, right: Right, table: Table, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    live = _live(tournament, table)
    tile, sheet = live["tile"], table.sheet
    opened = more.setdefault("opened", request.GET.get("open", ""))
    is_playing = table.round.state == RoundState.PLAYING
    context = desk_context(tournament, right, round_key(table.round.number)) | live
    context |= {
        "accept_form": AcceptForm(initial={"seen": sheet.version if sheet else 0}),
        "may_accept": is_playing and sheet is not None and sheet.state in (State.OPEN, State.HANDED_IN),
        "may_reopen": is_playing and sheet is not None and sheet.state != State.OPEN,
        "may_void": table.round.state != RoundState.DRAWN and table.voided_at is None,
        "is_playing": is_playing,
        "is_running": table.round.state != RoundState.DRAWN,
        "decisions": decision_lines(tournament, shown_to(tournament, right), decisions_about(table)),
    }
    context |= totals_context(tile, more.pop("form", None))
    form = {opened: FORMS[opened](tile)} if opened in FORMS else {}
    return render(request, "tournaments/desk/desk_table.html", context | form | more, status=status)


def _substitute_form(tile: Tile, data: Any = None) -> SubstituteAtTableForm:
    return SubstituteAtTableForm(data, tile=tile, categories=categories_of(tile.table.round.tournament))


FORMS: dict[str, Callable[[Tile], Form]] = {
    "reopen_form": lambda _tile: WhyForm(auto_id="reopen-%s"),
    "void_form": lambda _tile: WhyForm(auto_id="void-%s"),
    "sheets_form": lambda tile: SwapSheetsForm(
        initial={"seen": tile.fixed if tile.state == "typed" else tile.table.sheet_id}
    ),
    "penalty_form": lambda tile: PenaltyForm(tile=tile),
    "substitute_form": _substitute_form,
}
"""Forms of a table's page that are seldom needed: one of them at a time is opened, with `?open=`."""


@require_safe
def desk_table(request: Request, tournament_id: UUID, number: int, table_number: int) -> HttpResponse:
    """A table's page: its people, its state, and everything that the desk can do about it."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    return _page(request, tournament, right, get_table(tournament, number, table_number))


@require_safe
def table_changes(request: Request, tournament_id: UUID, number: int, table_number: int) -> HttpResponse:
    """Live update of a table's page: 204 while nothing changed."""
    if shows_newest(request, tournament_id, HELPER):
        return HttpResponse(status=204)
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    table = get_table(tournament, number, table_number)
    return render(request, "tournaments/desk/desk_table.html#live", _live(tournament, table))


@require_POST
def type_totals(request: Request, tournament_id: UUID, number: int, table_number: int) -> HttpResponse:
    """Save totals from paper; the next table number can be typed afterwards."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    table = get_table(tournament, number, table_number)
    form = TotalsForm(request.POST, table=table, seats=seats_at(table))
    problem, status, lacks_why = str(LOOK_AGAIN), 422, False
    if form.is_valid():
        typed, device, points = form.cleaned_data, granted_device(request), form.points()
        try:
            typing = services.type_totals(table, points, why=typed["why"], device=device, seen=typed["seen"] or None)
        except Refused as refusal:
            problem, status = answer_to(refusal)
            lacks_why = refusal.code in ("reason_missing", "dispute_settled_how")
        else:
            if typing is not services.Typing.DIFFERS:
                return _typed(request, tournament, table, once=typing is services.Typing.ONCE)
            form, problem = TotalsForm(), ""
    elif form.doubt:
        problem = form.doubt
    table = get_table(tournament, number, table_number)
    live = _live(tournament, table)
    more = {"lacks_why": lacks_why, "problem": problem or differing(live["tile"])}
    if not request.htmx:
        return _page(request, tournament, right, table, **more, form=form, status=status)
    context = live | totals_context(live["tile"], form) | more
    return render(request, "tournaments/desk/round_desk.html#entry", context, status=status)


def _typed(request: Request, tournament: Tournament, table: Table, *, once: bool = False) -> HttpResponse:
    """Answer to typed totals: the field for the next table number, and the grid; `once` if somebody must type again."""
    if not request.htmx:
        address = redirect("round_desk", tournament.pk, table.round.number).url
        return redirect(f"{address}?{'once' if once else 'typed'}={table.number}")
    fresh, right = get_tournament(request, tournament.pk, HELPER)
    table.round.tournament = fresh
    context = part_context(fresh, right) | round_live(table.round)
    context |= {"round": table.round, "find_form": FindTableForm(), "once" if once else "noted": table.number}
    return render(request, "tournaments/desk/_typed.html", context)


def _find(right: Right, request: Request, tournament_id: UUID, number: int, table_number: int) -> tuple[Table, Page]:
    tournament, has = get_tournament(request, tournament_id, right)

    def page(**more: Any) -> HttpResponse:
        return _page(request, tournament, has, get_table(tournament, number, table_number), **more)

    return get_table(tournament, number, table_number), page


_changed = partial(act_on, partial(_find, HELPER), "desk_table")
_arranged = partial(act_on, partial(_find, ORGANISER), "desk_table")


accept_table = _changed(accept_form=lambda request, _table: AcceptForm(request.POST))(services.accept_table)
dispute_table = _changed(dispute_form=lambda request, _table: DisputeForm(request.POST))(services.dispute_table)
reopen_table = _arranged(reopen_form=why_form("reopen"))(services.reopen_table)
void_table = _arranged(void_form=why_form("void"))(services.void_table)
penalize = _arranged(penalty_form=lambda request, table: PenaltyForm(request.POST, tile=tile_of(table)))(
    services.penalize
)


@_changed()
def referee_at_table(table: Table, **_device: Any) -> None:
    """Note that somebody of the desk came to the table."""
    if table.sheet:
        referee_came(table.sheet)


@_arranged(sheets_form=lambda request, _table: SwapSheetsForm(request.POST))
def swap_sheets(table: Table, *, other: int, **typed: Any) -> None:
    """Exchange the sheets of two tables, or the totals if they were typed."""
    with_table = find_table(table.round, other)
    if with_table is None:
        raise Refused("sheets_do_not_fit")
    exchange(table, with_table, **typed)


@_changed(substitute_form=lambda request, table: _substitute_form(tile_of(table), request.POST))
def substitute(table: Table, *, number: int, newcomer: door.Newcomer, why: str, device: Device, **_typed: Any) -> None:
    """Put a substitute under a start number of the table."""
    door.substitute(entrant_at(table, number), newcomer, why=why, device=device)
