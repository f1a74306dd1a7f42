"""Names of clubs: given to them, and as labels where one is chosen, so that no two look alike, named or not."""

import logging
from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind, Player
from cegoscore.clubs.names import told_apart
from cegoscore.clubs.people import queue_on

MOST_NAMES = 4


def label_clubs(clubs: Iterable[Club]) -> dict[UUID, str]:
    """The name of each club, else who belongs to it; with its first day or a number if two were alike. One query."""
    rows = sorted(clubs, key=lambda club: (club.created_at, club.pk))
    people = _people_of([club.pk for club in rows if not club.name])
    plain = {club.pk: club.name or _unnamed(people[club.pk]) for club in rows}
    by_key = {club.pk: club for club in rows}
    return told_apart(plain, lambda key: _since(plain[key], by_key[key]))


def label_club(club: Club) -> str:
    """The name of a club, else who belongs to it."""
    return label_clubs([club])[club.pk]


def _people_of(clubs: list[UUID]) -> dict[UUID, list[str]]:
    names: dict[UUID, list[str]] = defaultdict(list)
    if clubs:
        people = Player.objects.filter(club__in=clubs, merged_into=None).exclude(name="")
        for club, name in people.order_by("pk").values_list("club", "name"):
            names[club].append(name)
    return names


def _unnamed(names: list[str]) -> str:
    if not names:
        return _("Group without a name")
    named = ", ".join(names[:MOST_NAMES])
    return _("%(names)s and others") % {"names": named} if len(names) > MOST_NAMES else named


def _since(label: str, club: Club) -> str:
    day = date_format(timezone.localtime(club.created_at), "SHORT_DATE_FORMAT")
    return _("%(circle)s (since %(day)s)") % {"circle": label, "day": day}


logger = logging.getLogger(__name__)


def name_club(club: Club, name: str, *, by: Device | UUID | None) -> None:
    """Call a club something; its log says so. Idempotent."""
    with transaction.atomic():
        queue_on(club.pk)
        before = Club.objects.values_list("name", flat=True).get(pk=club.pk)
        if before == name:
            return
        Club.objects.filter(pk=club.pk).update(name=name)
        note(club.pk, LogKind.CLUB_NAMED, device=by, before=before, after=name, tells=True)
    logger.info("device %s: club %s named", by.pk if isinstance(by, Device) else by, club.pk)
