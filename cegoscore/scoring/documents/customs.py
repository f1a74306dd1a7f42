"""Agreements of a table besides hands: a compulsory round, and "der Gstieß gibt ab", which ends the evening."""

from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import Note, NoteKind
from cegoscore.scoring.hands import next_seat
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal that was not struck: its position on the sheet from 1, and who dealt."""

    position: int
    dealer: int
    result: bool
    """Somebody played it, so that it could be seen who held the Gstieß."""
    passed_on: bool
    """The next one dealt after it; else it was dealt again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gstiess:
    """Somebody said "der Gstieß gibt ab"."""

    holder: int | None
    """Seat that held it in the deal that was watched; `None` as long as nobody knows."""
    watched: int | None
    """The position of that deal; `None` while it is being played."""
    left: int | None
    """Number of deals left, the last one included; 0: it is over, `None`: not known yet."""


def compulsory_left(since: Sequence[Deal], lineup: tuple[int, ...], dealer: int) -> int:
    """Count the deals left of a round of one deal each; `since` were dealt, and `dealer` is next."""
    dealt = {deal.dealer for deal in since if deal.passed_on}
    return max((_steps(lineup, dealer, seat) + 1 for seat in lineup if seat not in dealt), default=0)


def factor_after_round(rules: HouseRules) -> int:
    """Factor of the stake once a compulsory round is over; 1 where the rule set says nothing."""
    raeuber = rules.raeuber.get(Contract.PFLICHT_RAEUBER)
    return (raeuber.stake_factor_after if raeuber else None) or 1


def gstiess(notes: Sequence[Note], deals: Sequence[Deal], lineup: tuple[int, ...], dealer: int) -> Gstiess | None:
    """Find out whether the evening is about to end, and with which deal; `dealer` deals the next one.

    A note without a seat starts the watch (or says that it lay in the blind): the next deal with a result is watched.
    Whoever held it deals the last one, at their next turn after that deal. Of several notes the last one holds.
    """
    asked: int | None = None
    """The watched deal is the first with a result after this position."""
    first: int | None = None
    holder: int | None = None
    for note in notes:
        if note.kind is NoteKind.GSTIESS_OFF:
            asked = first = holder = None
        elif note.kind is NoteKind.GSTIESS and note.seat is None:
            asked = note.after if asked is None else max(_watched(asked, deals) or asked + 1, note.after)
            first = holder = None
        elif note.kind is NoteKind.GSTIESS:
            holder, first = note.seat, note.after if first is None else first
    if asked is None and first is None:
        return None
    watched = first if asked is None else _watched(asked, deals)
    left = None if holder is None else _left(holder, watched, deals, lineup, dealer)
    return Gstiess(holder=holder, watched=watched, left=left)


def _watched(asked: int, deals: Sequence[Deal]) -> int | None:
    return next((deal.position for deal in deals if deal.position > asked and deal.result), None)


def _left(holder: int, watched: int | None, deals: Sequence[Deal], lineup: tuple[int, ...], dealer: int) -> int | None:
    """Deals until the holder's next turn after the watched deal."""
    after = [] if watched is None else [deal for deal in deals if deal.position > watched]
    if any(deal.dealer == holder and deal.passed_on for deal in after):
        return 0
    if holder not in lineup:
        return None
    if watched is None and holder == dealer:
        return len(lineup) + 1
    return _steps(lineup, dealer, holder) + 1


def _steps(lineup: tuple[int, ...], start: int, end: int) -> int:
    """Count the deals from one seat's turn to another's."""
    steps = 0
    while start != end:
        start, steps = next_seat(lineup, start), steps + 1
    return steps
