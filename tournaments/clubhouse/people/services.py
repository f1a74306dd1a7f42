"""People as personal data: other names, initials, no name at all, one person twice. No sum ever changes."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs import people
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, ForgottenName, LogEntry, LogKind, NameState, Passkey, Player
from cegoscore.database.engines import scrub
from cegoscore.scoresheet.models import ClubNight, Session
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.people.mentions import take_out
from tournaments.clubhouse.people.queries import guests_of, matcher_of, renames_of
from tournaments.models import Tournament
from tournaments.seasons.services import lock_seasons


@transaction.atomic
def show_juniors(club: Club, *, by_initials: bool, by: UUID | None = None) -> None:
    """Show strangers the initials of juniors only, or everybody their names. Idempotent."""
    lock_club(club)
    if Club.objects.filter(pk=club.pk).exclude(juniors_by_initials=by_initials).update(juniors_by_initials=by_initials):
        note(club.pk, LogKind.JUNIORS_SHORTENED if by_initials else LogKind.JUNIORS_SHOWN, device=by, tells=True)


@transaction.atomic
def rename_person(person: Player, *, by: UUID | None = None, **changes: str) -> None:
    """Change what is given of a person's `PERSON_SETTINGS`. Raises `Refused`."""
    lock_club(person.club)
    before = people.name_now(person.pk)
    undoes = people.rename(person.club_id, player=person.pk, **changes)
    after = people.name_now(person.pk)
    note(person.club_id, LogKind.RENAMED, device=by, before=before, after=after, undoes=undoes)


@transaction.atomic
def shorten_person(
    person: Player, *, by: UUID | None = None, also: Collection[str] = (), stays: Collection[str] = ()
) -> None:
    """Reduce a name to its initials, in typed texts too; `also` and `stays` as for `erase_person`. Idempotent."""
    lock_club(person.club)
    person.refresh_from_db(fields=("name", "village"))
    initials = people.initials_of(person.name)
    if initials != person.name:
        note(person.club_id, LogKind.SHORTENED, device=by, after=initials)
    _call(person, initials, person.village, also, stays)
    for guest in guests_of(person):
        shorten_person(guest)
    transaction.on_commit(scrub_names)


@transaction.atomic
def erase_person(
    person: Player, *, by: UUID | None = None, also: Collection[str] = (), stays: Collection[str] = ()
) -> None:
    """Erase a name everywhere, in typed texts too: in those `also` where a part of it stands, in none that `stays`.

    Both are keys of mentions. Idempotent.
    """
    lock_club(person.club)
    if people.name_now(person.pk):
        note(person.club_id, LogKind.ERASED, device=by)
    _call(person, "", "", also, stays)
    for guest in guests_of(person):
        erase_person(guest)
    transaction.on_commit(scrub_names)


def scrub_names() -> str:
    """Clear old versions of all rows away in which names may have stood; return how it ended.

    What somebody still reads goes the next time: every night at the latest.
    """
    tables = {part.model._meta.db_table for part in PARTS if part.texts or part.texts_inside}
    named = {model._meta.db_table for model in (Device, Passkey, Player)}
    done = scrub(sorted(tables | named))
    return "old versions of names cleared away" if done else "old versions of names are still being read"


def _call(person: Player, name: str, village: str, also: Collection[str], stays: Collection[str]) -> None:
    rows, label = list(people.names_of(person.pk)), name or _("(erased)")
    take_out(person.club, matcher_of(person, but=name), label, also, stays)
    told = list(renames_of(person))
    for entry in told:
        entry.before, entry.after, entry.undoes = label, label, {"player": entry.undoes["player"]}
    LogEntry.objects.bulk_update(told, ["before", "after", "undoes"])
    people.call(rows, name=name, village=village)
    forget(rows, NameState.SHORTENED if name else NameState.ERASED)


@transaction.atomic
def merge_person(person: Player, *, kept: int, by: UUID | None = None) -> None:
    """Merge this person into `kept`, in every table. Raises `Refused`."""
    lock_club(person.club)
    if people.merge(person.club_id, kept=kept, gone=person.pk):
        before, after = people.name_now(person.pk), people.name_now(kept)
        undoes = {"player": person.pk, "kept": kept}
        note(person.club_id, LogKind.MERGED, device=by, before=before, after=after, undoes=undoes)


@transaction.atomic
def separate_person(player: Player, *, by: UUID | None = None) -> None:
    """Undo the merge of a player."""
    lock_club(player.club)
    person = people.separate(player.club_id, player=player.pk)
    if person is not None:
        before, after = people.name_now(person), people.name_now(player.pk)
        note(player.club_id, LogKind.SEPARATED, device=by, before=before, after=after)


def lock_club(club: Club) -> None:
    """Lock all that a club has by raising its versions, so that live views show the change.

    All writers lock in this order: tournaments, seasons (which note what the desk decides), club nights, sheets, the
    club. Of two that lock several rows of one kind at once, PostgreSQL may still end one; its request is tried again.
    """
    Tournament.objects.filter(club=club).update(version=F("version") + 1)
    lock_seasons(club.pk)
    ClubNight.objects.filter(club=club).update(version=F("version") + 1)
    Session.objects.filter(club=club).update(version=F("version") + 1)
    people.queue_on(club.pk)


def forget(rows: Collection[Player], state: NameState) -> None:
    """Note that the names of these rows were erased or shortened now."""
    now = timezone.now()
    ForgottenName.objects.bulk_create(
        [ForgottenName(pk=row.uuid, state=state, at=now) for row in rows],
        update_conflicts=True,
        unique_fields=("id",),
        update_fields=("state", "at"),
    )
