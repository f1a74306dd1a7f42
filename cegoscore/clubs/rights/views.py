"""Opening a link, the same for every kind of link."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from cegoscore.clubs.models import Link
from cegoscore.clubs.rights.addresses import address_of
from cegoscore.clubs.rights.devices import known_device, remember
from cegoscore.clubs.rights.links import accept_link, find_link
from cegoscore.clubs.rights.managers import makes_manager
from cegoscore.clubs.rights.previews import makes_previews, preview_page


def follow_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Note the link's right for this device and redirect to the clean address of its target.

    A secret that opens nothing gets 404; nothing is written for it. A link that makes a manager asks first: it opens
    once. Programs that show a preview of a link get no right by it.
    """
    link = find_link(secret)
    if link is None:
        return no_such_link(request)
    if makes_previews(request):
        return preview_page(request, link, secret)
    if makes_manager(link):
        return render(request, "clubs/rights/manage.html", {"club": link.club, "secret": secret})
    return let_in(request, link)


def no_such_link(request: HttpRequest) -> HttpResponse:
    """404 for a link that opens nothing, or no longer."""
    return render(request, "clubs/rights/link_unknown.html", status=404)


def let_in(request: HttpRequest, link: Link) -> HttpResponse:
    """Give the device the link's right, and send it to the target unless that is gone; HEAD gives no right."""
    address = address_of(link)
    if address is None:
        return no_such_link(request)
    response = HttpResponseRedirect(address)
    if request.method == "HEAD":
        return response
    device = known_device(request)
    accept_link(device, link)
    remember(response, device)
    return response
