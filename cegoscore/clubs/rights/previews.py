"""Previews of links as messengers show them: only a link that lets look says what it leads to."""

import re
from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.links import find_link
from cegoscore.front.limits import one_at_a_time
from cegoscore.pictures import Picture, picture_answer, png_of
from cegoscore.reached import public_address
from cegoscore.registry import Registry

PROGRAM = re.compile(r"(?<!cu|m )bot\b|whatsapp|facebookexternalhit|preview", re.IGNORECASE)
"""The `User-Agent` of programs that make previews. They keep no cookie, so a right is lost on them.

Phones are none: some are called Cubot or M bot.
"""

SHOWN: Registry[Callable[[UUID], Picture | None]] = Registry()
"""Finders of the picture that strangers may see of a link's target, if it is one of their own."""


def makes_previews(request: HttpRequest) -> bool:
    """Tell whether a program asks that shows a preview of the link to people."""
    return PROGRAM.search(request.headers.get("User-Agent", "")) is not None


def preview_page(request: HttpRequest, link: Link, secret: str) -> HttpResponse:
    """The page that has the preview; it gives no right."""
    context = {"preview": _shown(link), "image": public_address(request, reverse("link_picture", args=[secret]))}
    return render(request, "clubs/rights/preview.html", context)


@require_safe
@one_at_a_time("GET", "HEAD")
def link_picture(_request: HttpRequest, secret: str) -> HttpResponse:
    """The picture in the preview of a link that lets look."""
    link = find_link(secret)
    return picture_answer(preview_png(_shown(link) if link else None))


def preview_png(picture: Picture | None) -> bytes:
    """Draw the picture of a preview; 404 where there is nothing to show."""
    if picture is None or not picture.rows:
        raise Http404
    return png_of(picture)


def _shown(link: Link) -> Picture | None:
    if link.right != Right.LOOK:
        return None
    return next((picture for finder in SHOWN if (picture := finder(link.target))), None)
