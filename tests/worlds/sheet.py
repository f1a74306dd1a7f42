"""One small world: a table that a device owns, a mate who may write by link, a guest who may look, a stranger."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpResponse
from django.test import Client

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.devices import remember
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.ledger.services.sheets import open_table
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published

NAMES = ("Anna", "Bernd", "Clara", "Dieter")


class World:
    """A sheet of four by the Ministranten rules, Dieter to deal, and everybody who might ask for it."""

    def __init__(self, rules: str = "braeunlingen-ministranten", names: tuple[str, ...] = NAMES) -> None:
        self.owner, self.mate, self.guest, self.stranger = (Device.objects.create() for _ in range(4))
        self.sheet: Session = open_table(self.owner, names=names, rules=published(rules), first_dealer=len(names) - 1)
        accept_link(self.mate, link_for(self.sheet.club, right=Right.WRITE, target=self.sheet.id))
        accept_link(self.guest, link_for(self.sheet.club, right=Right.LOOK, target=self.sheet.id))

    def totals(self) -> list[int]:
        """Running totals in the order of the seats, fresh from the database."""
        return list(self.sheet.seats.order_by("number").values_list("total", flat=True))


def client_of(device: Device) -> Client:
    """A browser that carries the device's cookie."""
    client, answer = Client(), HttpResponse()
    remember(answer, device)
    for name, morsel in answer.cookies.items():
        client.cookies[name] = morsel.value
    return client


def writing(number: int, outcome: hands.Outcome | None = None, *, revision: int = 1, **more: Any) -> Writing:
    """A hand of four as a phone sends it; without an outcome Bernd wins a Solo with 41."""
    hand = hands.Hand(
        lineup=(0, 1, 2, 3),
        dealer=more.pop("dealer", (2 + number) % 4),
        outcome=outcome or hands.Points(contract=Contract.SOLO, declarer=1, points=41),
    )
    return Writing(uuid=more.pop("uuid", None) or uuid.uuid4(), number=number, revision=revision, hand=hand, **more)


def posted(number: int, **fields: Any) -> dict[str, Any]:
    """The panel's fields for a hand of four, as a browser posts them; if not said otherwise, a Solo of Bernd's."""
    data: dict[str, Any] = {
        "uuid": str(uuid.uuid4()),
        "number": number,
        "revision": 1,
        "lineup": "0,1,2,3",
        "dealer": (2 + number) % 4,
        "game": "solo",
        "declarer": 1,
        "points": 41,
        "points_of": "declarer",
        "next_dealer": "on",
    }
    return {key: value for key, value in (data | fields).items() if value is not None}
