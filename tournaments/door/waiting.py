"""Places in a hall: who has one, and who waits for one, in the order in which they came on the list.

Nothing of it is stored: when somebody takes back, or the organiser raises the number of places, the next have moved up.
Whoever has a place keeps it unless that number is lowered, or somebody who had left with a number comes back: who is
let in at the door beyond the places takes nobody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from cegoscore.clubs.people import identity
from tournaments.course.entrants import guest_rows, registered
from tournaments.models import Entrant, EntrantStatus, Tournament

Row = tuple[Any, ...]
KEY, NUMBER, STATUS, PAID, PRACTISES, TEAM, NAME, PERSON, SINCE = 0, 1, 2, 3, 4, 6, 7, 9, 11
"""Places in `entrants.guest_rows`."""


def each_once(rows: Iterable[Row]) -> list[Row]:
    """The rows without those that a person with a number has beside it, from another name."""
    numbered = {row[PERSON] for row in rows if row[NUMBER]}
    return [row for row in rows if row[NUMBER] or row[PERSON] not in numbered]


def coming_of(rows: Iterable[Row]) -> list[Row]:
    """Those who are here or announced, in their order."""
    return sorted((row for row in each_once(rows) if row[STATUS] != EntrantStatus.WITHDRAWN), key=_moment)


def _moment(row: Row) -> tuple[datetime, int]:
    return row[SINCE], row[KEY]


def waiting_of(tournament: Tournament, coming: Sequence[Row]) -> list[Row]:
    """Those who wait for a place, in their order."""
    beyond = coming[tournament.places :] if tournament.places else ()
    return [row for row in beyond if row[STATUS] == EntrantStatus.ANNOUNCED]


def room_of(tournament: Tournament) -> dict[str, int]:
    """The number of those who have a place (`coming`), of places `left`, and of those `waiting`. One query."""
    coming = coming_of(guest_rows(tournament.pk))
    waiting = len(waiting_of(tournament, coming))
    left = (tournament.places or 0) - len(coming)
    return {"coming": len(coming) - waiting, "left": max(left, 0), "waiting": waiting}


def announcement_of(tournament: Tournament, key: UUID, since: datetime) -> dict[str, Any]:
    """The end of an announcement: whom it `noted`, and where they wait (`waits_at`, 0 with a place in the hall).

    It noted nobody if the person was on the list before. That is not told: it reads as for somebody new, who came on
    the list at the moment `since`.
    """
    noted = tournament.entrants.filter(uuid=key).first()
    moment = (noted.created_at, noted.pk) if noted else (since, 0)
    before = [row for row in coming_of(guest_rows(tournament.pk)) if _moment(row) < moment]
    is_full = tournament.places is not None and len(before) >= tournament.places
    return {"noted": noted, "waits_at": len(waiting_of(tournament, before)) + 1 if is_full else 0}


def entrant_called(tournament: Tournament, name: str, village: str) -> Entrant | None:
    """The entrant of exactly this name and village; of several the one with a number."""
    wanted = identity(name, village)
    return next((row for row in registered(tournament) if identity(row.name, row.village) == wanted), None)
