"""Chances to win, from the middle of the last round on, and the way of the ranks until then.

What is counted holds start numbers only, and is counted once for each version of the tournament.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple
from uuid import UUID

from cegoscore.contest.outlook import OpenTotal, first_places, in_steps, open_total, spread_of, within_first
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.models import Hand, Score, State
from tournaments.course.access import EVERYTHING
from tournaments.course.queries import VersionCache
from tournaments.models import PrizeKind, Result, Round, RoundState, Takes, Tournament
from tournaments.standings.queries import Standings, StandingsLine, standings_of

SIXTH = 6
"""Hands after which the ranks are looked at."""
MOST_SHOWN = 10
LOWEST = 15
"""The rank at which the chart ends: whoever is further behind runs along its edge."""
LEFT, RIGHT, TOP, APART = 12, 272, 16, 26
"""Geometry of the chart: where the ways begin and end, where the first place is, and from a place to the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """Shares in steps of 5 in 100 by start number, and ranks of everybody after every sixth hand."""

    firsts: Mapping[int, int] = field(default_factory=dict)
    """Empty before the middle of the last round."""
    prizes: Mapping[int, int] = field(default_factory=dict)
    """For those who take prizes by rank; empty without such prizes."""
    on_paper: int = 0
    """Number of tables without hands or a result: all their hands are taken as still to come."""
    steps: Sequence[tuple[int, int | None]] = ()
    """Round and hand of each look at the ranks; at the end of a round, or now, no hand."""
    ranks: Mapping[int, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A line of the standings with its shares, `None` for the prizes of who takes none."""

    line: StandingsLine
    first: int
    prize: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The ranks of somebody as a line of the chart."""

    line: StandingsLine
    ranks: Sequence[int]
    points: str
    """Places of the line in the chart, as SVG writes them."""
    y: int
    """The height at which the name stands."""
    is_me: bool


OUTLOOKS = VersionCache[Outlook](oldest=inf)
"""By tournament."""


def outlook_of(tournament: Tournament, version: str, table: Standings | None = None) -> Outlook:
    """The outlook, empty unless the organiser shows it and the last round is played beyond its middle.

    `version` is one that was read before `table`, the standings, where these are at hand.
    """
    if not tournament.shows_chances or tournament.holds_from is not None or tournament.is_over:
        return Outlook()
    last = tournament.played_rounds.filter(number=tournament.rounds, state=RoundState.PLAYING).first()
    if last is None:
        return Outlook()
    return OUTLOOKS.fetch(
        tournament.pk, lambda: _counted(tournament, last, table or standings_of(tournament, EVERYTHING)), now=version
    )


def outlook_context(outlook: Outlook, table: Standings, me: int | None = None) -> dict[str, Any]:
    """The outlook for a page: who is shown with their shares, and the chart; `me` is shown in any case."""
    if not outlook.firsts:
        return {}
    chances = [
        Chance(line=line, first=outlook.firsts[line.row.number], prize=outlook.prizes.get(line.row.number))
        for line in table.lines
        if line.row.number in outlook.firsts
    ]
    mine = [one for one in chances if one.line.row.number == me]
    best = sorted((one for one in chances if one.first), key=lambda one: -one.first)[:MOST_SHOWN]
    return {
        "chances": [*best, *(one for one in mine if one not in best)],
        "has_prizes": bool(outlook.prizes),
        "on_paper": outlook.on_paper,
        "ways": _ways(outlook, table.lines, me),
        "steps": [(_x(place, outlook), *step) for place, step in enumerate(outlook.steps)],
    }


def _counted(tournament: Tournament, last: Round, table: Standings) -> Outlook:
    """Count it. Five queries."""
    hands = hands_by_sheet(tournament.pk)
    left, planned, on_paper = _left(last, hands)
    rows = {line.row.number: line for line in table.lines}
    all_left = sum(left.values())
    if 2 * all_left > sum(planned.values()):
        return Outlook()
    played = len(rows) * tournament.hands * (tournament.rounds - 1) + sum(planned.values()) - all_left
    spread = spread_of([line.row.total for line in rows.values()], played)
    field = {number: open_total(line.row.total, spread, left.get(number, 0)) for number, line in rows.items()}
    steps, ranks = _ranks(table, seats_by_round(tournament.pk), hands)
    return Outlook(
        firsts={number: in_steps(share) for number, share in first_places(field).items()},
        prizes=_prizes(tournament, {key: one for key, one in field.items() if rows[key].person.takes == Takes.PRIZES}),
        on_paper=on_paper,
        steps=steps,
        ranks=ranks,
    )


class TableHand(NamedTuple):
    """A hand at a table: its row, and points by seat."""

    key: int
    points: Mapping[int, int]


def _prizes(tournament: Tournament, field: Mapping[int, OpenTotal]) -> dict[int, int]:
    places = tournament.prizes.filter(kind=PrizeKind.RANK).values("rank").distinct().count()
    shares = within_first(field, places) if places else {}
    return {number: in_steps(share) for number, share in shares.items()}


def hands_by_sheet(tournament: UUID) -> dict[UUID, list[TableHand]]:
    """Hands in force, in the order of each sheet. Two queries."""
    rows = Hand.objects.filter(~is_replaced(), void=False, session__event=tournament).exclude(game="dead")
    keys = list(rows.order_by("session", "place").values_list("pk", "session"))
    scores: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Score.objects.filter(hand__session__event=tournament).order_by()
    for hand, seat, points in seats.values_list("hand", "seat__number", "points"):
        scores[hand][seat] = points
    hands: dict[UUID, list[TableHand]] = defaultdict(list)
    for key, sheet in keys:
        hands[sheet].append(TableHand(key, scores[key]))
    return hands


def _left(last: Round, hands: Mapping[UUID, Sequence[Any]]) -> tuple[dict[int, int], dict[int, int], int]:
    """Hands that are left and planned for each number in the last round; the number of tables on paper."""
    rows = Result.objects.that_count().filter(round=last, table__isnull=False, entrant__number__isnull=False)
    columns = ("entrant__number", "table", "points", "table__sheet", "table__sheet__state", "table__sheet__planned")
    left, planned, paper = {}, {}, set()
    for number, table, points, sheet, state, hands_planned in rows.order_by("pk").values_list(*columns):
        assert number is not None
        planned[number] = hands_planned or last.tournament.hands
        is_settled, written = points is not None or state == State.CONFIRMED, len(hands.get(sheet, ()))
        left[number] = 0 if is_settled else max(0, planned[number] - written)
        if not (is_settled or written):
            paper.add(table)
    return left, planned, len(paper)


Seats = Mapping[int, Mapping[tuple[UUID, int], int]]
"""Start number by sheet and seat, by round."""


def seats_by_round(tournament: UUID) -> Seats:
    """Everybody whose result counts, at tables that are not void. One query."""
    there = {"round__tournament": tournament, "table__voided_at": None, "entrant__number__isnull": False}
    rows = Result.objects.that_count().filter(**there)
    seats: dict[int, dict[tuple[UUID, int], int]] = defaultdict(dict)
    columns = ("round__number", "table__sheet", "seat", "entrant__number")
    for round_number, sheet, seat, number in rows.exclude(table__sheet=None).values_list(*columns):
        seats[round_number][sheet, seat] = number
    return seats


def _ranks(
    table: Standings, seats: Seats, hands: Mapping[UUID, Sequence[TableHand]]
) -> tuple[list[tuple[int, int | None]], dict[int, list[int]]]:
    """Every sixth hand that all tables of a round with hands have reached, its end, and the ranks then.

    What a table has on paper comes at the end of its round; so do penalties and whatever else changed a total.
    """
    steps: list[tuple[int, int | None]] = []
    ranks: dict[int, list[int]] = {line.row.number: [] for line in table.lines}
    before: Counter[int] = Counter(dict.fromkeys(ranks, 0))

    def look(round_number: int, hand: int | None, totals: Mapping[int, int]) -> None:
        steps.append((round_number, hand))
        order = sorted((totals[number] for number in ranks), reverse=True)
        places = {total: place for place, total in reversed(list(enumerate(order, 1)))}
        for number, places_so_far in ranks.items():
            places_so_far.append(places[totals[number]])

    for place, round_number in enumerate(table.rounds):
        there = seats.get(round_number, {})
        reached = min((len(hands[sheet]) for sheet, _seat in there if sheet in hands), default=0)
        running = Counter(before)
        for start in range(0, reached - SIXTH, SIXTH):
            for (sheet, seat), number in there.items():
                for hand in hands.get(sheet, ())[start : start + SIXTH]:
                    running[number] += hand.points.get(seat, 0)
            look(round_number, start + SIXTH, running)
        for line in table.lines:
            before[line.row.number] += line.row.points[place] or 0
        look(round_number, None, before)
    for line in table.lines:
        ranks[line.row.number][-1] = line.row.rank
    return steps, ranks


def _x(place: int, outlook: Outlook) -> int:
    return LEFT + (RIGHT - LEFT) * place // max(1, len(outlook.steps) - 1)


def _ways(outlook: Outlook, lines: Iterable[StandingsLine], me: int | None) -> list[Way]:
    """The first ten and `me`; a name stands where its way ends, or below the one before."""
    ways: list[Way] = []
    for place, line in enumerate(line for line in lines if line.row.number in outlook.ranks):
        is_me = line.row.number == me
        if place < MOST_SHOWN or is_me:
            ranks = outlook.ranks[line.row.number]
            heights = [TOP + APART * (min(rank, LOWEST) - 1) for rank in ranks]
            points = " ".join(f"{_x(step, outlook)},{height}" for step, height in enumerate(heights))
            lowest = ways[-1].y + APART if ways else TOP
            y = max(heights[-1], lowest)
            ways.append(Way(line=line, ranks=ranks, points=points, y=y, is_me=is_me))
    return ways
