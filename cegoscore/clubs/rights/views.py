"""Opening a link, the same for every kind of link."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from cegoscore.clubs.models import Link
from cegoscore.clubs.rights.addresses import address_of
from cegoscore.clubs.rights.devices import known_device, remember
from cegoscore.clubs.rights.links import accept_link, count_failed_guess, find_link


def follow_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Note the link's right for this device and redirect to the clean address of its target.

    A secret that opens nothing gets 404, and 429 once an address tried too many; good ones always work.
    """
    link = find_link(secret)
    if link is None:
        too_many = count_failed_guess(address_asking(request))
        return render(
            request, "clubs/rights/link_unknown.html", {"too_many": too_many}, status=429 if too_many else 404
        )
    return let_in(request, link)


def let_in(request: HttpRequest, link: Link) -> HttpResponse:
    """Give the device the link's right and send it to the target, unless that is gone."""
    address = address_of(link)
    if address is None:
        return render(request, "clubs/rights/link_unknown.html", status=404)
    device = known_device(request)
    accept_link(device, link)
    response = HttpResponseRedirect(address)
    remember(response, device)
    return response


def address_asking(request: HttpRequest) -> str:
    """The client's address: behind a proxy the last one in its header, which the client cannot forge."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.PUBLIC_URL else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
