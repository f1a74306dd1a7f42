"""Links and codes to a sheet."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.codes import find_by_code, typed_code
from cegoscore.clubs.rights.guessing import TURN, count_wrong_code, guesser, must_wait
from cegoscore.clubs.rights.link_pages import LinkOffer, LinkPage
from cegoscore.clubs.rights.views import let_in
from cegoscore.scoresheet.evening.exports import message_of
from cegoscore.scoresheet.ledger.access import get_sheet, may_arrange
from cegoscore.scoresheet.ledger.offline import opens_without_network
from cegoscore.scoresheet.ledger.services.sheets import called
from cegoscore.scoresheet.models import State

OFFERS = {
    Right.LOOK: LinkOffer(
        label=Right.LOOK.label,
        sentence=gettext_lazy("Whoever opens this link sees the sheet, but cannot write on it."),
        button=gettext_lazy("Make a link to look on"),
    ),
    Right.WRITE: LinkOffer(
        label=Right.WRITE.label,
        sentence=gettext_lazy(
            "Whoever opens this link may write, correct and strike hands on this sheet and say who deals, and nothing "
            "else. It ends when the evening is closed; then they may only look."
        ),
        button=gettext_lazy("Make a link to write, too"),
        asks_until=True,
    ),
}


def sheet_links(request: HttpRequest, sheet_id: uuid.UUID) -> LinkPage:
    """Links for looking and writing; the evening as text and as files."""
    sheet, right = get_sheet(request, sheet_id, Right.WRITE)
    of_use = [Right.LOOK] if sheet.state == State.CLOSED else list(OFFERS)
    return LinkPage(
        kind="sheet",
        thing=sheet,
        called=called(sheet),
        template="scoresheet/evening/sheet_links.html",
        offers=OFFERS,
        makes=of_use if may_arrange(sheet, right) else (),
        revokes=right.covers(Right.MANAGE),
        more={
            "sheet": sheet,
            "message": message_of(sheet),
            "opens_without_network": opens_without_network(request),
        },
    )


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
