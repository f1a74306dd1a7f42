"""What the pages of a sheet read: the columns, the rows, and whose turn it is."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import persons_of
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.scoresheet import statements
from cegoscore.scoresheet.banners import banners_of
from cegoscore.scoresheet.customs import Customs, customs_of, gstiess_notes
from cegoscore.scoresheet.ledger_rows import corrected, hand_of, in_force, phones_of, shown_numbers
from cegoscore.scoresheet.models import Adjustment, Hand, Score, Seat, Session, State
from cegoscore.scoresheet.services import Written
from cegoscore.scoresheet.wording import text_of, title_of
from cegoscore.scoring import hands
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.hands import next_seat
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments, schnaps


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The deal that comes next: where it goes in the ledger, who sits there, who deals."""

    number: int
    shown: int
    lineup: tuple[int, ...]
    dealer: int
    sits_out: bool
    stake_factor: int = 1
    """That of the hand above, for one that was forgotten."""

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that hold cards."""
        return tuple(seat for seat in self.lineup if not (self.sits_out and seat == self.dealer))

    @property
    def vorhand(self) -> int:
        """Who speaks first."""
        return next_seat(self.lineup, self.dealer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A seat as the head of the sheet shows it."""

    number: int
    name: str
    total: int
    at_table: bool
    deals: bool
    vorhand: bool
    sits_out: bool
    leads: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One revision of a hand as the sheet shows it; `amounts` by seat, `None` for who was not at the table."""

    key: int
    """Of the row: later revisions have higher ones."""
    number: int
    shown: int | None
    revision: int
    game: str
    text: str
    amounts: tuple[int | None, ...]
    spoken: str
    """The amounts with their names, for those who cannot see whose column they stand in."""
    corrected: bool
    void: bool
    why: str
    schnaps: tuple[str, ...]
    dealer: str
    when: Any
    who: uuid.UUID | None
    by: str
    """Who wrote it, as a document from elsewhere said, or the letter of the phone."""
    url: str
    deals: int
    lineup: str
    """The seats as the panel's form has them."""
    paid: str
    """The amounts as a list for the outbox, of a struck hand those that it would pay if it counted again; nothing for a
    seat that was not at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Points outside any hand; `amounts` by seat, `None` for a seat that came later, and for all if it was struck."""

    pk: int
    why: str
    amounts: tuple[int | None, ...]
    void: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """All that the sheet shows."""

    seats: tuple[Column, ...]
    lines: tuple[Line, ...]
    turn: Turn
    may_write: bool
    adjustments: tuple[Extra, ...] = ()
    customs: Customs = field(default_factory=Customs)
    banners: tuple[str, ...] = ()
    schnaps: bool = False
    """Rounds of Schnaps may be owed here."""
    phones: Mapping[uuid.UUID | None, str] = field(default_factory=dict)
    """The letter of each device that wrote on the sheet."""

    @property
    def names(self) -> dict[int, str]:
        """Names by seat number."""
        return {seat.number: seat.name for seat in self.seats}

    @property
    def dealer(self) -> str:
        """Who deals next."""
        return self.names[self.turn.dealer]

    @property
    def vorhand(self) -> str:
        """Who speaks first in the next hand."""
        return self.names[self.turn.vorhand]

    @property
    def next_shown(self) -> int:
        """The number that the next hand will bear on the sheet."""
        return self.turn.shown

    @property
    def newest(self) -> Line | None:
        """What was written last, wherever it stands."""
        return max(self.lines, key=lambda line: line.key, default=None)

    @property
    def saved(self) -> int:
        """How many hands count."""
        return sum(line.shown is not None and not line.void for line in self.lines)


def sheet_page(sheet: Session, *, may_write: bool = True) -> SheetPage:
    """Everything on the sheet, newest hand first; five queries however long the evening."""
    rules = rules_of(sheet.rule_set)
    seats = seats_of(sheet)
    rows = list(sheet.hands.order_by("place", "revision"))
    turn = next_turn(sheet, rows, rules)
    lines = ledger_lines(sheet, rows, seats, rules)
    customs = customs_at(sheet, rows, rules, turn)
    return SheetPage(
        seats=columns(seats, turn),
        lines=tuple(reversed(lines)),
        turn=turn,
        may_write=may_write,
        adjustments=adjustments_of(sheet, len(seats)),
        customs=customs,
        banners=banners_of(customs, rows, {seat.number: seat.name for seat in seats}, rules),
        schnaps=rules.schnaps_buergermeister or rules.schnaps_no_trick,
        phones=phones_of(rows),
    )


