"""Links and codes to a sheet."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights import sharing
from cegoscore.clubs.rights.codes import find_by_code, give_code, typed_code
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.clubs.rights.guessing import TURN, count_wrong_code, guesser, must_wait
from cegoscore.clubs.rights.links import links_to
from cegoscore.clubs.rights.shown_links import shown_link
from cegoscore.clubs.rights.views import follow_link, let_in
from cegoscore.scoresheet.evening.evening_forms import LinkForm
from cegoscore.scoresheet.evening.exports import message_of
from cegoscore.scoresheet.ledger.access import get_link, get_sheet, get_sheet_to_arrange, may_arrange
from cegoscore.scoresheet.ledger.offline import opens_without_network
from cegoscore.scoresheet.ledger.services.sheets import called
from cegoscore.scoresheet.models import State

MAY: dict[Right, Any] = {
    Right.LOOK: gettext_lazy("Whoever opens this link sees the sheet, but cannot write on it."),
    Right.WRITE: gettext_lazy(
        "Whoever opens this link may write, correct and strike hands on this sheet and say who deals, and nothing "
        "else. It ends when the evening is closed; then they may only look."
    ),
}


@require_safe
def open_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link or QR code to a sheet was opened."""
    return follow_link(request, secret)


@require_http_methods(["GET", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """A short code was typed. After too many wrong ones a device has to wait; links still work."""
    if request.method == "GET":
        return render(request, "scoresheet/evening/enter_code.html")
    typed = request.POST.get("code", "")[:50]
    code = typed_code(typed)
    if code is None:
        return _wrong_code(request, typed, _("A code has eight letters and digits, as in ACDE-FHJK."), status=422)
    if wait := must_wait(who := guesser(request)):
        sentence = (
            _("Many wrong codes are typed here at the moment. Try again in a few seconds, until it is your turn.")
            if wait == TURN
            else _("Too many wrong codes came from here. Wait an hour, or use the link or the picture instead.")
        )
        return _wrong_code(request, typed, sentence, status=429)
    link = find_by_code(code)
    if link is None:
        count_wrong_code(who)
        sentence = _("This code opens nothing: it holds for a day. Look again, or ask for a new one.")
        return _wrong_code(request, typed, sentence, status=404)
    return let_in(request, link)


def _wrong_code(request: HttpRequest, typed: str, sentence: str, *, status: int) -> HttpResponse:
    return render(request, "scoresheet/evening/enter_code.html", {"typed": typed, "sentence": sentence}, status=status)


@require_safe
def share(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Links for looking and writing, as QR codes and as codes to type; the evening as text and as files."""
    sheet, right = get_sheet(request, sheet_id, Right.WRITE)
    arranges, manages = may_arrange(sheet, right), right.covers(Right.MANAGE)
    links = [
        shown_link(
            request,
            link,
            opened_by="open_link",
            label=link.get_right_display(),
            sentence=MAY[Right(link.right)],
            code_url=reverse("create_code", args=[sheet.id, link.pk]) if arranges else "",
            revoke_url=reverse("revoke_link", args=[sheet.id, link.pk]) if manages else "",
        )
        for link in links_to(sheet.club, sheet.id)
    ]
    there = {link.right for link in links}
    context = {
        "sheet": sheet,
        "links": links,
        "has_link_to_look": Right.LOOK in there,
        "needs_no_link_to_write": Right.WRITE in there or sheet.state == State.CLOSED,
        "may_arrange": arranges,
        "form": LinkForm(),
        "message": message_of(sheet),
        "opens_without_network": opens_without_network(request),
    }
    return render(request, "scoresheet/evening/share.html", context)


@require_POST
def create_link(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Make a link to the sheet; one to write holds until noon of the next day if nothing else is chosen."""
    sheet, _right = get_sheet_to_arrange(request, sheet_id)
    form = LinkForm(request.POST)
    if not form.is_valid():
        raise Http404
    right, by = form.cleaned_data["right"], granted_device(request).pk
    until = form.until() if right is Right.WRITE else None
    sharing.share(sheet.club, right=right, target=sheet.pk, called=called(sheet), by=by, until=until)
    return HttpResponseRedirect(reverse("share", args=[sheet.id]))


@require_POST
def create_code(request: HttpRequest, sheet_id: uuid.UUID, link_id: int) -> HttpResponse:
    """Let a link have a code that can be typed, for a day."""
    sheet, _right = get_sheet_to_arrange(request, sheet_id)
    give_code(get_link(sheet, link_id))
    return redirect("share", sheet.id)


@require_POST
def revoke_link(request: HttpRequest, sheet_id: uuid.UUID, link_id: int) -> HttpResponse:
    """Take a link back from everybody who has it; only for who manages the club."""
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    sharing.unshare(get_link(sheet, link_id), called=called(sheet), by=granted_device(request).pk)
    return redirect("share", sheet.id)
