"""Clubs that were deleted, locked, erased or kept since a backup of the server that is put back: they stay so.

A club is kept as one text: the moment in Greenwich's time, then what happened. So the newest is the greatest,
and a club that was brought back since is not shut again by an older list.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from django.db.models import Max

from cegoscore.clubs.models import Club, ErasedClub, LogEntry, LogKind, Removal, RemovalState
from tournaments.clubhouse.deletion.erasing import erase

BACK = "back"
ERASED = "erased"
BROUGHT_BACK = (LogKind.CLUB_RESTORED, LogKind.CLUB_UNLOCKED, LogKind.DELETION_DROPPED)


def removed_clubs() -> dict[str, str]:
    """Moment and kind of what happened to clubs last, by key. Parts go with their club."""
    known: dict[str, str] = {}
    for club, at, what in _happened():
        moment = at.astimezone(UTC).replace(tzinfo=None).isoformat()
        known[str(club)] = max(known.get(str(club), ""), f"{moment} {what}")
    parts = Club.with_hidden.exclude(joined_to=None).values_list("pk", "joined_to")
    return known | {str(part): known[str(whole)] for part, whole in parts if str(whole) in known}


def _happened() -> Iterator[tuple[uuid.UUID, datetime, str]]:
    back = LogEntry.objects.filter(kind__in=BROUGHT_BACK).order_by().values("club")
    yield from ((club, last, BACK) for club, last in back.annotate(last=Max("at")).values_list("club", "last"))
    yield from Removal.objects.exclude(state=RemovalState.ASKED).values_list("club", "at", "state")
    yield from ((club, at, ERASED) for club, at in ErasedClub.objects.values_list("pk", "at"))


def remove_again(wanted: Mapping[str, str]) -> int:
    """Do to the clubs of an older database what happened to them since; how many those were."""
    keys = Club.with_hidden.filter(joined_to=None).values_list("pk", flat=True)
    return sum(_remove_again(key, wanted[str(key)]) for key in list(keys) if str(key) in wanted)


def _remove_again(key: uuid.UUID, happened: str) -> bool:
    """True unless the club is like this already."""
    moment, _, what = happened.partition(" ")
    at = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    removal = Removal.objects.filter(club=key).first()
    if what == ERASED:
        erase(key)
    elif what == BACK:
        if removal is None or removal.at >= at:
            return False
        removal.delete()
    elif removal is not None and (removal.state, removal.at) == (what, at):
        return False
    else:
        Removal.objects.update_or_create(club_id=key, defaults={"state": what, "at": at, "device": None})
    return True
