"""What a phone needs to go on without network: the outbox of the sheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

MINIMAL = "return=minimal"
"""RFC 7240: whoever asks so wants to know that it is written, and no page."""


@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """The words, the lines and the script of what waits to be sent; fetched once the sheet stands."""
    return render(request, "scoresheet/outbox.html")


def written(request: HttpRequest, address: str) -> HttpResponse:
    """The answer to a hand that was written: to a form the page to go to, to an outbox only that it is so."""
    if request.headers.get("Prefer") == MINIMAL:
        return HttpResponse(status=204, headers={"Preference-Applied": MINIMAL})
    return redirect(address)
