"""Typing champions of the years before, and taking them out again."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, LogKind
from cegoscore.clubs.people import people_named, queue_on
from tournaments.seasons.models import PastChampion


def add_champion(club: Club, *, champion: str, points: int | None, by: uuid.UUID, **event: Any) -> None:
    """Note who won an event (`year`, `event`): somebody of the club, or somebody new. Noted twice, it is once."""
    with transaction.atomic():
        queue_on(club.pk)
        (player,) = people_named(club.pk, [champion])
        row, is_new = PastChampion.objects.get_or_create(club=club, player=player, **event, defaults={"points": points})
        if is_new:
            note(club.pk, LogKind.CHAMPION_TYPED, device=by, subject=str(row))


def remove_champion(club: Club, key: int, *, by: uuid.UUID) -> None:
    """Take a typed champion out; the person stays. Idempotent."""
    with transaction.atomic():
        queue_on(club.pk)
        for row in club.past_champions.filter(pk=key):
            note(club.pk, LogKind.CHAMPION_REMOVED, device=by, subject=str(row))
            row.delete()
