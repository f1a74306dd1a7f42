"""Views of one entrant: corrections, withdrawal, substitute."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.access import HELPER, ORGANISER, get_entrant, get_tournament
from tournaments.course.queries import categories_of
from tournaments.course.seen import entrant_seen
from tournaments.course.wording import refused
from tournaments.door import services
from tournaments.door.forms import EntrantForm, SubstituteForm, TakesForm, WithdrawForm, initial_of
from tournaments.door.page import has_seat, seat_now
from tournaments.models import Entrant


def _get(request: HttpRequest, tournament_id: uuid.UUID, entrant_id: int) -> Entrant:
    """The entrant, if this device may work at the desk."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    return get_entrant(tournament, str(entrant_id))


def _page(
    request: HttpRequest,
    entrant: Entrant,
    *,
    forms: dict[str, Any] | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """`forms` holds what was typed; `problem` is why nothing was changed."""
    tournament = entrant.tournament
    categories = categories_of(tournament)
    initial = initial_of(entrant, entrant_seen(entrant))
    decides = get_tournament(request, tournament.pk)[1].covers(ORGANISER)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "form": EntrantForm(initial=initial, categories=categories),
        "withdraw_form": WithdrawForm(),
        "takes_form": TakesForm(initial={"takes": entrant.takes}) if decides else None,
        "substitute_form": SubstituteForm(categories=categories),
        "has_categories": bool(categories),
        "has_seat": has_seat(entrant),
        "seat": seat_now(entrant),
        "problem": problem,
    }
    return render(request, "tournaments/door/entrant.html", context | (forms or {}), status=status)


def _after(request: HttpRequest, entrant: Entrant, change: Callable[[], None], **forms: Any) -> HttpResponse:
    """Apply a change and redirect to the door; if refused, show the page with the sentence and the typed values."""
    if any(form.errors for form in forms.values()):
        return _page(request, entrant, forms=forms, status=422)
    with refused() as said:
        change()
        return redirect("door", entrant.tournament_id)
    fresh = get_entrant(entrant.tournament, str(entrant.pk))
    return _page(request, fresh, forms=forms, **said)


@require_http_methods(["GET", "POST"])
def entrant(request: HttpRequest, tournament_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """An entrant's data and its corrections."""
    this = _get(request, tournament_id, entrant_id)
    if request.method != "POST":
        return _page(request, this)
    categories = categories_of(this.tournament)
    form = EntrantForm(request.POST, categories=categories)
    if not form.is_valid():
        return _page(request, this, forms={"form": form}, status=422)
    typed = request.POST.copy()
    typed["seen"] = entrant_seen(this)
    again = EntrantForm(typed, categories=categories)

    def change() -> None:
        everywhere = get_tournament(request, tournament_id)[1].covers(ORGANISER)
        changes = form.changes() | {"everywhere": everywhere, "by": granted_device(request)}
        services.change_entrant(this, fixed_table=this.fixed_table, **changes)

    return _after(request, this, change, form=again)


@require_POST
def withdraw_entrant(request: HttpRequest, tournament_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """Withdraw an entrant."""
    this, form, by = _get(request, tournament_id, entrant_id), WithdrawForm(request.POST), granted_device(request)
    return _after(request, this, lambda: services.withdraw(this, **form.cleaned_data, device=by), withdraw_form=form)


@require_POST
def decide_takes(request: HttpRequest, tournament_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """Decide whether somebody gets prizes and a rank."""
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    this, form, by = get_entrant(tournament, str(entrant_id)), TakesForm(request.POST), granted_device(request)
    return _after(request, this, lambda: services.decide_takes(this, **form.cleaned_data, device=by), takes_form=form)


@require_POST
def substitute_entrant(request: HttpRequest, tournament_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """Put a substitute under the number, with its seat and its points."""
    this = _get(request, tournament_id, entrant_id)
    form = SubstituteForm(request.POST, categories=categories_of(this.tournament))

    def change() -> None:
        services.substitute(this, form.newcomer(), why=form.cleaned_data["why"], device=granted_device(request))

    return _after(request, this, change, substitute_form=form)
