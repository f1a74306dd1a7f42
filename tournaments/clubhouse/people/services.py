"""People as personal data: other names, initials, no name at all, one person twice. No sum ever changes."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from cegoscore.clubs import people
from cegoscore.clubs.models import Club, Player
from cegoscore.scoresheet.models import Session
from tournaments.clubhouse.people.mentions import Names, take_out
from tournaments.models import Tournament
from tournaments.seasons.models import Season


def rename_person(person: Player, *, name: str, village: str) -> None:
    """Name and village, wherever the person stands. Raises `Refused`."""
    with transaction.atomic():
        _take_turn(person.club)
        people.rename(person.club_id, player=person.pk, name=name, village=village)


def shorten_person(person: Player, *, also: Collection[str] = ()) -> None:
    """Only the initials from now on, in typed texts too; `also` as `erase_person`. Done twice is done once."""
    with transaction.atomic():
        _take_turn(person.club)
        person.refresh_from_db(fields=("name", "village"))
        _call(person, people.initials_of(person.name), person.village, also)


def erase_person(person: Player, *, also: Collection[str] = ()) -> None:
    """The name goes everywhere, also from what was typed; `also` are texts in which a part of it shall go.

    Done twice is done once.
    """
    with transaction.atomic():
        _take_turn(person.club)
        _call(person, "", "", also)


def _call(person: Player, name: str, village: str, also: Collection[str]) -> None:
    rows = list(people.names_of(person.pk))
    take_out(person.club, Names({row.name for row in rows} - {name}), name or _("(erased)"), also)
    people.call(rows, name=name, village=village)


def merge_person(person: Player, *, kept: int) -> None:
    """The same person twice: from now on this one is `kept`, in every table. Raises `Refused`."""
    with transaction.atomic():
        _take_turn(person.club)
        people.merge(person.club_id, kept=kept, gone=person.pk)


def separate_person(record: Player) -> None:
    """Undo a merger: they are two people again."""
    with transaction.atomic():
        _take_turn(record.club)
        people.separate(record.club_id, player=record.pk)


def _take_turn(club: Club) -> None:
    """New versions, so that whoever looks on sees other names; finished and closed ones show names, too.

    Seasons, tournaments, sheets, the club: everybody queues in this order, so that nobody waits in a circle.
    """
    Season.objects.filter(club=club).update(version=F("version") + 1)
    Tournament.objects.filter(club=club).update(version=F("version") + 1)
    Session.objects.filter(club=club).update(version=F("version") + 1)
    people.queue_on(club.pk)
