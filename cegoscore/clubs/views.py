"""What every kind of link has in common when it is opened."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from cegoscore.clubs.devices import known_device, remember
from cegoscore.clubs.links import accept_link, count_failed_guess, find_link


def follow_link(request: HttpRequest, secret: str, *, address_of: Callable[[uuid.UUID], str]) -> HttpResponse:
    """Note the link's right for this device and redirect to the clean address of its target.

    A secret that opens nothing gets 404, and 429 once an address tried too many; good ones always work.
    """
    link = find_link(secret)
    if link is None:
        too_many = count_failed_guess(request.META.get("REMOTE_ADDR", ""))
        return render(request, "clubs/link_unknown.html", {"too_many": too_many}, status=429 if too_many else 404)
    device = known_device(request)
    accept_link(device, link)
    response = HttpResponseRedirect(address_of(link.target))
    remember(response, device)
    return response
