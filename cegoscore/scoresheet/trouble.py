"""Answers to what a service would not do: a sentence; 409 means look again, 422 type something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from cegoscore.clubs.errors import Refused
from cegoscore.scoresheet.errors import SheetClosed, Stale
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.wording import refusal_sentence

TROUBLE = (Refused, Stale, SheetClosed)
"""What a service about the table itself may raise."""

STALE = gettext_lazy("Somebody wrote on this sheet meanwhile. Nothing was changed. Does it still fit? Then tap again.")
CLOSED = gettext_lazy("This sheet is closed. Nothing was changed.")


def answer_to(error: Exception, names: Mapping[int, str]) -> dict[str, Any]:
    """The sentence and the status of the page that shows it."""
    if isinstance(error, Refused):
        return {"problem": refusal_sentence(error, names), "status": 422}
    return {"problem": CLOSED if isinstance(error, SheetClosed) else STALE, "status": 409}


def typed_again(request: HttpRequest, sheet: Session) -> dict[str, Any]:
    """What was typed, now about the sheet as it is, for a person to decide."""
    return request.POST.dict() | {"version": str(sheet.version)}
