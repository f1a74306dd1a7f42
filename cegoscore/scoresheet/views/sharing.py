"""Links to a sheet."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_GET, require_POST

from cegoscore.clubs.links import link_for, links_to, public_address, secret_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.qr import qr_svg
from cegoscore.clubs.views import follow_link
from cegoscore.scoresheet.views.access import get_sheet_to_write

MAY: dict[Right, Any] = {
    Right.LOOK: lazy("Whoever opens this link sees the sheet, but cannot write on it."),
    Right.WRITE: lazy("Whoever opens this link may write, correct and strike hands on this sheet, and nothing else."),
}


@require_GET
def open_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link or QR code to a sheet was opened."""
    return follow_link(request, secret, address_of=lambda target: reverse("sheet", args=[target]))


@require_GET
def share(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Links for looking and writing, as QR codes."""
    sheet = get_sheet_to_write(request, sheet_id)
    links = [
        {
            "right": link.right,
            "label": link.get_right_display(),
            "sentence": MAY[Right(link.right)],
            "url": (url := public_address(request, reverse("open_link", args=[secret_of(link)]))),
            "qr_svg": qr_svg(url),
        }
        for link in links_to(sheet.club, sheet.id)
    ]
    return render(request, "scoresheet/share.html", {"sheet": sheet, "links": links})


@require_POST
def create_link(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Make a link to the sheet."""
    sheet = get_sheet_to_write(request, sheet_id)
    right = request.POST.get("right")
    if right not in (Right.LOOK, Right.WRITE):
        raise Http404
    link_for(sheet.club, right=Right(right), target=sheet.id)
    return HttpResponseRedirect(reverse("share", args=[sheet.id]))
