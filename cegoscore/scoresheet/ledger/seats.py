"""Columns of a sheet, with those who sit there, and the deal that comes next as the rows of the ledger say it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import identity, persons_of
from cegoscore.database.prepared import Prepared, SqlStatement, carry_out
from cegoscore.scoresheet.ledger.ledger_rows import in_force, rows_of, shown_numbers
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring.hands import next_seat
from cegoscore.scoring.house_rules import HouseRules


def seats_of(sheet: Session) -> list[Seat]:
    """The columns of the sheet with their people, in order."""
    return carry_out(columns(sheet.pk))[0]


def columns(sheet: uuid.UUID) -> SqlStatement[Seat]:
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
def _seats(sheet: uuid.UUID) -> QuerySet[Seat]:
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
    shown = len(shown_numbers(rows)) + 1
    newest = max((row.number for row in current), default=0)
    last = next((row for row in reversed(current) if not row.void), None)
    if last is None or sheet.turn_after >= last.number:
        lineup = tuple(sheet.lineup)
        sits_out = len(lineup) > rules.players
        return Turn(number=newest + 1, shown=shown, lineup=lineup, dealer=sheet.dealer, sits_out=sits_out)
    return replace(turn_after(last, shown=shown, rules=rules), number=newest + 1)


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
