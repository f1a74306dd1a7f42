"""Values of the sheet's page: the columns, the lines, the turn, the customs that hold, and sentences about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.wording import game_label
from cegoscore.database.prepared import Prepared, carry_out
from cegoscore.scoresheet.ledger.ledger_rows import LAST, Sent, lately, phones_of, rows_of, shown_numbers
from cegoscore.scoresheet.ledger.lines import LedgerLine, ledger_lines, line_of
from cegoscore.scoresheet.ledger.seats import (
    Customs,
    Turn,
    columns,
    customs_of,
    next_turn,
    notes_on_gstiess,
    seats_of,
    turn_after,
)
from cegoscore.scoresheet.ledger.services.ledger import PLACES_BETWEEN, counted_hands, version_of
from cegoscore.scoresheet.ledger.writing import Written
from cegoscore.scoresheet.models import Adjustment, Hand, Score, Seat, Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules

LATELY = timedelta(minutes=15)
"""Not longer than this before the last one, two phones are two who write."""


def banners_of(customs: Customs, rows: Sequence[Hand], names: Mapping[int, str], rules: HouseRules) -> tuple[str, ...]:
    """Sentences, the most pressing first; none on most evenings."""
    return (*_round(customs, rules), *_stake(customs), *_gstiess(customs, names), *_phones(rows))


def _round(customs: Customs, rules: HouseRules) -> Iterator[str]:
    if customs.round_left:
        sentence = ngettext("%(game)s: %(left)s hand left", "%(game)s: %(left)s hands left", customs.round_left)
        yield sentence % {"game": game_label(rules, Contract.PFLICHT_RAEUBER), "left": customs.round_left}


def _stake(customs: Customs) -> Iterator[str]:
    if customs.stake_factor > 1:
        yield times_sentence(customs.stake_factor)


def times_sentence(factor: int) -> str:
    """The sentence that from now on everything counts so many times."""
    words = {2: _("From now on everything counts double"), 10: _("From now on everything counts tenfold")}
    return words.get(factor) or _("From now on everything counts %(times)s times") % {"times": factor}


def _gstiess(customs: Customs, names: Mapping[int, str]) -> Iterator[str]:
    state = customs.gstiess
    if state is None:
        return
    if state.holder is None:
        yield _watch(customs)
        return
    name = {"name": names[state.holder]}
    if state.left is None:
        yield _("Der Gstieß gibt ab: %(name)s held it, but deals no more") % name
    elif state.left == 0:
        yield _("Der Gstieß gibt ab: that was the last hand")
    elif state.left == 1:
        yield _("Der Gstieß gibt ab: %(name)s deals, and this is the last hand") % name
    else:
        sentence = ngettext(
            "Der Gstieß gibt ab: %(left)s hand left, %(name)s deals the last one",
            "Der Gstieß gibt ab: %(left)s hands left, %(name)s deals the last one",
            state.left,
        )
        yield sentence % (name | {"left": state.left})


def _watch(customs: Customs) -> str:
    if customs.watched_shown is None:
        return _("Der Gstieß gibt ab: look who holds it in this hand")
    return _("Der Gstieß gibt ab: who held it in hand %(number)s?") % {"number": customs.watched_shown}


def _phones(rows: Sequence[Hand]) -> Iterator[str]:
    """Two phones that write in turns are worth a word: one of them may do so by mistake."""
    if write_in_turns((row.written_at, row.id, row.device_id) for row in rows):
        yield _("More than one phone writes on this sheet")


def write_in_turns(sent: Iterable[Sent]) -> bool:
    """Tell whether the newest of these rows came from several phones."""
    last = sorted(sent, key=lambda row: row[:2])[-LAST:]
    phones = {device for at, _key, device in last if device and at > last[-1][0] - LATELY}
    return len(phones) > 1


SIDES = {
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
    5: ("bottom", "lower-right", "upper-right", "upper-left", "lower-left"),
    6: ("bottom", "lower-right", "upper-right", "top", "upper-left", "lower-left"),
}
"""Sides of a phone in the middle of the table on which those sit who are there, anticlockwise, by their number."""
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
    side: str
    """One of `SIDES`; empty if there is none for this seat."""

    @property
    def looks(self) -> str:
        """Classes of the column: who leads, who has left, a total of more than four digits, the side of the table."""
        classes = {"leads": self.leads, "away": not self.at_table, "long": abs(self.total) > MOST_LARGE}
        return " ".join(
            [*(name for name, is_so in classes.items() if is_so), *([f"at-{self.side}"] if self.side else [])]
        )


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
    phones: Mapping[UUID | None, str] = field(default_factory=dict)
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


def sheet_page(sheet: Session, *, may_write: bool = True) -> SheetPage:
    """Everything on the sheet as it stood at one moment, newest hand first.

    Six queries however long the evening. If somebody writes meanwhile, the sheet itself is brought up to date, and all
    is read again: totals never miss a hand that the lines show.
    """
    page, version = _read(sheet, may_write=may_write)
    while version not in (sheet.version, None):
        sheet.refresh_from_db()
        page, version = _read(sheet, may_write=may_write)
    return page


def _read(sheet: Session, *, may_write: bool) -> tuple[SheetPage, int | None]:
    """Everything on the sheet, and its version after that; no version if the sheet is gone."""
    rules, seats, rows = rules_of(sheet.rule_set), seats_of(sheet), rows_of(sheet)
    turn = next_turn(sheet, rows, rules)
    lines = ledger_lines(sheet, rows, seats, rules)
    customs = _customs_at(sheet, rows, rules, turn)
    adjustments, version = carry_out(_adjustments.of(sheet.pk), version_of(sheet.pk))
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
        sheet,
        rows,
        notes_on_gstiess(sheet.pk),
        rules,
        lineup=turn.lineup,
        dealer=turn.dealer,
        numbers=shown_numbers(rows),
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
def _adjustments(sheet: UUID) -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(session=sheet).order_by("-written_at", "-pk")


def _adjustment_line(row: Adjustment, seats: int, *, void: bool) -> AdjustmentLine:
    amounts = [] if void else row.amounts
    return AdjustmentLine(pk=row.pk, why=row.why, amounts=(*amounts, *[None] * (seats - len(amounts))), void=void)


def page_after(
    sheet: Session,
    row: Hand,
    scores: Mapping[int, int],
    seats: Sequence[Seat],
    numbered: int,
    hand: hands.Hand | None = None,
) -> SheetPage:
    """Changes by a new hand on a sheet that showed everything before it: totals, turn, and its own line.

    With the first hand come the adjustments that stand in one list with it. `scores` by the seat's primary key;
    `seats` with their totals after the hand, `numbered` is the number of hands that count by then.
    """
    rules = rules_of(sheet.rule_set)
    turn = turn_after(row, shown=numbered + 1, rules=rules)
    line = line_of(row, None if row.game == "dead" else numbered, scores, seats, rules, hand=hand)
    adjustments = adjustments_of(sheet, len(seats)) if row.number == 1 else ()
    return SheetPage(seats=columns_of(seats, turn), lines=(line,), turn=turn, may_write=True, adjustments=adjustments)


def columns_of(seats: Sequence[Seat], turn: Turn) -> tuple[Column, ...]:
    """The head of the sheet."""
    best, vorhand = max(seat.total for seat in seats), turn.vorhand
    sides = dict(zip(turn.lineup, SIDES.get(len(turn.lineup), ()), strict=False))
    return tuple(
        Column(
            number=seat.number,
            name=seat.name,
            total=seat.total,
            at_table=seat.number in turn.lineup,
            deals=seat.number == turn.dealer,
            vorhand=seat.number == vorhand,
            sits_out=turn.sits_out and seat.number == turn.dealer,
            leads=best > 0 and seat.total == best,
            side=sides.get(seat.number, ""),
        )
        for seat in seats
    )


def is_all(sheet: Session, row: Hand, sent: Sequence[Sent]) -> bool:
    """Tell whether a new hand at the end changes its own line, the totals and the next turn only.

    More changes if the dealer sits out, so that other people can play in the next hand; where banners count on; and
    with the last hand of a sheet. `sent` are the newest rows with this one.
    """
    counts_on = sheet.compulsory_after is not None or sheet.stake_factor != 1
    dealer_sits_out = len(row.lineup) > rules_of(sheet.rule_set).players
    return not (counts_on or dealer_sits_out or write_in_turns(sent) or write_in_turns(sent[1:]))


def page_written(sheet: Session, done: Written, seats: Sequence[Seat]) -> SheetPage:
    """Values that the hand just written changes; `seats` as they were before, nobody else wrote since then.

    Brings `sheet.version` up to date.
    """
    for seat in seats:
        seat.total += done.changes.get(seat.number, 0)
    scores = {seat.pk: done.paid[seat.number] for seat in seats if seat.number in done.paid}
    sheet.version = done.version
    return page_after(sheet, done.row, scores, seats, done.numbered, done.hand)


def hand_after(sheet: Session, version_shown: str, newest: str) -> SheetPage | None:
    """Values that a page lacks if it lacks one hand only: it shows the version before, and `newest` as its last row.

    That the row before is the newest one that the page shows means that the one write in between was this hand.
    Nothing if more may have changed, or somebody has written since the sheet was read.
    """
    if sheet.state != State.OPEN or version_shown != str(sheet.version - 1):
        return None
    key = sheet.pk
    rows, sent, scores, seats, notes, numbered, version = carry_out(
        _newest.of(key),
        lately.of(key),
        _newest_scores.of(key),
        columns(key),
        notes_on_gstiess.of(key),
        counted_hands(key),
        version_of(key),
    )
    if not rows or notes or version[0][0] != sheet.version or numbered[0][0] == sheet.planned:
        return None
    row: Hand = rows[0]
    is_at_the_end = row.revision == 1 and row.place == row.number * PLACES_BETWEEN
    before = str(sent[1][1]) if len(sent) > 1 else ""
    if newest != before or not is_at_the_end or not is_all(sheet, row, sent):
        return None
    return page_after(sheet, row, dict(scores), seats, numbered[0][0])


@Prepared
def _newest(sheet: UUID) -> QuerySet[Hand]:
    return Hand.objects.filter(session=sheet).order_by("-pk")[:1]


@Prepared
def _newest_scores(sheet: UUID) -> QuerySet[Score, tuple[int, int]]:
    newest = Hand.objects.filter(session=sheet).order_by("-pk").values("pk")[:1]
    return Score.objects.filter(hand__in=newest).values_list("seat", "points")
