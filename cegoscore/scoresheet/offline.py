"""Headers between the server and a phone that goes on without network."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from cegoscore.clubs.models import Right
from cegoscore.scoresheet.models import Session, State

MINIMAL = "return=minimal"
"""RFC 7240: the sender only wants to know that the hand is written, and needs no page."""
LATE = "X-Late-Hand"
"""Answer to a hand that came late (409): `waiting` for the managers, `declined` by them, or `full`: too many wait.

The phone keeps it and asks again by sending it again; one that was taken is answered as written.
"""
WRITTEN_AT = "X-Written-At"
"""Header of a request: the phone's time when the hand was written, in ISO 8601 with its offset."""
KEEP = "X-Keep-Offline"
"""Tells the service worker that the phone may keep this answer."""


def kept_offline(response: HttpResponse, sheet: Session, right: Right) -> HttpResponse:
    """Mark an answer that the phone may keep: the sheet is open and the phone may write on it."""
    if sheet.state == State.OPEN and right.covers(Right.WRITE):
        response.headers[KEEP] = "1"
    return response


def wants_minimal(request: HttpRequest) -> bool:
    """Tell whether an outbox sent this and needs no page."""
    return request.headers.get("Prefer") == MINIMAL


def minimal() -> HttpResponse:
    """The answer to an outbox: it is written."""
    return HttpResponse(status=204, headers={"Preference-Applied": MINIMAL})
