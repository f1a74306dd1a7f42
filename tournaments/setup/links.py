"""Links and codes to a tournament: for the desk's helpers, for those who look, for those who announce themselves."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights import sharing
from cegoscore.clubs.rights.access import get_link
from cegoscore.clubs.rights.codes import give_code
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.clubs.rights.links import find_link, links_to, secret_of
from cegoscore.clubs.rights.managers import hangs_on
from cegoscore.clubs.rights.qr import qr_svg
from cegoscore.clubs.rights.shown_links import ShownLink, shown_link
from cegoscore.clubs.rights.views import follow_link
from cegoscore.reached import public_address
from tournaments.course.access import HELPER, ORGANISER, get_tournament, is_tournament
from tournaments.course.acts import answered
from tournaments.models import Tournament
from tournaments.setup import services

OFFERED: dict[Right, Any] = {
    Right.LOOK: gettext_lazy("Whoever opens this link sees seats, clock and standings, and changes nothing."),
    Right.DESK: gettext_lazy(
        "Whoever opens this link registers people and enters results. Drawing, closing and voiding stay with you."
    ),
}
"""Rights of links to a tournament, in words."""

LABELS: dict[Right, Any] = {Right.LOOK: gettext_lazy("View only"), Right.DESK: gettext_lazy("Help at the desk")}
"""Names of links."""

END_OF_HELP = gettext_lazy("It ends at noon of the day after the tournament is finished.")

WIDENED = gettext_lazy(
    "Whoever opens this link registers people, enters results, draws, starts and closes rounds of this tournament."
    " Voiding tables, settings and the end stay with you."
)
"""The desk's link in words, once helpers may draw and close."""

ANNOUNCE = "announce"
"""`?to=` of an opened link that leads to the page for announcements."""


def _offered_to(right: Right) -> list[Right]:
    """Helpers hand on what everybody may see; only the organiser lets others at the desk."""
    return [each for each in OFFERED if each is Right.LOOK or right.covers(ORGANISER)]


@require_safe
def open_tournament_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link or QR code to a tournament was opened."""
    response = follow_link(request, secret)
    link = find_link(secret) if request.GET.get("to") == ANNOUNCE and response.status_code == 302 else None
    if link is not None and is_tournament(link.target):
        response["Location"] = reverse("announce", args=[link.target])
    return response


@require_safe
def links(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Every link that this device may hand on, as QR code, as address, as code to type."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    return _links_page(request, tournament, right)


def _links_page(
    request: HttpRequest, tournament: Tournament, right: Right, *, problem: str = "", status: int = 200, **_more: object
) -> HttpResponse:
    offered, organises = _offered_to(right), right.covers(ORGANISER)
    found = [link for link in links_to(tournament.club, tournament.pk) if link.right in offered]
    context = {
        "tournament": tournament,
        "helpers_run": tournament.helpers_run,
        "links": [_shown(request, tournament, link, may_organise=organises) for link in found],
        "missing": [each for each in offered if each not in {link.right for link in found}],
        "may_widen": organises and not tournament.is_over,
        "announcing": _announcing(request, tournament, found),
        "lacks_spare": hangs_on(tournament.club, device_id(request)),
        "problem": problem,
    }
    return render(request, "tournaments/setup/links.html", context, status=status)


def _shown(request: HttpRequest, tournament: Tournament, link: Link, *, may_organise: bool) -> ShownLink:
    right = Right(link.right)
    is_wide = right is Right.DESK and tournament.helpers_run
    return shown_link(
        request,
        link,
        opened_by="open_tournament_link",
        label=LABELS[right],
        sentence=WIDENED if is_wide else OFFERED[right],
        ends=END_OF_HELP if right is Right.DESK else "",
        code_url=reverse("give_tournament_code", args=[tournament.pk, link.pk]),
        revoke_url=reverse("revoke_tournament_link", args=[tournament.pk, link.pk]) if may_organise else "",
    )


def _announcing(request: HttpRequest, tournament: Tournament, links: list[Link]) -> dict[str, Any] | None:
    """The page for announcements; of a tournament that is not public it is reached by the link to look."""
    if not tournament.takes_announcements:
        return None
    look = next((link for link in links if link.right == Right.LOOK), None)
    if tournament.is_public:
        url = public_address(request, reverse("announce", args=[tournament.pk]))
    elif look is not None:
        path = reverse("open_tournament_link", args=[secret_of(look)])
        url = public_address(request, f"{path}?to={ANNOUNCE}")
    else:
        return {"url": "", "qr_svg": ""}
    return {"url": url, "qr_svg": qr_svg(url)}


@require_POST
def widen_helpers(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Let whoever has the desk's link draw and close, or no longer."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    page = partial(_links_page, request, tournament, right)
    device = granted_device(request)
    act = partial(services.let_helpers_run, tournament, lets="run" in request.POST, device=device)
    return answered(page, act, "links", tournament.pk)


@require_POST
def create_tournament_link(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Make a link to the tournament."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    wanted = request.POST.get("right")
    if wanted not in OFFERED:
        raise Http404
    if Right(wanted) is not Right.LOOK:
        get_tournament(request, tournament_id, ORGANISER)
    by = granted_device(request).pk
    sharing.share(tournament.club, right=Right(wanted), target=tournament.pk, called=tournament.name, by=by)
    return redirect("links", tournament.pk)


def _get_link(tournament: Tournament, right: Right, link_id: int) -> Link:
    """A link to this tournament that holds, and that this device may hand on."""
    return get_link(tournament.club_id, tournament.pk, link_id, rights=_offered_to(right))


@require_POST
def give_tournament_code(request: HttpRequest, tournament_id: uuid.UUID, link_id: int) -> HttpResponse:
    """Let a link have a code that can be typed, for a day."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    give_code(_get_link(tournament, right, link_id))
    return redirect("links", tournament.pk)


@require_POST
def revoke_tournament_link(request: HttpRequest, tournament_id: uuid.UUID, link_id: int) -> HttpResponse:
    """Take a link back from everybody who came by it."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    link = _get_link(tournament, right, link_id)
    sharing.unshare(link, called=tournament.name, by=granted_device(request).pk)
    return redirect("links", tournament.pk)
