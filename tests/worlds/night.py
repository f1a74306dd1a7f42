"""A club night of two tables and everybody who might ask for it."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import accept_link, link_for, open_club
from cegoscore.nights import services
from cegoscore.nights.page import standing_of
from cegoscore.nights.queries import tables_of
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import ClubNight, Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.sheet import client_of

__all__ = ["FOUR", "OTHERS", "NightWorld", "client_of"]

FOUR = ("Anna", "Bernd", "Clara", "Dieter")
OTHERS = ("Emil", "Frida", "Georg", "Hilde", "Ida")


def plan(**more: Any) -> dict[str, Any]:
    """A plan for a night of today at three tables."""
    values: dict[str, Any] = {
        "name": "Mittwochsrunde, Spielabend",
        "day": timezone.localdate(),
        "place": "Löwen",
        "rules": published("braeunlingen-ministranten"),
        "places": 3,
    }
    return values | more


class NightWorld:
    """Tables of four and of five, a third one free; `joiner` may open it, `writer` writes at the first."""

    def __init__(self, rows: Mapping[int, Sequence[str]] | None = None) -> None:
        self.owner, self.joiner, self.writer, self.guest, self.stranger = (Device.objects.create() for _ in range(5))
        self.club = open_club(self.owner, name="Mittwochsrunde")
        self.night = services.plan_night(self.club, plan(), key=uuid4(), by=self.owner.pk)
        services.open_tables(self.night, {1: FOUR, 2: OTHERS} if rows is None else rows, by=self.owner.pk)
        accept_link(self.joiner, self.link(Right.WRITE, self.night.pk))
        accept_link(self.guest, self.link(Right.LOOK, self.night.pk))
        if first := self.night.sheets.order_by("night_table").first():
            accept_link(self.writer, self.link(Right.WRITE, first.pk))

    def link(self, right: Right, target: UUID) -> Any:
        return link_for(self.club, right=right, target=target, until=timezone.now() + timedelta(days=1))

    def fresh(self) -> ClubNight:
        """The night as it is now."""
        return ClubNight.objects.get(pk=self.night.pk)

    def sheet(self, number: int) -> Session:
        """The sheet of a table."""
        return Session.objects.get(night=self.night, night_table=number)

    def person(self, name: str) -> int:
        """The key of a person."""
        return Player.objects.get(club=self.club, name=name, merged_into=None).pk

    def play(self, number: int, times: int = 1) -> None:
        """Solos with 41, won by whoever sits first among those who do not deal."""
        for _hand in range(times):
            table = next(each for each in tables_of(self.fresh()) if each.number == number)
            turn = table.turn
            declarer = next(seat for seat in turn.playing if seat != turn.dealer)
            solo = hands.Points(contract=Contract.SOLO, declarer=declarer, points=41)
            hand = hands.Hand(lineup=turn.lineup, dealer=turn.dealer, outcome=solo)
            written = Writing(uuid=uuid4(), number=turn.number, revision=1, hand=hand)
            write_hand(table.sheet, written, device=None)

    def standing(self) -> dict[str, int]:
        """Points by name."""
        return {line.name: line.total for line in standing_of(tables_of(self.fresh()))}

    def sitting(self) -> dict[int, list[str]]:
        """Names at each open table, anticlockwise."""
        return {table.number: [seat.name for seat in table.at_table] for table in tables_of(self.fresh())}
