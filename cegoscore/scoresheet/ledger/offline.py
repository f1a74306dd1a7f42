"""Headers between the server and a phone that goes on without network."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import device_id
from cegoscore.edition import edition
from cegoscore.scoresheet.models import Session, State

MINIMAL = "return=minimal"
"""RFC 7240: the sender only wants to know that the hand is written, and needs no page."""
KEEP = "X-Keep-Offline"
"""Tells the service worker that the phone may keep this answer: the edition of the app that it is a page of."""
KEPT_FOR = "X-Kept-For"
"""A mark of the device that the answer is for: the worker empties its cache when another one uses the browser."""
RULES = "X-Kept-Rules"
"""The rule set of a sheet: what the phone keeps of it besides the page is fetched again when that changes."""


def keepable(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark an answer that the phone may keep."""
    response.headers[KEEP] = edition()
    response.headers[KEPT_FOR] = salted_hmac("cegoscore.kept-for", str(device_id(request))).hexdigest()[:12]
    return response


def keepable_sheet(request: HttpRequest, response: HttpResponse, sheet: Session, right: Right) -> HttpResponse:
    """Mark an answer about a sheet that is open and that the phone may write on."""
    if sheet.state == State.OPEN and right.covers(Right.WRITE):
        response.headers[RULES] = sheet.rule_set.digest[:12]
        return keepable(request, response)
    return response


def written(request: HttpRequest, address: str) -> HttpResponse:
    """The answer to a change: to a form the page to go to, to an outbox, such as those of 0.1.0, that it is written."""
    return minimal() if request.headers.get("Prefer") == MINIMAL else redirect(address)


def minimal() -> HttpResponse:
    """The answer to an outbox: it is written."""
    return HttpResponse(status=204, headers={"Preference-Applied": MINIMAL})
