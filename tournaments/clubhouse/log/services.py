"""Undoing what a club's log tells."""

from __future__ import annotations

import uuid

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, LogEntry, LogKind, Player
from tournaments.clubhouse.home import services as home
from tournaments.clubhouse.people import services as people


def undo(club: Club, entry: int, *, by: uuid.UUID) -> None:
    """Undo a rename, a merge, or that an evening came here; that is an entry of its own.

    Raises `Refused`, above all if the person was renamed once more since.
    """
    row = LogEntry.objects.filter(club=club, pk=entry).first()
    if row and "sheet" in row.undoes:
        home.move_back(club, sheet=uuid.UUID(row.undoes["sheet"]), to=uuid.UUID(row.undoes["from"]), by=by)
        return
    player = Player.objects.filter(club=club, pk=row.undoes.get("player")).first() if row else None
    if row is None or player is None:
        raise Refused("player_unknown")
    if row.kind == LogKind.MERGED:
        people.separate_person(player, by=by)
    elif row.kind == LogKind.RENAMED and player.name == row.after:
        village, sorted_by = row.undoes.get("village", player.village), row.undoes.get("sorted_by")
        people.rename_person(player, name=row.before, village=village, sorted_by=sorted_by, by=by)
    else:
        raise Refused("changed_since")
