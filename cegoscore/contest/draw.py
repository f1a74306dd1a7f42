"""The draw of one round by lot. What it guarantees, and how anybody can check it: `docs/contest.md`.

A draw works on start numbers, never on names, and has two parts.

1. *The lot*: from the `Basis` (seed, numbers, table sizes, tables of earlier rounds) and nothing else. Everyone is
   shuffled; whoever would meet somebody again is swapped, again by lot, until nobody does or it is as few as can be.
   Where teams play, team-mates at one table come first: one such pair weighs more than all repeated meetings.
2. *Moves*: fixed seats and pairs kept apart are no part of the lot, because they are nobody else's business. They are
   applied afterwards as swaps of two numbers, and so is what the desk swaps by hand, and seats that late-comers draw.
   The moves are published, the reasons for them are not. So everyone gets the published tables from the published
   basis (`replay`), and sees how often a hand was in it.

Tables and seats are indices from 0; people count from 1. No clock, no chance but from the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, chain, combinations, pairwise
from typing import NamedTuple

from cegoscore.contest.balance import balanced, costs_at_tables, dealt_out, fewest_meetings, met, repeats, times_odd
from cegoscore.contest.lots import Lots
from cegoscore.contest.moves import CannotDraw, Move, SeatedTables, apply
from cegoscore.contest.seating import Seating, Weights, improve, prove

LEAST_PLAYERS = 3
MOST_SEED = 200
TABLE_SIZES = (3, 4, 5)
NOBODY: Mapping[int, int] = {}


class Remainder(StrEnum):
    """Treatments of a field that does not divide by the table size."""

    HOUSE = "house"
    LARGER = "larger"
    SMALLER = "smaller"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Division of a field: house players needed (they get start numbers too), and the size of each table."""

    house: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """Everything a draw follows from: what is published of it.

    `earlier` holds the tables of each earlier round as start numbers, in order of the rounds; numbers that do not take
    part any more may stand there. The moves are made one after the other (`moves`). `balanced` draws see to it that
    nobody sits at an odd table twice while somebody else could; draws of version 0.1 did not. `teams` are the start
    numbers of each team.
    """

    seed: str
    numbers: tuple[int, ...]
    sizes: tuple[int, ...]
    earlier: tuple[tuple[tuple[int, ...], ...], ...] = ()
    moves: tuple[Move, ...] = ()
    balanced: bool = False
    teams: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A wish: these two should not share a table. The heavier it weighs, the later it is given up."""

    one: int
    other: int
    weight: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two numbers, the smaller first, who share a table and did so `before` times in earlier rounds."""

    one: int
    other: int
    before: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A drawn round: `tables` are start numbers in seat order, `dealers` the seat that deals first at each table.

    `fewest` is the number of repeated meetings below which no seating of this round can get; `proven` says whether
    the lot (before any move) has no more than is possible. Where it is not, it is the best that was found.
    `fewest_mates` and `mates_by_lot` say the same of team-mates at one table, before any move, for whom `fewest` gives
    way.
    """

    basis: Basis
    tables: tuple[tuple[int, ...], ...]
    dealers: tuple[int, ...]
    fewest: int
    proven: bool
    fewest_mates: int
    mates_by_lot: int

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Pairs who share a table again."""
        return repeated_meetings(self.tables, self.basis.earlier)

    @property
    def mates(self) -> tuple[Meeting, ...]:
        """Pairs of one team who share a table."""
        return repeated_meetings(self.tables, [self.basis.teams])

    @property
    def first_dealers(self) -> tuple[int, ...]:
        """First dealers of the tables, as start numbers."""
        return tuple(table[seat] for table, seat in zip(self.tables, self.dealers, strict=True))

    @property
    def repeats(self) -> int:
        """Repeated meetings, counted as `fewest` counts them: who meets for the third time counts twice."""
        return sum(meeting.before for meeting in self.meetings)