def customs_at(sheet: Session, rows: Sequence[Hand], rules: HouseRules, turn: Turn) -> Customs:
    """The customs that hold for the deal that comes next."""
    return customs_of(
        sheet, rows, gstiess_notes(sheet), rules, lineup=turn.lineup, dealer=turn.dealer, shown=shown_numbers(rows)
    )


def stage_of(sheet: Session, saved: int) -> str | None:
    """How far a sheet with a planned number of hands is: `ready` to be handed in, `handed_in`, `confirmed`.

    None while it is played, and for an evening that ends when it ends; `saved` is how many hands count.
    """
    if sheet.planned is None or (sheet.state == State.OPEN and saved < sheet.planned):
        return None
    return {State.OPEN: "ready", State.HANDED_IN: "handed_in", State.CONFIRMED: "confirmed"}.get(State(sheet.state))


def adjustments_of(sheet: Session, seats: int) -> tuple[Extra, ...]:
    """Opening balances and decisions of the table, newest first; what takes one back is not shown beside it."""
    rows = list(sheet.adjustments.order_by("-written_at", "-pk"))
    struck = {row.strikes_id for row in rows}
    return tuple(_extra(row, seats, void=row.pk in struck) for row in rows if row.strikes_id is None)


def _extra(row: Adjustment, seats: int, *, void: bool) -> Extra:
    amounts = [] if void else row.amounts
    return Extra(pk=row.pk, why=row.why, amounts=(*amounts, *[None] * (seats - len(amounts))), void=void)


def seats_of(sheet: Session) -> list[Seat]:
    """The columns of the sheet with their people, in order."""
    return list(sheet.seats.select_related("player__merged_into").order_by("number"))


def people_of(sheet: Session) -> list[Player]:
    """Everybody in the sheet's club who has a name, each once, by name."""
    return sorted(persons_of(sheet.club_id).exclude(name=""), key=lambda person: (sort_key(person.name), person.pk))


def people_beside(sheet: Session) -> list[Player]:
    """Everybody in the sheet's club who has no column on it, by name."""
    sitting = {seat.player.person.pk for seat in seats_of(sheet)}
    return [person for person in people_of(sheet) if person.pk not in sitting]


def page_after(sheet: Session, written: Written, seats: list[Seat]) -> SheetPage:
    """What a new hand changes on a sheet that showed everything before it: totals, turn, and its own line.

    `seats` were read before the hand was written; if nobody else wrote in between, their totals only need the change.
    """
    rules, row = rules_of(sheet.rule_set), written.row
    if written.version == sheet.version + 1:
        for seat in seats:
            seat.total += written.changes[seat.number]
    else:
        seats = seats_of(sheet)
    numbered = statements.count_numbered(sheet.pk)
    turn = turn_after(row, shown=numbered + 1, rules=rules)
    scores = {seat.pk: written.paid[seat.number] for seat in seats if seat.number in written.paid}
    line = line_of(row, None if row.game == "dead" else numbered, scores, seats, rules)
    return SheetPage(seats=columns(seats, turn), lines=(line,), turn=turn, may_write=True)


def columns(seats: list[Seat], turn: Turn) -> tuple[Column, ...]:
    """The head of the sheet."""
    best = max(seat.total for seat in seats)
    return tuple(
        Column(
            number=seat.number,
            name=seat.name,
            total=seat.total,
            at_table=seat.number in turn.lineup,
            deals=seat.number == turn.dealer,
            vorhand=seat.number == turn.vorhand,
            sits_out=turn.sits_out and seat.number == turn.dealer,
            leads=best > 0 and seat.total == best,
        )
        for seat in seats
    )


def next_turn(sheet: Session, rows: list[Hand], rules: HouseRules) -> Turn:
    """The deal after the last one that was not struck, unless line-up and dealer were set for it by hand.

    `rows` are ordered by place and revision.
    """
    current = in_force(rows)
    shown = len(shown_numbers(rows)) + 1
    newest = max((row.number for row in current), default=0)
    last = next((row for row in reversed(current) if not row.void), None)
    if last is None or sheet.turn_after >= last.number:
        lineup = tuple(sheet.lineup)
        sits_out = len(lineup) > rules.players
        return Turn(number=newest + 1, shown=shown, lineup=lineup, dealer=sheet.dealer, sits_out=sits_out)
    return replace(turn_after(last, shown=shown, rules=rules), number=newest + 1)


