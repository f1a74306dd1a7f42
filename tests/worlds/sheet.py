"""One small world: a table that a device owns, a mate who may write by link, a guest who may look, a stranger."""

import json
import zlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.devices import remember
from cegoscore.clubs.rights.links import accept_link, link_for, open_club
from cegoscore.scoresheet.ledger.services.sheets import create_sheet
from cegoscore.scoresheet.ledger.writing import NewTable, Writing
from cegoscore.scoresheet.models import Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published

AT = 1_700_000_000_000
NAMES = ("Anna", "Bernd", "Clara", "Dieter")


def open_table(device: Device, **table: Any) -> Session:
    """A new sheet in a club of its own, which the device manages; the arguments are those of `NewTable`."""
    return create_sheet(open_club(device), NewTable(**table))


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

    def send(
        self,
        items: Sequence[Any],
        device: Device | None = None,
        language: str = "de",
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> Any:
        """Send what waits on a phone, the owner's if not said otherwise, as its outbox does."""
        url, client = f"{self.sheet.get_absolute_url()}/queue", client_of(device or self.owner)
        headers = {"Accept-Language": language, **headers}
        return client.post(url, json.dumps(items), content_type="application/json", headers=headers)

    def unsent(self, items: Sequence[Any], **more: Any) -> str:
        """The file that a phone makes of what waits on it; `more` are other keys, such as its table."""
        hands = json.dumps([item[:2] for item in items])
        content = {"format": "cegoscore-unsent-1", "sheet": str(self.sheet.id), "hands": hands}
        return json.dumps(content | {"checksum": f"{zlib.crc32(hands.encode()):08x}"} | more)

    def item(self, fields: Mapping[str, Any], place: str = "hands", *, at: float | None = AT) -> list[Any]:
        """An item of a phone's queue: where it goes, its fields, when it was written by the phone's clock, in ms."""
        return [f"{self.sheet.get_absolute_url()}/{place}", [[name, str(value)] for name, value in fields.items()], at]


def another_evening(sheet: Session) -> Session:
    """A further sheet of the same club, people and rules."""
    people = [seat.player for seat in sheet.seats.select_related("player").order_by("number")]
    table = NewTable(names=(), rules=rules_of(sheet.rule_set), first_dealer=0)
    return create_sheet(sheet.club, table, players=people)


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
    return Writing(uuid=more.pop("uuid", None) or uuid4(), number=number, revision=revision, hand=hand, **more)


def posted(number: int, **fields: Any) -> dict[str, Any]:
    """The panel's fields for a hand of four, as a browser posts them; if not said otherwise, a Solo of Bernd's."""
    data: dict[str, Any] = {
        "uuid": str(uuid4()),
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
