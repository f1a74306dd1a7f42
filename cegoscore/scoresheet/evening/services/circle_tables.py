"""Tables of a circle: opened for the people of a club, under a title of their own."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.naming import name_club
from cegoscore.clubs.people import persons_of, queue_on
from cegoscore.clubs.rights.access import managed_club
from cegoscore.clubs.rights.links import open_club
from cegoscore.clubs.who import name_and_village, person_typed
from cegoscore.scoresheet.ledger.opening import NewTable, table_title
from cegoscore.scoresheet.ledger.services.sheets import create_sheet
from cegoscore.scoresheet.models import Session


def open_circle_table(
    device: Device,
    table: NewTable,
    *,
    circle: uuid.UUID | None,
    persons: Sequence[int | None] = (),
    started_at: datetime | None = None,
    **more: Any,
) -> Session:
    """A new sheet of a circle that the device manages, else of a club of its own.

    `table.title` is what was typed as the circle's name: it names a club that has none; a table of a club with another
    name is called so. `persons` are row ids by seat where a phone knew them, `more` are other columns of the sheet.
    """
    with transaction.atomic():
        club = managed_club(circle, device.pk) or open_club(device, name=table.title)
        queue_on(club.pk)
        club.refresh_from_db()
        if table.title and not club.name:
            name_club(club, table.title, by=device)
        began = started_at or timezone.now()
        typed = table.title if table.title != club.name else ""
        named = typed if typed and club.name else ""
        title = named or table_title(club, circle=club.name or typed, day=timezone.localdate(began))
        players = people_named(club.pk, table.names, persons)
        return create_sheet(club, replace(table, title=title), players=players, started_at=began, **more)


def people_named(
    club: uuid.UUID, names: Sequence[str], persons: Sequence[int | None] = (), *, taken: Collection[Player] = ()
) -> list[Player]:
    """The people of the circle who sit there, by row id, else by name; somebody new becomes one of them.

    Nobody is one of those `taken`. Who is typed with the village goes before who is typed without. To be asked for
    while the club is locked (`people.queue_on`).
    """
    free = {player.pk: player for player in persons_of(club).exclude(name="").order_by("pk") if player not in taken}
    sitting = {seat: free.pop(key) for seat, key in enumerate(persons[: len(names)]) if key in free}
    for seat in sorted(set(range(len(names))) - sitting.keys(), key=lambda seat: "," not in names[seat]):
        player = person_typed(free.values(), names[seat])
        if player is None:
            name, village = name_and_village(names[seat].lstrip(", "))
            player = Player.objects.create(club_id=club, name=name, village=village)
        sitting[seat] = player
        free.pop(player.pk, None)
    return [sitting[seat] for seat in range(len(names))]
