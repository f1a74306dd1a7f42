"""A club's backup and its managers: when it was saved last, what a file has, and the club that it becomes."""

from hashlib import sha256
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Grant, LogEntry, LogKind, Player, Right
from cegoscore.clubs.rights.stranger_limits import check_opening
from cegoscore.scoresheet.models import ClubNight, Hand, Session
from tournaments.clubhouse.backup import Backup, restore
from tournaments.clubhouse.people.forgotten import hush
from tournaments.models import Tournament
from tournaments.papers.views import DocumentForm
from tournaments.seasons.models import Season
from tournaments.setup.services import made_once


class ClubFileForm(DocumentForm):
    """A club's backup; the key makes sure that a second tap does not read it in twice."""

    too_large = gettext_lazy("This file is larger than 10 MB. Those who run the server can load it with a command.")
    key = forms.UUIDField(widget=forms.HiddenInput)

    @property
    def mark(self) -> str:
        """The fingerprint of the text, by which only what was shown is read in."""
        return sha256(self.cleaned_data["file"].encode()).hexdigest()


def saved_last(club: Club) -> LogEntry | None:
    """The entry of the log about the last time that somebody saved the club's backup."""
    entries = LogEntry.objects.filter(club=club, kind=LogKind.BACKUP_SAVED)
    return entries.select_related("device").order_by("-at", "-pk").first()


def contents_of(backup: Backup, device: UUID | None) -> dict[str, Any]:
    """A backup in numbers: how much of everything it has, its first and last day; and if the device manages it here."""
    (club,) = backup.rows_of(Club).named
    people = [row for row in backup.rows_of(Player).named if row["name"] and row["merged_into"] is None]
    sheets = backup.rows_of(Session).named
    tournaments = backup.rows_of(Tournament).named
    days = [row["started"].date() for row in sheets] + [row["day"] for row in tournaments]
    counts = [
        (_("People"), len(people)),
        (_("Evenings"), sum(row["event"] is None for row in sheets)),
        (_("Hands"), len({(row["sheet"], row["number"]) for row in backup.rows_of(Hand).named})),
        (_("Club nights"), len(backup.rows_of(ClubNight).rows)),
        (_("Tournaments"), len(tournaments)),
        (_("League tables"), len(backup.rows_of(Season).rows)),
    ]
    span = {"first": min(days, default=None), "last": max(days, default=None)}
    return {"name": club["name"], "counts": counts, "is_here": club["id"] in Grant.objects.managed_by(device), **span}


def read_in(backup: Backup, *, device: Device, key: UUID) -> Club:
    """The club of a backup as a new one under this key, which the device alone manages. Sent twice, read in once.

    Every row gets a key of its own, so nothing that is here already is touched, and no old address opens anything.
    Whoever was erased or shortened here is so again. Raises `CannotRestore` for what the rows or the self-check say
    against it, `PermissionDenied` where the device may open no club, and `Refused` if the key is somebody else's.
    """

    def make(key: UUID) -> Club:
        check_opening(device)
        club = restore(backup, as_copy=True, key=key)
        hush(club.players.values_list("uuid", flat=True))
        Grant.objects.create(device=device, club=club, right=Right.MANAGE, target=club.pk)
        note(club.pk, LogKind.CLUB_READ_IN, device=device)
        return club

    return made_once(key, make, among=lambda: Club.objects.filter(pk__in=Grant.objects.managed_by(device)))
