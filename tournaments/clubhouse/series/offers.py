"""Consent of a club on this server that a tournament of its own counts in series of others: by a link, taken back.

What comes over is the same document as by file (`guests`): nothing else of the tournament opens.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Link, LogKind, Right
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.links import link_for, links_to, revoke
from tournaments.clubhouse.backup import write_backup
from tournaments.models import Decision, Tournament
from tournaments.papers.reading import parse_json
from tournaments.seasons.models import GuestEvent, Season, SeasonEvent, SeriesOffer
from tournaments.seasons.services import Signature, remove_event

SERIES = "series"
"""The word in the log for what such a link opens."""


@transaction.atomic
def give(tournament: Tournament, *, by: Device) -> Link:
    """The link by which other clubs may let the tournament count; one that holds is not made again."""
    offer, _is_new = SeriesOffer.objects.get_or_create(tournament=tournament)
    link = link_for(tournament.club, right=Right.LOOK, target=offer.pk)
    note(tournament.club_id, LogKind.LINK_MADE, device=by, subject=tournament.name, after=SERIES)
    return link


def take_back(tournament: Tournament, *, by: Device) -> None:
    """End the link; the tournament leaves every season that counts it by this. Idempotent.

    Raises `Refused` after it did so, with the names of those that are closed: they keep it.
    """
    closed = _taken_back(tournament, by)
    if closed:
        raise Refused("offer_counts_closed", names=", ".join(closed))


@transaction.atomic
def _taken_back(tournament: Tournament, by: Device) -> list[str]:
    offer = SeriesOffer.objects.filter(tournament=tournament).first()
    links = Link.objects.filter(target=offer.pk, revoked_at=None).order_by("pk") if offer else ()
    for link in links:
        revoke(link)
    if links:
        note(tournament.club_id, LogKind.LINK_REVOKED, device=by, subject=tournament.name, after=SERIES)
    closed = []
    for event in _events(offer):
        try:
            remove_event(event, by=Signature(device=by), taken_back=True)
        except Refused:  # it is closed: without a reason nothing leaves it
            closed.append(event.season.name)
    return closed


def _events(offer: SeriesOffer | None) -> Iterable[SeasonEvent]:
    events = SeasonEvent.objects.filter(guest__offer=offer.pk) if offer else SeasonEvent.objects.none()
    return events.select_related("season__club").order_by("season", "pk")


def shown(tournament: Tournament) -> tuple[Link | None, list[Season]]:
    """The link that holds and can be shown, and the seasons that count the tournament by it."""
    offer = SeriesOffer.objects.filter(tournament=tournament).first()
    links = links_to(tournament.club, offer.pk) if offer else []
    return next(iter(links), None), [event.season for event in _events(offer)]


def hold(offer: UUID, season: Season) -> None:
    """Keep the consent until the end of this write: `take_back` waits. Raises `Refused` without one."""
    if not Link.objects.valid().filter(target=offer).update(revoked_at=None):
        raise Refused("offer_gone")
    if Tournament.objects.filter(offer=offer, club=season.club_id).exists():
        raise Refused("offer_own")


def get_offered(request: HttpRequest, offer: UUID) -> Tournament:
    """The tournament that this device may let count by a link it opened; 404 for everybody else."""
    tournament = Tournament.objects.filter(offer=offer).select_related("club").first()
    if tournament is None or right_on(device_id(request), target=offer, club=tournament.club_id) is None:
        raise Http404
    return tournament


def counts_in(season: Season, offer: UUID) -> bool:
    """True if the season counts the offered tournament: then whoever manages it reads it anew."""
    return season.events.filter(guest__offer=offer).exists()


def guest_document(offer: UUID) -> Any:
    """The document of an offered tournament as its file has it, read and proved. Raises `Refused` without consent."""
    tournament = Tournament.objects.filter(offer=offer).first()
    if tournament is None or not Link.objects.valid().filter(target=offer).exists():
        raise Refused("offer_gone")
    out = StringIO()
    write_backup(tournament, out)
    reading, _problems = parse_json(out.getvalue())
    if reading is None:
        raise Refused("guest_unproved")
    return reading


@dataclass(frozen=True, slots=True)
class CountedOffer:
    """A tournament that a season counts by an offer: with or without consent now, and as it is now or as it was."""

    guest: GuestEvent
    holds: bool
    is_newest: bool


def given_to(season: Season) -> list[CountedOffer]:
    """The tournaments of clubs on this server that a season counts, in the order of their days."""
    newest = Decision.objects.filter(tournament__offer=OuterRef("offer"), tournament__deleted_at=None)
    guests = GuestEvent.objects.filter(event__season=season, offer__isnull=False).select_related("event")
    guests = guests.annotate(newest=Subquery(newest.order_by("-number").values("hash")[:1])).order_by(
        "event__day", "pk"
    )
    keys = [guest.offer for guest in guests if guest.offer]
    valid = set(Link.objects.valid().filter(target__in=keys).values_list("target", flat=True)) if keys else set()
    return [
        CountedOffer(
            guest, holds=guest.offer in valid and guest.newest is not None, is_newest=guest.newest == guest.mark
        )
        for guest in guests
    ]


def seasons_to_choose(clubs: Iterable[Club], tournament: Tournament) -> list[Season]:
    """The open seasons of these clubs, without those of the tournament's own."""
    rows = Season.objects.filter(club__in=list(clubs), closed_at=None).exclude(club=tournament.club_id)
    return list(rows.select_related("club").order_by("club__name", "first_day", "pk"))
