"""New tables: of a circle, opened by a phone without network, or made of hands that could not be sent."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.club_names import name_club
from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.people import name_and_village, person_typed, persons_of, queue_on
from cegoscore.clubs.rights.access import managed_club, right_on
from cegoscore.clubs.rights.links import open_club
from cegoscore.database.retries import unless_duplicate
from cegoscore.scoresheet.evening.unsent_file import UnsentTable
from cegoscore.scoresheet.hand.services import REFUSALS, Unsent, write
from cegoscore.scoresheet.ledger.opening import NewTable, Opening, table_title
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.ledger.services.sheets import create_sheet
from cegoscore.scoresheet.models import Seat, Session


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


logger = logging.getLogger(__name__)

LONGEST_AGO = timedelta(days=90)
"""A phone's clock that says more is not believed."""


class Foreign(Exception):
    """The id belongs to a sheet that the device has no right on."""


def take_in(opening: Opening, *, device: Device) -> None:
    """Store the sheet, with the device's right to it; done twice is done once.

    It is filed under its circle if the device still manages that, else under a club of its own. Raises `Foreign`.
    """
    try:
        with transaction.atomic():
            sheet = open_circle_table(
                device,
                opening.table,
                circle=opening.circle,
                persons=opening.persons,
                started_at=_began(opening),
                id=opening.id,
            )
    except IntegrityError as error:
        unless_duplicate(error)
        there = Session.objects.filter(pk=opening.id).first()
        if there is None:
            raise
        if right_on(device.id, target=there.id, club=there.club_id, event=there.event) is None:
            raise Foreign from None
        return
    logger.info("device %s: sheet %s, opened without network, taken into club %s", device.id, opening.id, sheet.club_id)


def _began(opening: Opening) -> datetime:
    now = timezone.now()
    said = opening.started_at or now
    return said if now - LONGEST_AGO < said < now else now


def open_unsent(table: UnsentTable, all_unsent: Sequence[Unsent], *, device: Device) -> Session:
    """A sheet of the device's own with these hands, and with the totals that their phone showed.

    What was played before, and what cannot be written here, is one adjustment. Read in twice by a device, it is one
    sheet.
    """
    key = table.id_for(device.pk)
    try:
        with transaction.atomic():
            sheet = create_sheet(open_club(device), table.table, id=key)
            written = _write_all(sheet, all_unsent, device)
            _carry_over(sheet, table.totals, device)
    except IntegrityError:
        there = Session.objects.filter(pk=key).first()
        if there is None:
            raise
        return there
    logger.info("device %s: sheet %s made of %s unsent entries", device.pk, key, written)
    return sheet


def _write_all(sheet: Session, all_unsent: Sequence[Unsent], device: Device) -> int:
    """Write what can be written, numbered anew; how many entries that are."""
    numbers: dict[int | None, int] = {}
    written, seats = 0, seats_of(sheet)
    for unsent in (item for item in all_unsent if item.kind != "pay"):  # booked where it is known who has paid already
        number = numbers.get(unsent.ledger_number, 0 if unsent.kind != "new" else len(numbers) + 1)
        with suppress(*REFUSALS):
            done = write(sheet, seats, _renumbered(unsent, number), device=device)
            sheet.version = done.version
            numbers[unsent.ledger_number] = number
            written += 1
    return written


def _renumbered(unsent: Unsent, number: int) -> Unsent:
    """The same entry for another place, and without the version of the sheet that its phone saw."""
    data = unsent.data.copy()
    data["number"], data["uuid"] = str(number), str(uuid4())
    data.pop("seen", None)
    return replace(unsent, number=unsent.number and number, data=data)


def _carry_over(sheet: Session, totals: Sequence[int], device: Device) -> None:
    """Write the difference between what the hands pay and what the phone showed."""
    paid = Seat.objects.filter(session=sheet).order_by("number").values_list("total", flat=True)
    amounts = [total - has for total, has in zip(totals, paid, strict=True)]
    if any(amounts):
        adjust(sheet, uuid=uuid4(), amounts=amounts, why=_("Played before"), device=device)
