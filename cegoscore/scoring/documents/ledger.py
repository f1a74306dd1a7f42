"""A session's sums: what every hand paid, running totals, rounds of Schnaps owed, and who settles with whom.

And an evening looked back at: the curve of the totals, everybody's hands, and the same hands under other rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import EVERYONE
from cegoscore.scoring.conversion import converted
from cegoscore.scoring.documents.document import Document, NoteKind, Transfer, current_entries
from cegoscore.scoring.documents.entries import Entry
from cegoscore.scoring.hands import Aim, Amount, Dead, Fault, Hand, Outcome, PfeifFrei, Points, Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import paid_by_seat, schnaps
from cegoscore.scoring.problems import Problem

ROUNDS = {NoteKind.SCHNAPS_BOUGHT: -1, NoteKind.SCHNAPS_OWED: 1}
"""By what a note changes how many rounds somebody owes."""

MOST_EXACT = 14
"""Up to so many people with a balance the fewest transfers are searched for; beyond, a good solution is given."""


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
class Ledger:
    """The sums of a session."""

    lines: tuple[Played, ...]
    totals: tuple[int, ...]
    schnaps: tuple[int, ...]


def spread(hand: Hand, rules: HouseRules, seats: int) -> tuple[int | None, ...]:
    """The payments of a hand by seat; `None` for a seat that is not in its line-up."""
    paid = paid_by_seat(hand, rules)
    return tuple(paid.get(seat) for seat in range(seats))


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


def ledger(document: Document) -> Ledger:
    """Sum up the hands in force, adjustments and rounds of Schnaps."""
    seats, lines = range(len(document.players)), played(document)
    columns = [line.amounts for line in lines] + [entry.amounts for entry in document.adjustments]
    owed = Counter(seat for line in lines for seat in schnaps(line.entry.hand, document.rules))
    for note in document.notes:
        if note.seat is not None:
            owed[note.seat] += ROUNDS.get(note.kind, 0)
    totals = tuple(sum(column[seat] or 0 for column in columns) for seat in seats)
    return Ledger(lines=lines, totals=totals, schnaps=tuple(owed[seat] for seat in seats))


def settle(totals: Sequence[int]) -> tuple[Transfer, ...]:
    """The fewest transfers that bring every total to zero; the totals must sum to zero.

    People who are even among themselves settle among themselves: the more such groups, the fewer transfers, because
    a group of n people needs n - 1. Raises `ValueError` if the totals do not sum to zero.
    """
    if sum(totals) != 0:
        raise ValueError("totals must sum to zero")
    seats = [seat for seat, total in enumerate(totals) if total]
    groups = _most_groups(seats, totals) if len(seats) <= MOST_EXACT else [seats]
    return tuple(transfer for group in groups for transfer in _settle_group(group, totals))


def _most_groups(seats: Sequence[int], totals: Sequence[int]) -> list[list[int]]:
    """Split the seats into as many groups as possible that are each even; bit i of a mask is `seats[i]`."""
    everyone = (1 << len(seats)) - 1
    sums = [0] * (everyone + 1)
    best = [0] * (everyone + 1)
    last = [0] * (everyone + 1)
    for mask in range(1, everyone + 1):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + totals[seats[low.bit_length() - 1]]
        candidates = ((best[mask ^ (1 << i)], 1 << i) for i in range(len(seats)) if mask >> i & 1)
        groups, last[mask] = max(candidates)
        best[mask] = groups + (sums[mask] == 0)
    even_groups: list[list[int]] = []
    mask, group = everyone, []
    while mask:
        bit = last[mask]
        group.append(seats[bit.bit_length() - 1])
        mask ^= bit
        if sums[mask] == 0:
            even_groups.append(sorted(group))
            group = []
    return even_groups


def _settle_group(group: Sequence[int], totals: Sequence[int]) -> list[Transfer]:
    """The largest debtor pays the largest creditor, until nothing is left."""
    left = {seat: totals[seat] for seat in group}
    transfers = []
    while any(left.values()):
        payer = min(left, key=lambda seat: (left[seat], seat))
        receiver = max(left, key=lambda seat: (left[seat], -seat))
        amount = min(-left[payer], left[receiver])
        left[payer] += amount
        left[receiver] -= amount
        transfers.append(Transfer(payer=payer, receiver=receiver, amount=amount))
    return transfers


# Looking back


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Gain or loss of one seat in one hand."""

    seat: int
    amount: int
    hand: Played


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


def what_if(document: Document, rules: HouseRules) -> tuple[Document, list[tuple[Entry, list[Problem]]]]:
    """The hands in force, adjustments and notes under another rule set; and the hands that it cannot pay, with why.

    Card points are carried over by share where the packs are counted differently; see `conversion`.
    """
    entries, unplayable = [], []
    for entry in current_entries(document):
        hand = replace(entry.hand, outcome=converted(entry.hand.outcome, document.rules, rules))
        if problems := check_hand(hand, rules, len(document.players)):
            unplayable.append((entry, problems))
        else:
            entries.append(replace(entry, hand=hand))
    return replace(document, rules=rules, entries=tuple(entries)), unplayable
