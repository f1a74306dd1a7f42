"""Answers to a refused change: the page again, with a sentence above it."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.errors import Refused
from tournaments.course.wording import refusal_sentence

CONFLICTS = (
    "round_is_",
    "round_drawn_anew",
    "draw_changed",
    "sheet_changed",
    "result_changed",
    "changed_",
    "table_is_open",
    "tournament_finished",
    "tournament_cancelled",
    "hands_written",
    "sent_before",
    "all_rounds_drawn",
)
"""Refusals that come from what somebody else did meanwhile; they are answered with 409."""


def answer_to(refusal: Refused) -> tuple[str, int]:
    """The sentence, and the status of the page that shows it."""
    return refusal_sentence(refusal), 409 if refusal.code.startswith(CONFLICTS) else 422


LOOK_AGAIN = _("Something is missing here, or cannot be read. Nothing was changed.")


def answered(
    page: Callable[..., HttpResponse], act: Callable[..., object], then: str, *place: object, **typed: forms.Form
) -> HttpResponse:
    """Do what was asked with the values of its form, and go on to the route `then`.

    Where the form (`typed`, by its name on the page) lacks something, or the act is refused, the page again with a
    problem and its status. After a conflict the form begins anew.
    """
    form = next(iter(typed.values()), None)
    if form is not None and not form.is_valid():
        return page(**typed, problem=LOOK_AGAIN, status=422)
    try:
        act(**(form.cleaned_data if form else {}))
    except Refused as refusal:
        problem, status = answer_to(refusal)
        return page(**(typed if status == 422 else {}), problem=problem, status=status)
    return redirect(then, *place)
