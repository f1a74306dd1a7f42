"""Views that the rooms of the desk share: entry to the current step, decisions, and how an act is answered.

An act: a form is sent, something is done or refused, and the next page shown.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from tournaments.chaining import mark_of_chain
from tournaments.course.access import HELPER, ORGANISER, get_tournament, may_run, shown_to
from tournaments.course.decisions import decision_lines
from tournaments.course.forms import WhyForm
from tournaments.course.locks import Refused
from tournaments.course.steps import NOWHERE, Step, address_of, current_step, steps_of
from tournaments.course.wording import LOOK_AGAIN, answer_to, point_out
from tournaments.models import Tournament


def desk_context(tournament: Tournament, right: Right, here: Step = NOWHERE) -> dict[str, Any]:
    """The context that all pages of the desk share."""
    return part_context(tournament, right) | {"steps": steps_of(tournament, here)}


def part_context(tournament: Tournament, right: Right) -> dict[str, Any]:
    """The context of parts of these pages that are updated live."""
    return {
        "tournament": tournament,
        "may_organise": right.covers(ORGANISER),
        "may_run": may_run(tournament, right),
    }


def with_memory(
    response: HttpResponse, name: str, number: int | None, *, path: str, max_age: timedelta
) -> HttpResponse:
    """The answer, which lets a device remember whose row or page it shows, below a path; none is forgotten."""
    if number is None:
        response.delete_cookie(name, path=path, samesite="Lax")
    else:
        secure = settings.BEHIND_TLS
        response.set_cookie(name, str(number), max_age=max_age, path=path, httponly=True, samesite="Lax", secure=secure)
    return response


@require_safe
def desk(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The page of the step that the evening has come to."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    return redirect(address_of(tournament, current_step(tournament)))


@require_safe
def desk_news(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The note that another device did something since the page was made (`v`); 204 while none did.

    It is for pages with half typed forms, which no update may replace. Hands at the tables are no news there.
    """
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    if request.GET.get("v") == str(tournament.version):
        return HttpResponse(status=204)
    return render(request, "tournaments/course/_news.html", {"tournament": tournament, "is_news": True})


@require_safe
def desk_decisions(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The list of decisions, newest first."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    context = desk_context(tournament, right) | {
        "decisions": decision_lines(tournament, shown_to(tournament, right)),
        "chain_head": mark_of_chain(tournament),
    }
    return render(request, "tournaments/course/desk_decisions.html", context)


Page = Callable[..., HttpResponse]


def answered(page: Page, act: Callable[..., object], then: str, *place: object, **typed: forms.Form) -> HttpResponse:
    """Do what was asked with the values of its form, and go on to the route `then`.

    Where the form (`typed`, by its name on the page) lacks something, or the act is refused, the page again with a
    problem and its status. After a conflict the form begins anew.
    """
    form = next(iter(typed.values()), None)
    if form is not None and not form.is_valid():
        return page(**typed, opened=next(iter(typed)), problem=LOOK_AGAIN, status=422)
    try:
        act(**(form.cleaned_data if form else {}))
    except Refused as refusal:
        problem, status = answer_to(refusal)
        again = typed if status == 422 else {}
        point_out(form, refusal)
        return page(**again, opened=next(iter(typed), ""), problem=problem, status=status)
    return redirect(then, *place)


def act_on(
    find: Callable[..., tuple[Any, Page]],
    then: str,
    keys: int | None = None,
    **typed: Callable[[HttpRequest, Any], forms.Form],
) -> Callable[[Callable[..., object]], Page]:
    """Make a view of a change, with `find` for what is changed and for the page, `then` for the route that follows.

    That has the first `keys` of the address, if not all.
    The change gets the values of the form (which is made of the request and of what is changed), and the device.
    """

    def make(change: Callable[..., object]) -> Page:
        @require_POST
        @wraps(change, assigned=["__name__"])
        def view(request: HttpRequest, **place: UUID | int) -> HttpResponse:
            subject, page = find(request, **place)
            act = partial(change, subject, device=granted_device(request))
            forms_sent = {name: form(request, subject) for name, form in typed.items()}
            return answered(page, act, then, *[*place.values()][:keys], **forms_sent)

        return view

    return make


def why_form(name: str) -> Callable[[HttpRequest, Any], forms.Form]:
    """The form for a reason, its fields named for the act."""
    return lambda request, _subject: WhyForm(request.POST, auto_id=f"{name}-%s")
