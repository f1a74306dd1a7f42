"""Columns of a sheet with those who sit there, the deal that comes next, and the customs that hold for it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import identity, persons_of
from cegoscore.database.prepared import Prepared, SqlStatement, carry_out
from cegoscore.scoresheet.ledger.games import WITHOUT_CONTRACT
from cegoscore.scoresheet.ledger.ledger_rows import in_force, place_when_last, rows_of, shown_numbers
from cegoscore.scoresheet.models import Hand, Note, Seat, Session
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents import document
from cegoscore.scoring.documents.customs import Deal, Gstiess, compulsory_left, factor_after_round, gstiess
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.documents.entries import MOST_FACTOR
from cegoscore.scoring.hands import next_seat
from cegoscore.scoring.house_rules import HouseRules


def seats_of(sheet: Session) -> list[Seat]:
    """The columns of the sheet with their people, in order."""
    return carry_out(columns(sheet.pk))[0]


def columns(sheet: UUID) -> SqlStatement[Seat]:
    """The statement that brings them."""
    statement = _seats.of(sheet)
    return replace(statement, read=lambda brought: _told_apart(statement.read(brought)))


def _told_apart(seats: list[Seat]) -> list[Seat]:
    keys = [identity(seat.own_name) for seat in seats]
    for seat, key in zip(seats, keys, strict=True):
        if keys.count(key) > 1:
            seat.told_apart = f"{seat.own_name} ({_beside(seat, seats)})"
    return seats


@Prepared
def _seats(sheet: UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(session=sheet).select_related("player__merged_into").order_by("number")


def _beside(seat: Seat, seats: Sequence[Seat]) -> str:
    """Words that tell somebody apart from namesakes: the village, or the number of the seat if that is not enough."""
    village, this = seat.player.person.village, identity(seat.own_name)
    villages = [identity(seat.player.person.village) for seat in seats if identity(seat.own_name) == this]
    return village if village and villages.count(identity(village)) == 1 else str(seat.number + 1)


def names_of(sheet: Session) -> dict[int, str]:
    """Names by seat number."""
    return {seat.number: seat.name for seat in seats_of(sheet)}


def people_beside(sheet: Session) -> list[Player]:
    """Everybody in the sheet's club who has a name and no column on it, by name."""
    sitting = {seat.player.person.pk for seat in seats_of(sheet)}
    people = persons_of(sheet.club_id).exclude(name="").exclude(pk__in=sitting)
    return sorted(people, key=lambda person: (sort_key(person.name), person.pk))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One deal that is still to be written: its place in the ledger, the line-up and the dealer."""

    number: int
    shown: int
    lineup: tuple[int, ...]
    dealer: int
    sits_out: bool
    stake_factor: int = 1
    """For a forgotten hand: that of the hand above it."""

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that hold cards."""
        return tuple(seat for seat in self.lineup if not (self.sits_out and seat == self.dealer))

    @property
    def vorhand(self) -> int:
        """The seat that speaks first."""
        return next_seat(self.lineup, self.dealer)


def next_turn(sheet: Session, rows: list[Hand], rules: HouseRules) -> Turn:
    """The deal after the last one that was not struck, unless line-up and dealer were set for it by hand.

    `rows` are ordered by place and revision.
    """
    current = in_force(rows)
    shown_number = len(shown_numbers(rows)) + 1
    newest = max((row.number for row in current), default=0)
    last = next((row for row in reversed(current) if not row.void), None)
    if last is None or sheet.turn_after >= last.number:
        lineup = tuple(sheet.lineup)
        sits_out = len(lineup) > rules.players
        return Turn(number=newest + 1, shown=shown_number, lineup=lineup, dealer=sheet.dealer, sits_out=sits_out)
    return replace(turn_after(last, shown=shown_number, rules=rules), number=newest + 1)


def turn_of(sheet: Session) -> Turn:
    """The next deal of a sheet of which nothing else is read."""
    return next_turn(sheet, rows_of(sheet), rules_of(sheet.rule_set))


