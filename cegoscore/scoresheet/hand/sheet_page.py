"""Values of the sheet's page: the columns, the lines, the turn, and the customs that hold."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.database.prepared import Prepared, carry_out
from cegoscore.scoresheet.hand.banners import banners_of
from cegoscore.scoresheet.ledger import sql_statements
from cegoscore.scoresheet.ledger.customs import Customs, customs_of, gstiess_notes
from cegoscore.scoresheet.ledger.ledger_rows import phones_of, rows_of, shown_numbers
from cegoscore.scoresheet.ledger.lines import LedgerLine, ledger_lines, line_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.turns import Turn, next_turn, turn_after
from cegoscore.scoresheet.models import Adjustment, Hand, Seat, Session, State
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A symbol and a word; `spoken` goes before it for those who do not see the symbol."""

    words: str
    symbol: str = ""
    spoken: str = ""


MOST_LARGE = 9999
"""The largest total for which a column has room in large figures."""


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

    @property
    def signed(self) -> str:
        """The total with its sign."""
        return signed(self.total)

    @property
    def looks(self) -> str:
        """Classes of the column: who leads, who has left, a total of more than four digits."""
        classes = {"leads": self.leads, "away": not self.at_table, "long": abs(self.total) > MOST_LARGE}
        return " ".join(name for name, is_so in classes.items() if is_so)

    @property
    def mark(self) -> Mark | None:
        """Role of this seat in the next hand, shown under its total."""
        if self.sits_out:
            return Mark(symbol="cards", spoken=_("deals"), words=_("sits out"))
        if self.deals:
            return Mark(symbol="cards", words=_("deals"))
        if self.vorhand:
            return Mark(symbol="first", words=_("Vorhand"))
        return None if self.at_table else Mark(words=_("has left"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentLine:
    """Points outside any hand; `amounts` by seat, `None` for a seat that came later, and for all if it was struck."""

    pk: int
    why: str
    amounts: tuple[int | None, ...]
    void: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """Everything that the sheet shows."""

    seats: tuple[Column, ...]
    lines: tuple[LedgerLine, ...]
    turn: Turn
    may_write: bool
    adjustments: tuple[AdjustmentLine, ...] = ()
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
        """Name of the next dealer."""
        return self.names[self.turn.dealer]

    @property
    def vorhand(self) -> str:
        """Name of the seat that speaks first in the next hand."""
        return self.names[self.turn.vorhand]

    @property
    def next_shown(self) -> int:
        """The number that the next hand will bear on the sheet."""
        return self.turn.shown

    @property
    def newest(self) -> LedgerLine | None:
        """The line written last, wherever it stands."""
        return max(self.lines, key=lambda line: line.key, default=None)

    @property
    def saved(self) -> int:
        """Number of hands that count."""
        return sum(line.shown is not None and not line.void for line in self.lines)

    def line_at(self, number: int) -> LedgerLine | None:
        """The line in force at a number of the ledger."""
        return next((line for line in self.lines if line.number == number), None)


def sheet_page(sheet: Session, *, may_write: bool = True, seats: Sequence[Seat] = ()) -> SheetPage:
    """Everything on the sheet as it stood at one moment, newest hand first.

    Six queries however long the evening, five with its `seats`. If somebody writes meanwhile, the sheet itself is
    brought up to date, and all is read again: totals never miss a hand that the lines show.
    """
    page, version = _read(sheet, may_write=may_write, seats=seats or seats_of(sheet))
    while version not in (sheet.version, None):
        sheet.refresh_from_db()
        page, version = _read(sheet, may_write=may_write, seats=seats_of(sheet))
    return page


def _read(sheet: Session, *, may_write: bool, seats: Sequence[Seat]) -> tuple[SheetPage, int | None]:
    """Everything on the sheet, and its version after that; no version if the sheet is gone."""
    rules = rules_of(sheet.rule_set)
    rows = rows_of(sheet)
    turn = next_turn(sheet, rows, rules)
    lines = ledger_lines(sheet, rows, seats, rules)
    customs = _customs_at(sheet, rows, rules, turn)
    adjustments, version = carry_out(_adjustments.of(sheet.pk), sql_statements.version_of(sheet.pk))
    page = SheetPage(
        seats=columns_of(seats, turn),
        lines=tuple(reversed(lines)),
        turn=turn,
        may_write=may_write,
        adjustments=_adjustment_lines(adjustments, len(seats)),
        customs=customs,
        banners=banners_of(customs, rows, {seat.number: seat.name for seat in seats}, rules),
        schnaps=rules.schnaps_buergermeister or rules.schnaps_no_trick,
        phones=phones_of(rows),
    )
    return page, version[0][0] if version else None


def page_now(sheet: Session) -> SheetPage:
    """Everything on the sheet after a write, for who may write; brings `sheet.version` up to date."""
    sheet.refresh_from_db(fields=("version",))
    return sheet_page(sheet)


def customs_of_sheet(sheet: Session) -> Customs:
    """The customs for the next deal of a sheet of which nothing else is read."""
    rules, rows = rules_of(sheet.rule_set), rows_of(sheet)
    return _customs_at(sheet, rows, rules, next_turn(sheet, rows, rules))


def _customs_at(sheet: Session, rows: Sequence[Hand], rules: HouseRules, turn: Turn) -> Customs:
    return customs_of(
        sheet, rows, gstiess_notes(sheet), rules, lineup=turn.lineup, dealer=turn.dealer, shown=shown_numbers(rows)
    )


def stage_of(sheet: Session, saved: int) -> str | None:
    """Stage of a sheet with a planned number of hands: `ready` to be handed in, `handed_in`, `confirmed`.

    None while it is played, and for an evening that ends when it ends; `saved` is the number of hands that count.
    """
    if sheet.planned is None or (sheet.state == State.OPEN and saved < sheet.planned):
        return None
    return {State.OPEN: "ready", State.HANDED_IN: "handed_in", State.CONFIRMED: "confirmed"}.get(State(sheet.state))


def adjustments_of(sheet: Session, seats: int) -> tuple[AdjustmentLine, ...]:
    """Opening balances and decisions of the table, newest first; those that take another back are left out."""
    return _adjustment_lines(_adjustments(sheet.pk), seats)


def _adjustment_lines(rows: Sequence[Adjustment], seats: int) -> tuple[AdjustmentLine, ...]:
    struck = {row.strikes_id for row in rows}
    return tuple(_adjustment_line(row, seats, void=row.pk in struck) for row in rows if row.strikes_id is None)


@Prepared
def _adjustments(sheet: uuid.UUID) -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(session=sheet).order_by("-written_at", "-pk")


def _adjustment_line(row: Adjustment, seats: int, *, void: bool) -> AdjustmentLine:
    amounts = [] if void else row.amounts
    return AdjustmentLine(pk=row.pk, why=row.why, amounts=(*amounts, *[None] * (seats - len(amounts))), void=void)


def page_after(sheet: Session, row: Hand, scores: Mapping[int, int], seats: Sequence[Seat], numbered: int) -> SheetPage:
    """Changes by a new hand on a sheet that showed everything before it: totals, turn, and its own line.

    With the first hand come the adjustments that stand in one list with it. `scores` by the seat's primary key;
    `seats` with their totals after the hand, `numbered` is the number of hands that count by then.
    """
    rules = rules_of(sheet.rule_set)
    turn = turn_after(row, shown=numbered + 1, rules=rules)
    line = line_of(row, None if row.game == "dead" else numbered, scores, seats, rules)
    adjustments = adjustments_of(sheet, len(seats)) if row.number == 1 else ()
    return SheetPage(seats=columns_of(seats, turn), lines=(line,), turn=turn, may_write=True, adjustments=adjustments)


def columns_of(seats: Sequence[Seat], turn: Turn) -> tuple[Column, ...]:
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
