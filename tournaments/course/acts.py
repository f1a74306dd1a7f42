"""Views of acts: a form is sent, something is done or refused, and the next page shown."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from cegoscore.clubs.rights.devices import granted_device
from tournaments.course.forms import WhyForm
from tournaments.course.locks import Refused
from tournaments.course.wording import LOOK_AGAIN, answer_to

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
        return page(**again, opened=next(iter(typed), ""), problem=problem, status=status)
    return redirect(then, *place)


def act_on(
    find: Callable[..., tuple[Any, Page]], then: str, **typed: Callable[[HttpRequest, Any], forms.Form]
) -> Callable[[Callable[..., object]], Page]:
    """Make a view of a change, with `find` for what is changed and for the page, `then` for the route that follows.

    The change gets the values of the form (which is made of the request and of what is changed), and the device.
    """

    def make(change: Callable[..., object]) -> Page:
        @require_POST
        @wraps(change)
        def view(request: HttpRequest, **place: uuid.UUID | int) -> HttpResponse:
            subject, page = find(request, **place)
            act = partial(change, subject, device=granted_device(request))
            forms_sent = {name: form(request, subject) for name, form in typed.items()}
            return answered(page, act, then, *place.values(), **forms_sent)

        return view

    return make


def why_form(name: str) -> Callable[[HttpRequest, Any], forms.Form]:
    """The form for a reason, its fields named for the act."""
    return lambda request, _subject: WhyForm(request.POST, auto_id=f"{name}-%s")
