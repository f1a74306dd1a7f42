"""A person's own evening on the phone: the seat, the sheet, the hands, the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.ledger.ledger_rows import rows_of
from cegoscore.scoresheet.ledger.lines import LedgerLine, ledger_lines
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Session
from tournaments.course.entrants import Person
from tournaments.course.version_cache import VersionCache
from tournaments.hall.seats import Hall, Seated
from tournaments.models import RoundState
from tournaments.standings.queries import Standings, StandingsLine
from tournaments.standings.rows import notes_of

LINES = VersionCache[Sequence[LedgerLine]]()
"""The hands of a sheet, by sheet and language: five phones at a table look at them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyHand:
    """A hand as somebody at the table sees it: its number, the game, the points it brought them, and their total."""

    shown: int | None
    game: str
    points: int | None
    total: int
    url: str
    """Its derivation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mine:
    """A person's own evening: the seat in the newest round, its sheet and hands, and the place in the ranking."""

    person: Person
    seated: Seated | None
    line: StandingsLine | None
    is_over: bool
    """True if the tournament is finished or cancelled."""
    sheet: str = ""
    """The address of the table's sheet, for whoever may look at it."""
    hands: tuple[MyHand, ...] = ()
    """The hands of this round, the newest first."""
    call: str = ""
    """The sentence with which the page calls somebody to the table; empty if there is nothing to call for."""
    called_for: str = ""
    """Round, state, table and seat that it calls for: it calls again when they change."""

    @property
    def notes(self) -> list[str]:
        """Notes on the rank, such as who shares it."""
        return notes_of(self.line, is_over=self.is_over) if self.line else []


def mine(person: Person, hall: Hall, table: Standings, *, sees_sheets: bool) -> Mine:
    """The part of the page about one person; sheets and hands only for whoever may look, unless they are held back."""
    seated = hall.seat_of(person.number)
    is_shown = sees_sheets and hall.round is not None and table.shown.covers(hall.round.number)
    sheet = seated.tile.table.sheet if seated and is_shown else None
    call, called_for = _call(hall, seated) if seated and not table.is_over else ("", "")
    return Mine(
        person=person,
        seated=seated,
        line=my_line(table, person.number),
        is_over=table.is_over,
        sheet=reverse("sheet", args=[sheet.pk]) if sheet else "",
        hands=_hands(sheet, seated.place.seat) if sheet and seated else (),
        call=call,
        called_for=called_for,
    )


def my_line(table: Standings, number: int) -> StandingsLine | None:
    """A player's line of the standings: all that the page shows a player of place and points comes from here."""
    return next((line for line in (*table.lines, *table.unranked) if line.person.number == number), None)


def _call(hall: Hall, seated: Seated) -> tuple[str, str]:
    """The call to the table, and what it is for: a drawn seat, or the start of the round."""
    round_ = hall.round
    if round_ is None or round_.state == RoundState.CLOSED:
        return "", ""
    words = {"number": round_.number, "table": seated.table, "seat": seated.seat}
    called_for = f"{round_.number}.{round_.state}.{seated.table}.{seated.seat}"
    if round_.state == RoundState.DRAWN:
        return _("Round %(number)s: please go to table %(table)s, seat %(seat)s") % words, called_for
    return _("Round %(number)s has begun at table %(table)s") % words, called_for


def _hands(sheet: Session, seat: int) -> tuple[MyHand, ...]:
    """Hands in force in which the seat was at the table, the newest first."""
    lines = LINES.fetch((sheet.pk, get_language()), lambda: _lines_of(sheet), now=str(sheet.version))
    own = [line for line in lines if not line.void and seat < len(line.amounts)]
    points = [line.amounts[seat] for line in own]
    totals = accumulate(each or 0 for each in points)
    hands = [
        MyHand(shown=line.shown, game=line.game, points=each, total=total, url=f"{line.url}#why")
        for line, each, total in zip(own, points, totals, strict=True)
    ]
    return tuple(reversed(hands))


def _lines_of(sheet: Session) -> list[LedgerLine]:
    return ledger_lines(sheet, rows_of(sheet), seats_of(sheet), rules_of(sheet.rule_set))
