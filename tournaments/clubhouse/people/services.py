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
    """Change name and village of a person. Raises `Refused`."""
    with transaction.atomic():
        _take_turn(person.club)
        people.rename(person.club_id, player=person.pk, name=name, village=village)


def shorten_person(person: Player, *, also: Collection[str] = ()) -> None:
    """Reduce a name to its initials, in typed texts too; `also` as for `erase_person`. Idempotent."""
    with transaction.atomic():
        _take_turn(person.club)
        person.refresh_from_db(fields=("name", "village"))
        _call(person, people.initials_of(person.name), person.village, also)


def erase_person(person: Player, *, also: Collection[str] = ()) -> None:
    """Erase a name everywhere, in typed texts too; `also` are the texts in which a part of it goes as well.

    Idempotent.
    """
    with transaction.atomic():
        _take_turn(person.club)
        _call(person, "", "", also)


def _call(person: Player, name: str, village: str, also: Collection[str]) -> None:
    rows = list(people.names_of(person.pk))
    take_out(person.club, Names({row.name for row in rows} - {name}), name or _("(erased)"), also)
    people.call(rows, name=name, village=village)


def merge_person(person: Player, *, kept: int) -> None:
    """Merge this person into `kept`, in every table. Raises `Refused`."""
    with transaction.atomic():
        _take_turn(person.club)
        people.merge(person.club_id, kept=kept, gone=person.pk)


def separate_person(player: Player) -> None:
    """Undo the merge of a player."""
    with transaction.atomic():
        _take_turn(player.club)
        people.separate(player.club_id, player=player.pk)


def _take_turn(club: Club) -> None:
    """Lock the club's seasons, tournaments and sheets by raising their versions, so that live views show the change.

    All writers lock in this order (seasons, tournaments, sheets, the club), so that there is no deadlock.
    """
    Season.objects.filter(club=club).update(version=F("version") + 1)
    Tournament.objects.filter(club=club).update(version=F("version") + 1)
    Session.objects.filter(club=club).update(version=F("version") + 1)
    people.queue_on(club.pk)
