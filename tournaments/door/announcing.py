"""Announcements: who will come, before there is a door; places and waiting are derived from them in `page`."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from cegoscore.clubs import people
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind, Player
from tournaments.course.locks import Refused, lock_tournament
from tournaments.course.queries import is_closed, is_past
from tournaments.door.services import Newcomer, entrant_of, noted, person_for, team_for
from tournaments.models import Entrant, EntrantStatus, Tournament

MOST_ANNOUNCED = 200
"""Limit of announcements on the page; at the door people are registered beyond it."""

MOST_BY_DEVICE = 12
"""Limit of announcements from one device: a club's captain brings three tables."""

RUSH, MOST_IN_A_RUSH = timedelta(minutes=10), 60
"""Limit of announcements within this time, from all devices together."""


@transaction.atomic
def announce(
    tournament: Tournament,
    newcomer: Newcomer,
    *,
    uuid: UUID,
    instead: UUID | None = None,
    device: Device | None = None,
) -> Entrant:
    """Announce a person, or put them `instead` of whoever another announcement noted, in the same place of the order.

    The number is given at the door. Sent twice, noted once. The answer does not tell who is known or announced already.
    Raises `Refused` if the tournament takes no announcements, or no more, and for somebody who is here by now.
    """
    tournament = lock_tournament(tournament)
    if not tournament.takes_announcements or tournament.played_rounds.exists():
        raise Refused("no_announcements")
    if is_past(tournament):
        raise Refused("day_over")
    if is_closed(tournament):
        raise Refused("announcing_over")
    before = tournament.entrants.filter(uuid=uuid).first()
    if before:
        return before
    replaced, now = _announced(tournament, instead or uuid), timezone.now()
    since = replaced.values_list("created_at", flat=True).first()
    replaced.update(status=EntrantStatus.WITHDRAWN, created_at=now)  # so that corrections are a rush, too
    _check_rush(tournament, device)
    if newcomer.team:
        team_for(tournament, newcomer.team, [Entrant()])  # also of who is on the list: the answer is the same
    return _announce(tournament, newcomer, uuid, device, since or now)


@transaction.atomic
def announce_team(
    tournament: Tournament,
    newcomers: Iterable[Newcomer],
    *,
    uuid: UUID,
    instead: UUID | None = None,
    device: Device | None = None,
) -> None:
    """Announce several people at once, all or nobody: the first `instead` of another, with `uuid_of_mate` each.

    Raises `Refused` as `announce` does.
    """
    for place, newcomer in enumerate(newcomers):
        announce(tournament, newcomer, uuid=uuid_of_mate(uuid, place), instead=instead, device=device)
        instead = None


def uuid_of_mate(uuid: UUID, place: int) -> UUID:
    """The UUID of the announcement of somebody whom another one announced with themselves, who is at place 0."""
    return uuid5(uuid, str(place)) if place else uuid


@transaction.atomic
def take_back_announcement(tournament: Tournament, uuid: UUID) -> None:
    """Withdraw whoever was noted by the announcement with this UUID. Idempotent. Raises `Refused` if they are here.

    Nobody was if the person was known: the answer does not tell.
    """
    tournament = lock_tournament(tournament)
    _announced(tournament, uuid).update(status=EntrantStatus.WITHDRAWN)


def noted_by(tournament: Tournament, uuid: UUID) -> QuerySet[Entrant]:
    """Whoever was noted by this announcement, also if they were then registered by their name."""
    return tournament.entrants.filter(Q(uuid=uuid) | Q(before__0__uuid=str(uuid)))


@transaction.atomic
def said_to_be(entrant: Entrant, player: int, *, device: Device | None) -> None:
    """Note that who was announced is a person whom the club knows: the announced name is one of theirs from now on.

    Said twice, noted once. It can be undone as every merger can. Raises `Refused` if the club knows nobody by this key.
    """
    named = entrant.player_id
    tournament = lock_tournament(entrant.tournament)
    people.queue_on(tournament.club_id)
    announced = Player.objects.get(pk=named)
    known = people.persons_of(tournament.club_id).filter(pk=player).exclude(name="").first()
    if known is None or known == announced:
        raise Refused("player_unknown")
    if announced.merged_into_id is None:
        Player.objects.filter(pk=announced.pk).update(merged_into=known, merged_first=known)
        undoes, club = {"player": announced.pk, "kept": known.pk}, tournament.club_id
        note(club, LogKind.MERGED, device=device, before=announced.name, after=known.name, undoes=undoes)


def _announced(tournament: Tournament, uuid: UUID) -> QuerySet[Entrant]:
    """Whoever was noted by this announcement, unless it was taken back. Raises `Refused` if they are here."""
    if noted_by(tournament, uuid).filter(status=EntrantStatus.PRESENT).exists():
        raise Refused("changed_since")
    return tournament.entrants.filter(uuid=uuid, status=EntrantStatus.ANNOUNCED)


@transaction.atomic
def announce_all(tournament: Tournament, newcomers: Iterable[Newcomer]) -> list[Entrant]:
    """Note a whole list of people who will come, with what is known of them, also of who is on the list or here.

    Raises `Refused`.
    """
    tournament = lock_tournament(tournament)
    announced = [(_announce(tournament, newcomer, uuid4(), None, timezone.now()), newcomer) for newcomer in newcomers]
    return [noted(tournament, entrant, newcomer) for entrant, newcomer in announced]


def _announce(
    tournament: Tournament, newcomer: Newcomer, uuid: UUID, device: Device | None, since: datetime
) -> Entrant:
    player = person_for(tournament, newcomer)
    before = entrant_of(tournament, player)
    if before and (before.number or before.status == EntrantStatus.ANNOUNCED):
        return before
    entrant = before or Entrant(player=player, announced_by=device)
    entrant.created_at = since
    entrant.uuid, entrant.status, entrant.practises = uuid, EntrantStatus.ANNOUNCED, newcomer.practises
    return noted(tournament, entrant, newcomer)


def _check_rush(tournament: Tournament, device: Device | None) -> None:
    """Check the limits of announcements, by device and in sum. Raises `Refused`."""
    announced = tournament.entrants.exclude(announced_by=None)
    if device and announced.filter(announced_by=device).count() >= MOST_BY_DEVICE:
        raise Refused("announced_enough", most=MOST_BY_DEVICE)
    if announced.filter(created_at__gt=timezone.now() - RUSH).count() >= MOST_IN_A_RUSH:
        raise Refused("announced_too_fast")
    if announced.count() >= MOST_ANNOUNCED:
        raise Refused("announcements_full")
