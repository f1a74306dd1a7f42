"""Every night: clubs whose deletion nobody stopped are deleted, and erased for good once their 30 days are over.

Rows go in many short transactions, children before parents, so that nobody who writes waits; a job that was killed
goes on the next night. Nobody, nor the host, can bring the club back once its 30 days are over.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q

from cegoscore.clubs.models import (
    Club,
    Device,
    ErasedClub,
    HouseRuleSet,
    LogEntry,
    LogKind,
    Removal,
    RemovalState,
    RuleSet,
)
from cegoscore.clubs.purging import none_of, remove
from cegoscore.clubs.rights.deletion import WAY_BACK, delete_asked, overdue
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.backup.scopes import rows_of


def erase_clubs() -> str:
    """Delete and erase what is due; a line with how many clubs there were. Old versions of rows go with the scrub."""
    deleted, gone = delete_asked(), overdue()
    for key in gone:
        erase(key)
    return f"{deleted} clubs deleted, {len(gone)} erased"


def erase(key: UUID) -> None:
    """Erase every row of a club and of those that became a part of it; only their keys are kept."""
    club = Club.with_hidden.get(pk=key)
    devices = {*club.grants.values_list("device", flat=True), *club.log.values_list("device", flat=True)}
    rules = list(HouseRuleSet.objects.filter(club=club).values_list("rule_set", flat=True))
    for part in reversed(PARTS):
        if part.club and part.model is not Club:
            remove(rows_of(part, club))
    gone = Club.with_hidden.filter(Q(pk=key) | Q(joined_to=key))
    with transaction.atomic():
        ErasedClub.objects.bulk_create([ErasedClub(pk=club.pk) for club in gone], ignore_conflicts=True)
        gone.delete()
    RuleSet.objects.filter(pk__in=rules, **none_of(RuleSet)).delete()
    Device.objects.filter(pk__in=devices, grants=None).update(name="")


BACK = "back"
ERASED = "erased"
BROUGHT_BACK = (LogKind.CLUB_RESTORED, LogKind.CLUB_UNLOCKED, LogKind.DELETION_DROPPED)


def removed_clubs() -> dict[str, str]:
    """Moment and kind of what happened to clubs last, by key. Parts go with their club."""
    known: dict[str, str] = {}
    for club, at, state in _happened():
        moment = at.astimezone(UTC).replace(tzinfo=None).isoformat()
        known[str(club)] = max(known.get(str(club), ""), f"{moment} {state}")
    parts = Club.with_hidden.exclude(joined_to=None).values_list("pk", "joined_to")
    return known | {str(part): known[str(whole)] for part, whole in parts if str(whole) in known}


def _happened() -> Iterator[tuple[UUID, datetime, str]]:
    back = LogEntry.objects.filter(kind__in=BROUGHT_BACK).order_by().values("club")
    yield from ((club, last, BACK) for club, last in back.annotate(last=Max("at")).values_list("club", "last"))
    yield from Removal.objects.exclude(state=RemovalState.ASKED).values_list("club", "at", "state")
    yield from ((club, at, ERASED) for club, at in ErasedClub.objects.values_list("pk", "at"))


def remove_again(wanted: Mapping[str, str]) -> int:
    """Do to the clubs of an older database what happened to them since; how many those were.

    What was erased is noted even if it is not here: its file may still be.
    """
    gone = {UUID(key): _moment(happened) for key, happened in wanted.items() if happened.endswith(f" {ERASED}")}
    ErasedClub.objects.bulk_create([ErasedClub(pk=key, at=at) for key, at in gone.items()], ignore_conflicts=True)
    keys = Club.with_hidden.filter(joined_to=None).values_list("pk", flat=True)
    return sum(_remove_again(key, wanted[str(key)]) for key in list(keys) if str(key) in wanted)


def _remove_again(key: UUID, happened: str) -> bool:
    """True unless the club is like this already."""
    at, state = _moment(happened), happened.partition(" ")[2]
    removal = Removal.objects.filter(club=key).first()
    if state == ERASED:
        # So that the night goes on where this is cut short.
        over = {"state": RemovalState.BY_HOST, "at": at - WAY_BACK, "device": None}
        Removal.objects.update_or_create(club_id=key, defaults=over)
        erase(key)
    elif state == BACK:
        if removal is None or removal.at >= at:
            return False
        removal.delete()
    elif removal is not None and (removal.state, removal.at) == (state, at):
        return False
    else:
        Removal.objects.update_or_create(club_id=key, defaults={"state": state, "at": at, "device": None})
    return True


def _moment(happened: str) -> datetime:
    return datetime.fromisoformat(happened.partition(" ")[0]).replace(tzinfo=UTC)