def turn_before(sheet: Session, number: int) -> Turn:
    """The deal that was forgotten before a hand: a new one in the ledger, in its place on the sheet.

    It is proposed as the one after the last that stands above it, or the one whose dealer sits before the first's.
    """
    rules = rules_of(sheet.rule_set)
    rows = rows_of(sheet)
    hand = next(row for row in reversed(rows) if row.number == number)
    above = [row for row in rows if row.place < hand.place]
    shown_number, newest = len(shown_numbers(above)) + 1, max(row.number for row in rows)
    last = next((row for row in reversed(in_force(above)) if not row.void), None)
    if last is not None:
        turn = turn_after(last, shown=shown_number, rules=rules)
        return replace(turn, number=newest + 1, stake_factor=last.stake_factor)
    lineup = tuple(hand.lineup)
    dealer = lineup[lineup.index(hand.dealer) - 1]
    return Turn(
        number=newest + 1, shown=shown_number, lineup=lineup, dealer=dealer, sits_out=len(lineup) > rules.players
    )


def turn_after(row: Hand, *, shown: int, rules: HouseRules) -> Turn:
    """The deal after this one: the deal passes on, except after one that is dealt again."""
    lineup = tuple(row.lineup)
    dealer = next_seat(lineup, row.dealer) if row.passes_on else row.dealer
    sits_out = len(lineup) > rules.players
    return Turn(number=row.number + 1, shown=shown, lineup=lineup, dealer=dealer, sits_out=sits_out)


GSTIESS = (NoteKind.GSTIESS, NoteKind.GSTIESS_OFF)


@dataclass(frozen=True, slots=True, kw_only=True)
class Customs:
    """Customs that hold for the next hand."""

    round_left: int = 0
    """Deals left of a round of Pflicht-Räuber, the next one included; 0: none is being played."""
    round_over: bool = False
    """There was one, and what it changes holds."""
    stake_factor: int = 1
    gstiess: Gstiess | None = None
    watched_shown: int | None = None
    """The number on the sheet of the deal in which it is asked who held the Gstieß, once it is written."""
    only: tuple[str, ...] = ()
    """Games that may be written next; empty: all of the rule set."""


def customs_of(
    sheet: Session,
    rows: Sequence[Hand],
    notes: Iterable[Note],
    rules: HouseRules,
    *,
    lineup: tuple[int, ...],
    dealer: int,
    numbers: dict[int, int],
) -> Customs:
    """The customs that hold for the next deal; `rows` are ordered by place and revision, `notes` as they came."""
    current = in_force(rows)
    deals = [_deal(row, position) for position, row in enumerate(current, 1) if not row.void]
    left, over = 0, False
    if sheet.compulsory_after is not None and Contract.PFLICHT_RAEUBER in rules.raeuber:
        began = place_when_last(current, sheet.compulsory_after)
        left = compulsory_left([deal for deal in deals if deal.position > began], lineup, dealer)
        over = not left
    noted = [
        document.Note(after=place_when_last(current, note.after), kind=NoteKind(note.kind), seat=note.seat)
        for note in notes
    ]
    state = gstiess(noted, deals, lineup, dealer)
    watched = numbers.get(current[state.watched - 1].number) if state and state.watched else None
    return Customs(
        round_left=left,
        round_over=over,
        stake_factor=min(sheet.stake_factor * (factor_after_round(rules) if over else 1), MOST_FACTOR),
        gstiess=state,
        watched_shown=watched,
        only=(str(Contract.PFLICHT_RAEUBER), *WITHOUT_CONTRACT) if left else (),
    )


@Prepared
def notes_on_gstiess(sheet: UUID) -> QuerySet[Note]:
    """Notes on the holder of the Gstieß, in the order in which they were written."""
    return Note.objects.filter(session=sheet, kind__in=GSTIESS).order_by("pk")


def _deal(row: Hand, position: int) -> Deal:
    return Deal(position=position, dealer=row.dealer, result=row.game != "dead", passed_on=row.passes_on)
