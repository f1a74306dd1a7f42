"""Opening a link, and handing links on: the same for whatever they lead to."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Link
from cegoscore.clubs.rights.access import get_link
from cegoscore.clubs.rights.codes import give_codes
from cegoscore.clubs.rights.devices import granted_device, known_device, remember
from cegoscore.clubs.rights.link_pages import LinkForm, LinkPage
from cegoscore.clubs.rights.links import accept_link, address_of, find_link, share, unshare
from cegoscore.clubs.rights.managers import makes_manager
from cegoscore.clubs.rights.previews import makes_previews, preview_page
from cegoscore.front.limits import form_page


@require_safe
def open_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link or QR code was opened."""
    return follow_link(request, secret)


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


# Handing them on

GetPage = Callable[[HttpRequest, UUID], LinkPage]
"""Fetch the page of a target as the asking device may see it, else 404 or 403."""


def links_of(kind: str, get_page: GetPage) -> list[URLPattern]:
    """The addresses of a page of links, below the one of its target."""
    below: dict[str, Callable[..., HttpResponse]] = {
        "links": links,
        "links/<int:link_id>/code": give_code,
        "links/<int:link_id>/revoke": revoke_link,
    }
    return [
        path(f"<uuid:{kind}_id>/{end}", view, {"get_page": get_page}, name=f"{kind}_{view.__name__}")
        for end, view in below.items()
    ]


@form_page
def links(request: HttpRequest, get_page: GetPage, **key: UUID) -> HttpResponse:
    """Every link that this device may hand on, as QR code, as address, as code to type; a form makes one more.

    None is made where a service refuses: the page says why.
    """
    page = get_page(request, *key.values())
    if request.method == "GET":
        return render(request, page.template, page.shown(request))
    form = LinkForm(request.POST)
    if not page.makes:
        raise PermissionDenied
    if not form.is_valid() or form.cleaned_data["right"] not in page.makes:
        raise Http404
    right, by = form.cleaned_data["right"], granted_device(request).pk
    until = form.until() if page.offers[right].asks_until else None
    make = page.make or partial(share, page.thing.club, target=page.thing.pk, called=page.called)
    with suppress(Refused):
        make(right=right, by=by, until=until)
    return redirect(page.address)


@require_POST
def give_code(request: HttpRequest, link_id: int, get_page: GetPage, **key: UUID) -> HttpResponse:
    """Let a link have a code that can be typed, for a day."""
    page = get_page(request, *key.values())
    if not page.makes:
        raise PermissionDenied
    give_codes([get_link(page.thing.club_id, page.thing.pk, link_id, rights=page.makes)])
    return redirect(page.address)


@require_POST
def revoke_link(request: HttpRequest, link_id: int, get_page: GetPage, **key: UUID) -> HttpResponse:
    """Take a link back from everybody who has it."""
    page = get_page(request, *key.values())
    if not page.revokes:
        raise PermissionDenied
    link = get_link(page.thing.club_id, page.thing.pk, link_id, rights=page.offers)
    unshare(link, called=page.called, by=granted_device(request).pk)
    return redirect(page.address)
