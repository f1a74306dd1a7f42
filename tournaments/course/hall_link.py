"""The link by which everybody in the hall finds the tournament: one QR code on cards, wall, posters and sheets.

It lets look and no more. It is made with the tournament, or with the first draw of one that never had it; once the
organiser took it back, none is made unasked.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.safestring import SafeString

from cegoscore.clubs.models import Link, LinkQuerySet, Right
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.link_pages import qr_svg, row_of
from cegoscore.clubs.rights.links import can_be_shown, link_for
from cegoscore.reached import public_address
from tournaments.models import Tournament


def make_hall_link(tournament: Tournament) -> None:
    """Make the link, unless there was one before. Called within a write."""
    if not _links(tournament).exists():
        link_for(tournament.club, right=Right.LOOK, target=tournament.pk)


def find_hall_link(tournament: Tournament) -> Link | None:
    """The link, if it holds and can be shown."""
    return next(filter(can_be_shown, _links(tournament).valid()), None)


def _links(tournament: Tournament) -> LinkQuerySet:
    return Link.objects.filter(club=tournament.club_id, right=Right.LOOK, target=tournament.pk)


def hall_address(request: HttpRequest, tournament: Tournament) -> str:
    """The address for phones in the hall: the link for whoever has it or manages it, else the public page, if any.

    A stranger who sees a public tournament is not handed the link, which lets look at single sheets, too.
    """
    knows = right_on(device_id(request), target=tournament.pk, club=tournament.club_id) is not None
    link = find_hall_link(tournament) if knows else None
    if link is not None:
        return row_of(request, link, "open_tournament_link").url
    return public_address(request, tournament.get_absolute_url()) if tournament.is_public else ""


def qr_of_hall(request: HttpRequest, tournament: Tournament) -> SafeString:
    """The QR code of `hall_address`; none if there is none that phones reach."""
    address = hall_address(request, tournament)
    return qr_svg(address) if address else SafeString()
