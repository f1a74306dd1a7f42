"""Answers to what a service would not do: a sentence; 409 means look again, 422 type something else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.refusals import Refusals
from cegoscore.scoresheet.ledger.errors import SheetClosed
from cegoscore.scoresheet.ledger.wording import refusal_sentence
from cegoscore.scoresheet.models import Session

STALE = gettext_lazy("The sheet was changed meanwhile, so nothing was saved. If it is still right, tap again.")
CLOSED = gettext_lazy("This sheet is closed. Nothing was changed.")
NOBODY: Mapping[int, str] = {}


def answer_to(error: Exception, names: Mapping[int, str] = NOBODY) -> tuple[str, int]:
    """The sentence and the status of the page that shows it."""
    if isinstance(error, Refused):
        return refusal_sentence(error, names), 422
    return str(CLOSED if isinstance(error, SheetClosed) else STALE), 409


refused = partial(Refusals, answer_to)


def typed_again(request: HttpRequest, sheet: Session) -> dict[str, Any]:
    """Typed values with the present version of the sheet, for a person to confirm."""
    return request.POST.dict() | {"version": str(sheet.version)}
