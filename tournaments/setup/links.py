"""Links and codes to a tournament: for the desk's helpers, for those who look, for those who announce themselves."""

from dataclasses import replace
from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.clubs.rights.link_pages import LinkOffer, LinkPage, LinkRow, row_of
from cegoscore.clubs.rights.links import find_link
from cegoscore.clubs.rights.managers import hangs_on
from cegoscore.clubs.rights.views import follow_link
from cegoscore.reached import public_address
from tournaments.course.access import HELPER, ORGANISER, find_hall_link, get_tournament, is_tournament
from tournaments.course.queries import is_closed, is_past
from tournaments.course.views import answered
from tournaments.models import Tournament
from tournaments.setup import services

LOOK = LinkOffer(
    label=gettext_lazy("View only"),
    sentence=gettext_lazy("Anyone who opens this link sees seats, clock and standings, and changes nothing."),
    button=gettext_lazy("Make a link to look on"),
)
HELP = LinkOffer(
    label=gettext_lazy("Help at the desk"),
    sentence=gettext_lazy(
        "Anyone who opens this link registers people and enters results. Drawing, closing and voiding stay with you."
    ),
    button=gettext_lazy("Make a link for helpers at the desk"),
    ends=gettext_lazy("It ends at noon of the day after the tournament is finished."),
)
WIDENED = gettext_lazy(
    "Anyone who opens this link registers people, enters results, draws, starts and closes rounds of this tournament."
    " Voiding tables, settings and the end stay with you."
)
"""The desk's link in words, once helpers may draw and close."""

ANNOUNCE = "announce"
"""`?to=` of an opened link that leads to the page for announcements."""


@require_safe
def open_tournament_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link or QR code to a tournament was opened."""
    response = follow_link(request, secret)
    link = find_link(secret) if request.GET.get("to") == ANNOUNCE and response.status_code == 302 else None
    if link is not None and is_tournament(link.target):
        response["Location"] = reverse("announce", args=[link.target])
    return response


def tournament_links(request: HttpRequest, tournament_id: UUID) -> LinkPage:
    """Helpers hand on what everybody may see; only the organiser lets others at the desk."""
    tournament, right = get_tournament(request, tournament_id, HELPER)
    organises = right.covers(ORGANISER)
    help_ = replace(HELP, sentence=WIDENED) if tournament.helpers_run else HELP
    offers = {Right.LOOK: LOOK, Right.DESK: help_} if organises else {Right.LOOK: LOOK}
    return LinkPage(
        kind="tournament",
        thing=tournament,
        called=tournament.name,
        template="tournaments/setup/tournament_links.html",
        offers=offers,
        makes=offers,
        revokes=organises,
        opened_by="open_tournament_link",
        first=[_announcing(request, tournament)] if _takes_announcements(tournament) else [],
        more={
            "tournament": tournament,
            "may_widen": organises and not tournament.is_over,
            "lacks_spare": hangs_on(tournament.club, device_id(request)),
        },
    )


def _takes_announcements(tournament: Tournament) -> bool:
    return tournament.takes_announcements and not is_past(tournament) and not is_closed(tournament)


def _announcing(request: HttpRequest, tournament: Tournament) -> LinkRow:
    """The page for announcements; of a tournament that is not public it is reached by the link to look."""
    sentence = _("For the poster and the group chat: anyone who comes announces themselves, and is found at the door.")
    if tournament.is_public:
        url = public_address(request, reverse("announce", args=[tournament.pk]))
    elif look := find_hall_link(tournament):
        url = f"{row_of(request, look, 'open_tournament_link').url}?to={ANNOUNCE}"
    else:
        url, sentence = "", _("Make a link to look on first: the tournament is not public.")
    return LinkRow(offer=LinkOffer(label=_("Announce yourself"), sentence=sentence), url=url)


@require_POST
def widen_helpers(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Let whoever has the desk's link draw and close, or no longer."""
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)

    def page(*, problem: str, status: int, **_more: object) -> HttpResponse:
        this = tournament_links(request, tournament_id)
        return render(request, this.template, {**this.shown(request), "problem": problem}, status=status)

    act = partial(services.let_helpers_run, tournament, lets="run" in request.POST, device=granted_device(request))
    return answered(page, act, "tournament_links", tournament.pk)
