"""A session's sums: what every hand paid, running totals, rounds of Schnaps owed, and who settles with whom.

And an evening looked back at: the curve of the totals, everybody's hands, the rarest of six patterns by
which it is told, its figures, and the same hands under other rules.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import pairwise

from cegoscore.scoring.contracts import EVERYONE
from cegoscore.scoring.documents.document import Document, NoteKind, Transfer, current_entries
from cegoscore.scoring.documents.entries import Entry
from cegoscore.scoring.hands import Dead, Fault, HandKind, Outcome, Points, Schinden, declarer_of, kind_of
from cegoscore.scoring.payments import paid_by_seat, schnaps

ROUNDS = {NoteKind.SCHNAPS_BOUGHT: -1, NoteKind.SCHNAPS_OWED: 1}
"""Change of the rounds that somebody owes, by the kind of a note."""

MOST_EXACT = 14
"""Up to so many people with a balance the fewest transfers are searched for; beyond, a good solution is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A hand that pays, with its amounts by seat, `None` for who was not at the table."""

    entry: Entry
    shown: int
    """Number that the sheet shows: struck hands and deals without a result have none."""
    amounts: tuple[int | None, ...]

    @property
    def is_game(self) -> bool:
        """True if a game was played to its end, by a declarer or by everyone for themselves."""
        return kind_of(self.entry.hand.outcome) in (HandKind.DECLARED, HandKind.EVERYONE)

    @property
    def declarer(self) -> int | None:
        """Seat that declared the game and played it to its end."""
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


def whose_game(outcome: Outcome) -> int | None:
    """Seat whose game it was, as the tie-break of games won has it: also one that a claim or a fault ended."""
    if isinstance(outcome, Schinden | Fault):
        return None if outcome.contract in EVERYONE else outcome.declarer
    return declarer_of(outcome)


def played(document: Document) -> tuple[Played, ...]:
    """The hands in force that pay, in the order of the sheet."""
    seats = range(len(document.players))
    paying = (entry for entry in current_entries(document) if not isinstance(entry.hand.outcome, Dead))
    return tuple(
        Played(entry=entry, shown=number, amounts=tuple(map(paid_by_seat(entry.hand, document.rules).get, seats)))
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
    """Deeds of a seat in games that it declared and played to the end: no penalty and no Raeuber is among them."""
    return [deed for deed in deeds_done if deed.hand.declarer == deed.seat]


def best(candidates: Sequence[Deed]) -> Deed | None:
    """The highest gain; of equal ones the first."""
    return max((deed for deed in candidates if deed.amount > 0), key=lambda deed: deed.amount, default=None)


def worst(candidates: Sequence[Deed]) -> Deed | None:
    """The highest loss; of equal ones the first."""
    return min((deed for deed in candidates if deed.amount < 0), key=lambda deed: deed.amount, default=None)


FEWEST = 8
"""Hands from which on there is something to tell."""
LONG_RUN = 4
"""Own games won one after the other."""


class Pattern(StrEnum):
    """Patterns of an evening, the rarest first."""

    COMEBACK = auto()
    """The winner was alone in the last place in the second half; `count` is the total then, `of` that at the end."""
    RUN = auto()
    """Somebody won `count` of their own games one after the other."""
    CHANGES = auto()
    """The lead changed `count` times."""
    FRONT = auto()
    """Somebody led after `count` of `of` hands."""
    NARROW = auto()
    """Somebody won or lost a game by a single point; `count` is what the hand brought."""
    BIGGEST = auto()
    """The game that brought most; `count` is what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A pattern, the seat that it is about (`None`: all of them), and the hand, if it was one."""

    pattern: Pattern
    seat: int | None
    count: int
    of: int = 0
    hand: Played | None = None


def highlight(document: Document) -> Highlight | None:
    """Find the rarest pattern of the evening; none of fewer than eight hands, or if nobody won a game."""
    hands = played(document)
    if len(hands) < FEWEST:
        return None
    totals = curve(document, hands)[1:]
    leading = leaders(totals)
    common = narrowest(hands, document.rules.half) or _biggest(hands, len(document.players))
    return _comeback(totals) or longest_run(hands) or _changes(leading) or _front(leading) or common


def leaders(totals: Sequence[Sequence[int]]) -> list[int | None]:
    """List the seat that led after each hand: the last that was alone in front."""
    leading: list[int | None] = []
    for row in totals:
        alone = _alone(row, max(row))
        leading.append(alone if alone is not None else (leading[-1] if leading else None))
    return leading


def _alone(row: Sequence[int], total: int) -> int | None:
    return row.index(total) if row.count(total) == 1 else None


def _comeback(totals: Sequence[Sequence[int]]) -> Highlight | None:
    last = totals[-1]
    winner = _alone(last, max(last))
    late = totals[len(totals) // 2 - 1 :]
    lows = [row[winner] for row in late if _alone(row, min(row)) == winner] if winner is not None else []
    return Highlight(pattern=Pattern.COMEBACK, seat=winner, count=min(lows), of=max(last)) if lows else None


def longest_run(hands: Sequence[Played]) -> Highlight | None:
    """Find the most own games that somebody won one after the other, from four on; of equal runs the first."""
    won, longest = Counter[int](), Highlight(pattern=Pattern.RUN, seat=None, count=LONG_RUN - 1)
    for hand in hands:
        if (seat := hand.declarer) is not None:
            won[seat] = won[seat] + 1 if hand.won else 0
            if won[seat] > longest.count:
                longest = Highlight(pattern=Pattern.RUN, seat=seat, count=won[seat])
    return None if longest.seat is None else longest


def changes(leading: Sequence[int | None]) -> int:
    """Count how often somebody else took the lead; the first who led took it from nobody."""
    return sum(before is not None and before != now for before, now in pairwise(leading))


def _changes(leading: Sequence[int | None]) -> Highlight | None:
    count = changes(leading)
    return Highlight(pattern=Pattern.CHANGES, seat=None, count=count) if count * 3 >= len(leading) else None


def _front(leading: Sequence[int | None]) -> Highlight | None:
    for seat, count in Counter(leading).most_common(1):
        if seat is not None and count * 3 >= len(leading) * 2:
            return Highlight(pattern=Pattern.FRONT, seat=seat, count=count, of=len(leading))
    return None


def narrowest(hands: Sequence[Played], half: int) -> Highlight | None:
    """Find the last game that one card point decided; `half` is just lost."""
    for hand in reversed(hands):
        outcome = hand.entry.hand.outcome
        if isinstance(outcome, Points) and outcome.points in (half, half + 1):
            seat = outcome.declarer
            return Highlight(pattern=Pattern.NARROW, seat=seat, count=hand.amounts[seat] or 0, hand=hand)
    return None


def _biggest(hands: Sequence[Played], seats: int) -> Highlight | None:
    biggest = best(own_games([deed for seat in range(seats) for deed in deeds(hands, seat)]))
    if biggest is None:
        return None
    return Highlight(pattern=Pattern.BIGGEST, seat=biggest.seat, count=biggest.amount, hand=biggest.hand)


Figures = tuple[int, list[tuple[int, int]], list[Highlight]]
"""The number of times that somebody else took the lead; seats with the number of hands after which they led, most
first; the largest rise from somebody's lowest total to the end, the narrowest game, the longest run: what there was."""


def figures(document: Document, hands: Sequence[Played], totals: Sequence[Sequence[int]]) -> Figures | None:
    """Count the figures of an evening with these hands in force and their `curve`; none of fewer than eight."""
    if len(hands) < FEWEST:
        return None
    leading = leaders(totals[1:])
    front = Counter(seat for seat in leading if seat is not None)
    moments = _largest_rise(totals), narrowest(hands, document.rules.half), longest_run(hands)
    return changes(leading), front.most_common(), list(filter(None, moments))


def _largest_rise(totals: Sequence[Sequence[int]]) -> Highlight | None:
    """Find the largest rise from a lowest total to the end; of equal ones the first seat's.

    `count` is the lowest total, `of` the one at the end.
    """
    rises = [(column[-1] - min(column), seat) for seat, column in enumerate(zip(*totals, strict=True))]
    rise, seat = max(rises, key=lambda row: row[0])
    end = totals[-1][seat]
    return Highlight(pattern=Pattern.COMEBACK, seat=seat, count=end - rise, of=end) if rise else None
