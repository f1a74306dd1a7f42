"""Hands as lines of the sheet: the ledger's rows with their words and amounts."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from django.db.models import QuerySet

from cegoscore.addresses import address
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.ledger.hand_words import spoken_auction, text_of, title_of
from cegoscore.scoresheet.ledger.ledger_rows import corrected, hand_of, in_force, shown_numbers
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Hand, Score, Seat, Session
from cegoscore.scoring import hands
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments, schnaps


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One revision of a hand as the sheet shows it; `amounts` by seat, `None` for seats that were not at the table."""

    key: int
    """Primary key of the row: later revisions have higher ones."""
    number: int
    shown: int | None
    revision: int
    game: str
    text: str
    amounts: tuple[int | None, ...]
    spoken: str
    """The amounts with their names, for screen readers."""
    corrected: bool
    void: bool
    why: str
    auction: str
    """Words of the auction with the names of those who said them; empty if nobody wrote them down."""
    schnaps: tuple[str, ...]
    """Names of those who owe a round for this hand."""
    dealer: str
    when: datetime
    who: uuid.UUID | None
    """The device that wrote it."""
    by: str
    """The writer's name as an imported document has it, or the letter of the device."""
    url: str
    deals: int
    """The dealer's seat number."""
    lineup: str
    """Seat numbers as the panel's form has them."""
    paid: str
    """Amounts by seat for the outbox, comma-separated. For a struck hand: what restoring it would pay. Empty for
    seats that did not play."""


def ledger_lines(sheet: Session, rows: list[Hand], seats: Sequence[Seat], rules: HouseRules) -> list[LedgerLine]:
    """The hands in force as lines, in the order of the ledger."""
    scores: dict[int, dict[int, int]] = defaultdict(dict)
    for hand_id, seat_id, points in _scores(sheet.pk):
        scores[hand_id][seat_id] = points
    shown, changed = shown_numbers(rows), corrected(rows, scores)
    lines = (line_of(row, shown.get(row.number), scores[row.pk], seats, rules) for row in in_force(rows))
    return [replace(line, corrected=line.number in changed) for line in lines]


@Prepared
def _scores(sheet: uuid.UUID) -> QuerySet[Score, tuple[int, int, int]]:
    return Score.objects.filter(hand__session=sheet).values_list("hand", "seat", "points")


def history_of(sheet: Session, number: int, phones: Mapping[uuid.UUID | None, str]) -> list[LedgerLine]:
    """Every revision of one hand, newest first; `phones` are the letters of the devices."""
    rules = rules_of(sheet.rule_set)
    seats = seats_of(sheet)
    rows = sheet.hands.filter(number=number).order_by("-revision").prefetch_related("scores")
    return [
        line_of(row, None, {score.seat_id: score.points for score in row.scores.all()}, seats, rules, phones)
        for row in rows
    ]


def line_of(
    row: Hand,
    shown: int | None,
    scores: Mapping[int, int],
    seats: Sequence[Seat],
    rules: HouseRules,
    phones: Mapping[uuid.UUID | None, str] = MappingProxyType({}),
) -> LedgerLine:
    """One revision as a line; `scores` are points by the seat's primary key, empty for a struck hand."""
    names = [seat.name for seat in seats]
    hand: hands.Hand = hand_of(row, len(seats))
    return LedgerLine(
        key=row.pk,
        number=row.number,
        shown=shown,
        revision=row.revision,
        game=title_of(hand.outcome, rules),
        text=text_of(hand, rules, names),
        amounts=tuple(scores.get(seat.pk) for seat in seats),
        spoken=_spoken(scores, names, seats),
        corrected=False,
        void=row.void,
        why=row.why,
        auction=spoken_auction(hand, rules, names),
        schnaps=() if row.void else tuple(names[seat] for seat in schnaps(hand, rules)),
        dealer=names[row.dealer],
        when=row.written_at,
        who=row.device_id,
        by=row.by or phones.get(row.device_id, ""),
        url=address("hand", row.session_id, row.number),
        deals=row.dealer,
        lineup=",".join(map(str, row.lineup)),
        paid=_paid_if_restored(hand, rules, len(seats)) if row.void else _paid(scores, seats),
    )


def _spoken(scores: Mapping[int, int], names: Sequence[str], seats: Sequence[Seat]) -> str:
    amounts = zip(names, seats, strict=True)
    return ", ".join(f"{name} {signed(scores[seat.pk])}" for name, seat in amounts if seat.pk in scores)


def _paid(scores: Mapping[int, int], seats: Sequence[Seat]) -> str:
    return ",".join(str(scores.get(seat.pk, "")) for seat in seats)


def _paid_if_restored(hand: hands.Hand, rules: HouseRules, seats: int) -> str:
    """Amounts of a struck hand; empty if it is impossible by these rules."""
    without = isinstance(hand.outcome, hands.Dead) or check_hand(hand, rules, seats)
    points = {} if without else dict(zip(hand.lineup, payments(hand, rules), strict=True))
    return ",".join(str(points.get(seat, "")) for seat in range(seats))
