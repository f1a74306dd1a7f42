"""An evening looked back at: the curve of the totals, everybody's hands, and the same hands under other rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import EVERYONE
from cegoscore.scoring.conversion import converted, counts_alike
from cegoscore.scoring.documents.document import Document, current_entries
from cegoscore.scoring.documents.entries import Entry
from cegoscore.scoring.documents.ledger import Ledger, ledger, spread
from cegoscore.scoring.hands import Aim, Amount, Dead, Fault, Outcome, Partie, PfeifFrei, Points, Raeuber, Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem

GAMES = Points | PfeifFrei | Aim | Amount
"""Outcomes of a game that a declarer played to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A hand that pays, with its amounts by seat, `None` for who was not at the table."""

    entry: Entry
    shown: int
    """Number that the sheet shows: struck hands and deals without a result have none."""
    amounts: tuple[int | None, ...]

    @property
    def declarer(self) -> int | None:
        """Seat that played alone; none in games of everyone for themselves, penalties and free entries."""
        return declarer_of(self.entry.hand.outcome)

    @property
    def won(self) -> bool:
        """True if the declarer got points for it."""
        return self.declarer is not None and (self.amounts[self.declarer] or 0) > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Gain or loss of one seat in one hand."""

    seat: int
    amount: int
    hand: Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplayable:
    """A hand that another rule set cannot pay, and why; `shown` as in `Played`, 0 for a deal without a result."""

    entry: Entry
    shown: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """An evening under another rule set; hands that it cannot pay count for nothing."""

    totals: tuple[int, ...]
    unplayable: tuple[Unplayable, ...]
    converted: int
    """Number of hands whose card points were carried over by share, because the packs are counted differently."""
    as_written: int
    """Number of hands that are only known by their amount, which stays as it is."""


def declarer_of(outcome: Outcome) -> int | None:
    """Seat that played alone; whoever announced a game of everyone for themselves did not, also if it was spoiled."""
    if isinstance(outcome, Schinden | Fault):
        return None if outcome.contract in EVERYONE else outcome.declarer
    return outcome.declarer if isinstance(outcome, GAMES) else None


def played(document: Document) -> tuple[Played, ...]:
    """The hands in force that pay, in the order of the sheet."""
    seats = len(document.players)
    paying = (entry for entry in current_entries(document) if not isinstance(entry.hand.outcome, Dead))
    return tuple(
        Played(entry=entry, shown=number, amounts=spread(entry.hand, document.rules, seats))
        for number, entry in enumerate(paying, 1)
    )


def curve(document: Document, hands: Sequence[Played]) -> tuple[tuple[int, ...], ...]:
    """Running totals by seat: at the start with all adjustments in it, then after every hand."""
    start = tuple(sum(entry.amounts[seat] for entry in document.adjustments) for seat in range(len(document.players)))
    rows = [start]
    for hand in hands:
        rows.append(tuple(total + (amount or 0) for total, amount in zip(rows[-1], hand.amounts, strict=True)))
    return tuple(rows)


def deeds(hands: Sequence[Played], seat: int) -> list[Deed]:
    """Gains and losses of a seat, hand by hand, without hands in which it neither got nor paid."""
    return [Deed(seat=seat, amount=amount, hand=hand) for hand in hands if (amount := hand.amounts[seat])]


def own_games(deeds_done: Sequence[Deed]) -> list[Deed]:
    """Those of a game that the seat played alone and to its end: nobody tells of a penalty or a Raeuber as theirs."""
    return [
        deed
        for deed in deeds_done
        if deed.hand.declarer == deed.seat and isinstance(deed.hand.entry.hand.outcome, GAMES)
    ]


def best(candidates: Sequence[Deed]) -> Deed | None:
    """The highest gain; of equal ones the first."""
    return max((deed for deed in candidates if deed.amount > 0), key=lambda deed: deed.amount, default=None)


def worst(candidates: Sequence[Deed]) -> Deed | None:
    """The highest loss; of equal ones the first."""
    return min((deed for deed in candidates if deed.amount < 0), key=lambda deed: deed.amount, default=None)


def what_if(document: Document, rules: HouseRules) -> WhatIf:
    """The same hands, adjustments and notes under another rule set.

    Card points are carried over by share where the packs are counted differently; see `conversion`.
    """
    entries, unplayable, changed = [], [], 0
    numbers = {id(hand.entry): hand.shown for hand in played(document)}
    for entry in current_entries(document):
        outcome = converted(entry.hand.outcome, document.rules, rules)
        there = replace(entry, hand=replace(entry.hand, outcome=outcome))
        problems = check_hand(there.hand, rules, len(document.players))
        if problems:
            unplayable.append(Unplayable(entry=entry, shown=numbers.get(id(entry), 0), problems=tuple(problems)))
        else:
            entries.append(there)
            changed += _has_card_points(outcome)
    # Of what is in force each number stands here once, so the ledger adds up just these.
    sums: Ledger = ledger(replace(document, rules=rules, entries=tuple(entries)))
    return WhatIf(
        totals=sums.totals,
        unplayable=tuple(unplayable),
        converted=0 if counts_alike(document.rules, rules) else changed,
        as_written=sum(isinstance(entry.hand.outcome, Amount) for entry in entries),
    )


def _has_card_points(outcome: Outcome) -> bool:
    return isinstance(outcome, Points | PfeifFrei | Raeuber | Partie)