def turn_before(sheet: Session, number: int) -> Turn:
    """The deal that was forgotten before a hand: a new one in the ledger, in its place on the sheet.

    It is proposed as the one after the last that stands above it, or the one whose dealer sits before the first's.
    """
    rules = rules_of(sheet.rule_set)
    rows = list(sheet.hands.order_by("place", "revision"))
    hand = next(row for row in reversed(rows) if row.number == number)
    above = [row for row in rows if row.place < hand.place]
    shown, newest = len(shown_numbers(above)) + 1, max(row.number for row in rows)
    last = next((row for row in reversed(in_force(above)) if not row.void), None)
    if last is not None:
        turn = turn_after(last, shown=shown, rules=rules)
        return replace(turn, number=newest + 1, stake_factor=last.stake_factor)
    lineup = tuple(hand.lineup)
    dealer = lineup[lineup.index(hand.dealer) - 1]
    return Turn(number=newest + 1, shown=shown, lineup=lineup, dealer=dealer, sits_out=len(lineup) > rules.players)


def turn_after(row: Hand, *, shown: int, rules: HouseRules) -> Turn:
    """The deal after this one: the deal passes on, except after one that is dealt again."""
    lineup = tuple(row.lineup)
    dealer = next_seat(lineup, row.dealer) if row.outcome.get("next_dealer", True) else row.dealer
    sits_out = len(lineup) > rules.players
    return Turn(number=row.number + 1, shown=shown, lineup=lineup, dealer=dealer, sits_out=sits_out)


def ledger_lines(sheet: Session, rows: list[Hand], seats: list[Seat], rules: HouseRules) -> list[Line]:
    """The hands in force as lines, in the order of the ledger."""
    scores: dict[int, dict[int, int]] = defaultdict(dict)
    for hand_id, seat_id, points in Score.objects.filter(hand__session=sheet).values_list("hand", "seat", "points"):
        scores[hand_id][seat_id] = points
    shown, changed = shown_numbers(rows), corrected(rows)
    lines = (line_of(row, shown.get(row.number), scores[row.pk], seats, rules) for row in in_force(rows))
    return [replace(line, corrected=line.number in changed) for line in lines]


def history_of(sheet: Session, number: int, phones: Mapping[uuid.UUID | None, str]) -> list[Line]:
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
    scores: dict[int, int],
    seats: list[Seat],
    rules: HouseRules,
    phones: Mapping[uuid.UUID | None, str] = MappingProxyType({}),
) -> Line:
    """One revision as a line; what a struck hand would have paid is not shown."""
    names = [seat.name for seat in seats]
    hand: hands.Hand = hand_of(row, len(seats))
    return Line(
        key=row.pk,
        number=row.number,
        shown=shown,
        revision=row.revision,
        game=title_of(hand.outcome, rules),
        text=text_of(hand.outcome, names),
        amounts=tuple(scores.get(seat.pk) for seat in seats),
        spoken=", ".join(
            f"{name} {signed(scores[seat.pk])}" for name, seat in zip(names, seats, strict=True) if seat.pk in scores
        ),
        corrected=False,
        void=row.void,
        why=row.why,
        schnaps=() if row.void else tuple(names[seat] for seat in schnaps(hand, rules)),
        dealer=names[row.dealer],
        when=row.written_at,
        who=row.device_id,
        by=row.by or phones.get(row.device_id, ""),
        url=reverse("hand", args=[row.session_id, row.number]),
        deals=row.dealer,
        lineup=",".join(map(str, row.lineup)),
        paid=_paid(hand, rules, len(seats)) if row.void else ",".join(str(scores.get(seat.pk, "")) for seat in seats),
    )


def _paid(hand: hands.Hand, rules: HouseRules, seats: int) -> str:
    """What a struck hand would pay; nothing if it may not count by these rules."""
    without = isinstance(hand.outcome, hands.Dead) or check_hand(hand, rules, seats)
    points = {} if without else dict(zip(hand.lineup, payments(hand, rules), strict=True))
    return ",".join(str(points.get(seat, "")) for seat in range(seats))
