"""A session's sums: what every hand paid, running totals, rounds of Schnaps owed, and who settles with whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.scoring.documents.document import Document, NoteKind, Transfer, current_entries
from cegoscore.scoring.hands import Dead, Hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments, schnaps

ROUNDS = {NoteKind.SCHNAPS_BOUGHT: -1, NoteKind.SCHNAPS_OWED: 1}
"""By what a note changes how many rounds somebody owes."""

MOST_EXACT = 14
"""Up to so many people with a balance the fewest transfers are searched for; beyond, a good solution is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidHand:
    """One paid hand: amounts by seat, `None` for who was not at the table."""

    number: int | None
    dealer: int
    payments: tuple[int | None, ...]
    schnaps: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The sums of a session."""

    lines: tuple[PaidHand, ...]
    totals: tuple[int, ...]
    schnaps: tuple[int, ...]


def spread(hand: Hand, rules: HouseRules, seats: int) -> tuple[int | None, ...]:
    """The payments of a hand by seat; `None` for a seat that is not in its line-up."""
    paid = dict(zip(hand.lineup, payments(hand, rules), strict=True))
    return tuple(paid.get(seat) for seat in range(seats))


def ledger(document: Document) -> Ledger:
    """Sum up the hands in force, adjustments and rounds of Schnaps."""
    seats, rules = len(document.players), document.rules
    lines = tuple(
        PaidHand(
            number=entry.number,
            dealer=entry.hand.dealer,
            payments=spread(entry.hand, rules, seats),
            schnaps=schnaps(entry.hand, rules),
        )
        for entry in current_entries(document)
        if not isinstance(entry.hand.outcome, Dead)
    )
    columns = [line.payments for line in lines] + [entry.amounts for entry in document.adjustments]
    owed = [sum(line.schnaps.count(seat) for line in lines) for seat in range(seats)]
    for note in document.notes:
        if note.seat is not None:
            owed[note.seat] += ROUNDS.get(note.kind, 0)
    totals = tuple(sum(column[seat] or 0 for column in columns) for seat in range(seats))
    return Ledger(lines=lines, totals=totals, schnaps=tuple(owed))


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