def table_sizes(players: int, size: int, remainder: Remainder, *, playable: Collection[int] = TABLE_SIZES) -> Plan:
    """Divide a field; tables of another size, as few as possible, come last.

    `playable` are the sizes that make sense under the rule set, the dealer who sits out included. Raises `CannotDraw`,
    for example for 6, 7 and 11 players at tables of four and five.
    """
    if players < LEAST_PLAYERS:
        raise CannotDraw("too_few_players", least=LEAST_PLAYERS)
    if size not in playable:
        raise CannotDraw("size_not_played", size=size)
    missing = -players % size
    if missing == 0 or remainder is Remainder.HOUSE:
        return Plan(house=missing, sizes=(size,) * ((players + missing) // size))
    other = size + 1 if remainder is Remainder.LARGER else size - 1
    if other not in playable:
        raise CannotDraw("size_not_played", size=other)
    others = players % size if remainder is Remainder.LARGER else missing
    full, rest = divmod(players - others * other, size)
    if full < 0 or rest:
        raise CannotDraw("field_does_not_divide", players=players, size=size, other=other)
    return Plan(house=0, sizes=(size,) * full + (other,) * others)


def draw_tables(basis: Basis, *, fixed: Mapping[int, int] = NOBODY, apart: Sequence[Wish] = ()) -> Draw:
    """Draw a round by lot and then keep to fixed tables and wishes; the moves this takes are added to the basis.

    `fixed` are tables by number, for a wheelchair, say; they are always kept. A wish never makes anybody meet again who
    need not. Fixed tables and wishes of numbers that do not take part are passed over.
    """
    check(basis)
    here = set(basis.numbers)
    fixed = {number: table for number, table in fixed.items() if number in here}
    apart = [wish for wish in apart if wish.one in here and wish.other in here and wish.one != wish.other]
    _check_fixed(fixed.values(), basis.sizes)
    costs = _costs(basis)
    plain = _lot(basis, costs)
    if not fixed and not apart:
        return _result(basis, plain, costs)
    numbers = sorted(basis.numbers)
    index = {number: place for place, number in enumerate(numbers)}
    tables = _seated(basis, plain).tables
    seats = [index[number] for number in chain.from_iterable(tables)]
    wanted = _kept(basis, plain, costs, seats, fixed, apart)
    moves = basis.moves + _moves_between(basis, seats, wanted)
    return _result(replace(basis, moves=moves), plain, costs)


def replay(basis: Basis) -> Draw:
    """Draw the tables again from what was published: the lot, then the moves."""
    return draw_tables(basis)


def moved(drawn: Draw, move: Move) -> Draw:
    """The draw after one more move of the desk's. Raises `CannotDraw`."""
    basis = replace(drawn.basis, moves=(*drawn.basis.moves, move))
    seated = apply(
        SeatedTables(drawn.tables, drawn.dealers), [move], seed=basis.seed, round_number=len(basis.earlier) + 1
    )
    return replace(drawn, basis=basis, tables=seated.tables, dealers=seated.dealers)


def dealing_seats(seed: str, round_number: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The seat that deals first at each table; by lot of its own, so that no move changes it."""
    lots = Lots(seed.strip(), round_number, "dealer")
    return tuple(lots.below(size) for size in sizes)


def repeated_meetings(
    tables: Iterable[Sequence[int]], earlier: Iterable[Iterable[Sequence[int]]]
) -> tuple[Meeting, ...]:
    """Pairs who meet again at these tables, drawn or not."""
    before: dict[tuple[int, int], int] = {}
    for pair in (pair for tables_before in earlier for table in tables_before for pair in _pairs(table)):
        before[pair] = before.get(pair, 0) + 1
    again = sorted(pair for table in tables for pair in _pairs(table) if pair in before)
    return tuple(Meeting(one=one, other=other, before=before[one, other]) for one, other in again)


def check(basis: Basis) -> None:
    """Refuse what is no basis of a draw, without drawing. Raises `CannotDraw`."""
    seed = basis.seed.strip()
    if not seed or not seed.isprintable() or len(seed) > MOST_SEED:
        raise CannotDraw("no_seed", most=MOST_SEED)
    if not basis.sizes:
        raise CannotDraw("too_few_players", least=LEAST_PLAYERS)
    if min(basis.sizes) < 2:
        raise CannotDraw("table_too_small")
    for numbers in (basis.numbers, *(chain.from_iterable(tables) for tables in (basis.teams, *basis.earlier))):
        _check_once(numbers)
    if sum(basis.sizes) != len(basis.numbers):
        raise CannotDraw("seats_do_not_fit", players=len(basis.numbers), seats=sum(basis.sizes))


def _check_once(numbers: Iterable[int]) -> None:
    """Refuse a number that stands twice where it can only stand once."""
    twice = [number for number, count in Counter(numbers).items() if count > 1]
    if twice:
        raise CannotDraw("number_twice", number=min(twice))


def _check_fixed(tables: Iterable[int], sizes: Sequence[int]) -> None:
    """Refuse fixed tables that cannot all be kept."""
    for table, count in Counter(tables).items():
        if not 0 <= table < len(sizes):
            raise CannotDraw("unknown_seat", table=table + 1, seat=1)
        if count > sizes[table]:
            raise CannotDraw("table_full", table=table + 1)


def _lot(basis: Basis, costs: _Costs) -> Seating:
    """Part one: seats by lot, as cheap as possible (`_Costs`); players are indices of the sorted numbers."""
    sizes, players = basis.sizes, len(basis.numbers)
    lots = Lots(basis.seed.strip(), len(basis.earlier) + 1, "seats")
    seating = improve(costs.weights, sizes, lots.shuffled(range(players)), lots, bound=costs.least)
    groups = [*_groups(basis, basis.earlier), *_groups(basis, [basis.teams] if basis.teams else [])]
    if not seating.proven and len(groups) == 1 and max(sizes) - min(sizes) <= 1:
        seating = improve(costs.weights, sizes, dealt_out(players, groups[0], sizes, lots), lots, bound=costs.least)
    seating = seating if seating.proven else prove(costs.weights, sizes, seating, lots, bound=costs.least)
    if not basis.balanced or len(set(sizes)) == 1:
        return seating
    times = times_odd(sorted(basis.numbers), basis.earlier)
    return balanced(seating, costs.weights, sizes, times, Lots(basis.seed.strip(), len(basis.earlier) + 1, "balance"))


class _Costs(NamedTuple):
    """The cost of each pair at one table: once for every meeting before, and `mate` for a pair of one team.

    `mate` is more than all meetings together. No seating costs less than `least`.
    """

    weights: Weights
    mate: int
    least: int


def _costs(basis: Basis) -> _Costs:
    players, rounds = len(basis.numbers), _groups(basis, basis.earlier)
    counts = met(players, rounds)
    least = fewest_meetings(players, rounds, basis.sizes, counts)
    mate = sum(map(sum, counts)) + 1
    if not basis.teams:
        return _Costs(counts, mate, least)
    teams = _groups(basis, [basis.teams])
    pairs = met(players, teams)
    weights = [
        [count + mate * pair for count, pair in zip(*rows, strict=True)] for rows in zip(counts, pairs, strict=True)
    ]
    return _Costs(weights, mate, least + mate * fewest_meetings(players, teams, basis.sizes, pairs))


def _groups(basis: Basis, partings: Iterable[Iterable[Iterable[int]]]) -> list[list[list[int]]]:
    """The tables of rounds, or teams, as indices, without numbers that do not take part."""
    index = {number: place for place, number in enumerate(sorted(basis.numbers))}
    rounds = [[[index[number] for number in table if number in index] for table in tables] for tables in partings]
    return [[sorted(group) for group in sorted(groups) if group] for groups in rounds]


def _kept(
    basis: Basis,
    plain: Seating,
    costs: _Costs,
    seats: Sequence[int],
    fixed: Mapping[int, int],
    apart: Sequence[Wish],
) -> tuple[int, ...]:
    """Part two: fixed seats, and wishes as far as possible; one meeting weighs more than all wishes.

    One wish weighs more than everybody who sits at an odd table again; who has a fixed seat does not count there.
    """
    index = {number: place for place, number in enumerate(sorted(basis.numbers))}
    lots = Lots(basis.seed.strip(), len(basis.earlier) + 1, "wishes")
    pinned = {index[number] for number in fixed}
    times = times_odd(index, basis.earlier if basis.balanced else ())
    times = [0 if player in pinned else odd for player, odd in enumerate(times)]
    lightest = sum(times) + 1
    heaviest = (sum(wish.weight for wish in apart) + 1) * lightest
    weights = [[cost * heaviest for cost in row] for row in costs.weights]
    for wish in apart:
        one, other = index[wish.one], index[wish.other]
        weights[one][other] += wish.weight * lightest
        weights[other][one] += wish.weight * lightest
    tables = {index[number]: table for number, table in fixed.items()}
    start = _fixed(tables, seats, basis.sizes, lots)
    bound = (plain.cost if plain.proven else costs.least) * heaviest + repeats(times, basis.sizes, plain.seats)
    extra = costs_at_tables(times, basis.sizes)
    return improve(weights, basis.sizes, start, lots, bound=bound, pinned=pinned, extra=extra).seats


def _fixed(tables: Mapping[int, int], seats: Sequence[int], sizes: Sequence[int], lots: Lots) -> list[int]:
    """The seats after players with a fixed table were swapped to it."""
    seats = list(seats)
    starts = [0, *accumulate(sizes)]
    fixed_seats: set[int] = set()
    for player, at in sorted(tables.items()):
        table = range(starts[at], starts[at + 1])
        goal = now = seats.index(player)
        if now not in table:
            goal = lots.one_of([seat for seat in table if seat not in fixed_seats])
        seats[now], seats[goal] = seats[goal], seats[now]
        fixed_seats.add(goal)
    return seats


def _moves_between(basis: Basis, seats: list[int], wanted: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The fewest swaps of two numbers that lead from one seating to the other."""
    numbers = sorted(basis.numbers)
    moves = []
    for goal, player in enumerate(wanted):
        if seats[goal] != player:
            moves.append((numbers[player], numbers[seats[goal]]))
            seats[seats.index(player)], seats[goal] = seats[goal], player
    return tuple(moves)


def _seated(basis: Basis, plain: Seating) -> SeatedTables:
    """Start numbers at their tables after the moves of the basis."""
    numbers = sorted(basis.numbers)
    seats = [numbers[player] for player in plain.seats]
    starts = [0, *accumulate(basis.sizes)]
    tables = tuple(tuple(seats[start:end]) for start, end in pairwise(starts))
    round_number = len(basis.earlier) + 1
    dealers = dealing_seats(basis.seed, round_number, basis.sizes)
    return apply(SeatedTables(tables, dealers), basis.moves, seed=basis.seed, round_number=round_number)


def _result(basis: Basis, plain: Seating, costs: _Costs) -> Draw:
    """Both parts together, as start numbers."""
    least = plain.cost if plain.proven else costs.least
    seated = _seated(basis, plain)
    return Draw(
        basis=basis,
        tables=seated.tables,
        dealers=seated.dealers,
        fewest=least % costs.mate,
        proven=plain.proven,
        fewest_mates=least // costs.mate,
        mates_by_lot=plain.cost // costs.mate,
    )


def _pairs(table: Sequence[int]) -> combinations[tuple[int, int]]:
    """Every two numbers of a table, the smaller first."""
    return combinations(sorted(table), 2)
