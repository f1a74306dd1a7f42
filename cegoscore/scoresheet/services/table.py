"""Who sits at the table, and by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction

from cegoscore.clubs.links import open_club
from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rule_sets import stored
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring.house_rules import HouseRules


def open_table(
    device: Device,
    *,
    names: Sequence[str],
    rules: HouseRules,
    first_dealer: int,
    title: str = "",
    stake: Decimal | None = None,
    currency: str = "",
) -> Session:
    """A new sheet in a club of its own, which the device manages; `names` in the order of the seats."""
    with transaction.atomic():
        club = open_club(device)
        sheet = Session.objects.create(
            club=club,
            rule_set=stored(rules),
            title=title,
            stake=stake,
            currency=currency,
            lineup=list(range(len(names))),
            dealer=first_dealer,
        )
        players = Player.objects.bulk_create([Player(club=club, name=name) for name in names])
        Seat.objects.bulk_create([Seat(session=sheet, number=n, player=player) for n, player in enumerate(players)])
    return sheet
