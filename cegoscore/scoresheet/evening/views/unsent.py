"""Reading in the hands that another phone could not send."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.devices import granted_device, known_device, remember
from cegoscore.front.limits import takes_files
from cegoscore.scoresheet.evening.services import unsent_sheets
from cegoscore.scoresheet.evening.unsent_file import UnsentForm, in_words
from cegoscore.scoresheet.hand.services import Unsent, write_all
from cegoscore.scoresheet.ledger.access import get_sheet_and_seats
from cegoscore.scoresheet.models import Seat, Session


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@takes_files
def read_unsent(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Hands that another phone kept as a file because it had no network until the end."""
    sheet, seats = get_sheet_and_seats(request, sheet_id)
    form = UnsentForm(request.POST or None, request.FILES or None, sheet=sheet.id)
    context: dict[str, Any] = {"sheet": sheet, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "scoresheet/evening/read_unsent.html", context, status=422 if form.is_bound else 200)
    data = form.cleaned_data
    wanted = [one for one in data["unsent"] if one.place not in data["without"]]
    done = _written(sheet, seats, wanted, granted_device(request))
    without = ",".join(filter(None, [*data["without"], done["refused"]]))
    context |= {"done": done, "content": data["content"], "kept_out": ",".join(data["without"]), "without": without}
    return render(request, "scoresheet/evening/read_unsent.html", context, status=409 if done["problem"] else 200)


def _written(sheet: Session, seats: Sequence[Seat], items: Sequence[Unsent], device: Device) -> dict[str, Any]:
    """Write the hands of a file until one is refused: how many were, the reason of a stop, the rest in words.

    `refused` is the place of the one that stopped it, if it can be left out.
    """
    done = write_all(sheet, seats, items, device=device)
    stopped = [done.refused] if done.refused else [(one.at, one.sentence) for one in done.differing]
    at, problem = stopped[0] if stopped else (len(items), "")
    names = {seat.number: seat.name for seat in seats}
    return {
        "written": len(done.written) - done.again,
        "again": done.again,
        "problem": problem,
        "rest": [in_words(sheet, item, names) for place, item in enumerate(items) if place not in done.written],
        "refused": items[at].place if stopped and not done.is_closed else "",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@takes_files
def open_unsent(request: HttpRequest) -> HttpResponse:
    """A new sheet from the hands that a phone could not send."""
    form = UnsentForm(request.POST or None, request.FILES or None, sheet=None)
    if request.method != "POST" or not form.is_valid():
        return render(
            request, "scoresheet/evening/open_unsent.html", {"form": form}, status=422 if form.is_bound else 200
        )
    device = known_device(request)
    data = form.cleaned_data
    response = redirect(unsent_sheets.open_unsent(data["table"], data["unsent"], device=device))
    remember(response, device)
    return response
