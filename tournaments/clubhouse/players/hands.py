"""A player's hands in figures: games by kind, best and worst hand, Räuber lost, Schnaps, company at the table.

Sums that are kept are added up in the database, the others come from their hands, in a number of queries that grows
with neither.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import chain
from operator import attrgetter
from typing import Any

from django.db.models import Q, Sum
from django.urls import reverse

from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.models import ERASED, Player
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.ledger.lines import title_of
from cegoscore.scoresheet.ledger.sums import ColumnSums, added_up, rule_sets, scores_in
from cegoscore.scoresheet.models import CompanySum, GameSum, Score, Seat
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.explanation import explain
from cegoscore.scoring.hands import Aim, Points
from cegoscore.scoring.house_rules import HouseRules
from tournaments.clubhouse.players.kept import ADDED, KeptTotals
from tournaments.clubhouse.players.seats import OwnSeat, OwnSeats, own_seats
from tournaments.models.rounds import outside_ranking

MOST_NAMED = 5
"""The number of people named with the best common hands, and of those with the worst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotableHand:
    """A hand that stands out, and where it was."""

    points: int
    game: str
    day: date
    where: str
    why: str
    """Derivation of the amount in one line."""
    url: str
    """Page of the hand, with its cell of the tariff and the sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKind:
    """A kind of game that somebody declared."""

    label: str
    declared: int
    won: int
    points: int

    @property
    def average(self) -> int:
        """Points a game, rounded."""
        return round(self.points / self.declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Another person at the table, and the points of the common hands."""

    key: int
    """Row of the person."""
    name: str
    hands: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Schnaps:
    """Rounds of Schnaps: bought, and on the last sheets still owed."""

    paid: int = 0
    owed: int = 0

    def __bool__(self) -> bool:
        return bool(self.paid or self.owed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Figures of a player's hands."""

    hands: int
    kinds: tuple[GameKind, ...]
    best: NotableHand | None
    worst: NotableHand | None
    raeuber: int
    raeuber_lost: int
    buergermeister: int
    schnaps: Schnaps
    well: tuple[Company, ...]
    badly: tuple[Company, ...]


GAME = ("game", "over_solo", "ouvert")

Sums = Mapping[int, ColumnSums]
"""Sums by the column's key."""


def play_of(seats: OwnSeats, totals: KeptTotals) -> Play:
    """The figures of the hands in these columns. Sixteen queries at most, seven where all sums are kept."""
    sums = added_up(seats.others)
    figures = _figures(seats, totals, sums)
    company = _company(seats, sums)
    best, worst = _notable(seats, sums, figures)
    return Play(
        hands=figures["hands"],
        kinds=_kinds(seats, sums),
        best=best,
        worst=worst,
        raeuber=figures["raeuber"],
        raeuber_lost=figures["raeuber_lost"],
        buergermeister=figures["buergermeister"],
        schnaps=Schnaps(paid=figures["schnaps_paid"], owed=figures["schnaps_owed"]),
        well=tuple(each for each in company if each.points > 0)[:MOST_NAMED],
        badly=tuple(each for each in reversed(company) if each.points < 0)[:MOST_NAMED],
    )


def _figures(seats: OwnSeats, totals: KeptTotals, sums: Sums) -> Mapping[str, int]:
    """Sums of all hands, and `most` and `least`. Debts that went on to another sheet are owed there."""
    rows = [sums[seat.key].seat for seat in seats.others]
    figures = {name: totals.figures[name] + sum(getattr(row, name) for row in rows) for name in ADDED}
    gone_on = (sums[seat.key].seat for seat in seats.others if seat.sheet in seats.gone_on)
    figures["schnaps_owed"] -= sum(row.schnaps_owed for row in gone_on)
    figures["most"] = max([0, totals.figures["most"], *(row.most for row in rows)])
    figures["least"] = min([0, totals.figures["least"], *(row.least for row in rows)])
    return figures


def _kinds(seats: OwnSeats, sums: Sums) -> tuple[GameKind, ...]:
    """The most frequent first. Two queries."""
    found = list(chain.from_iterable(seats.once("games", _kept_games)))
    for seat in seats.others:
        names = (*GAME, "declared", "won", "points")
        found += [(seat.rules, *(getattr(row, name) for name in names)) for row in sums[seat.key].games]
    rules = rule_sets(row[0] for row in found)
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for rule_set, contract, over_solo, ouvert, declared, won, points in found:
        label = _label(rules[rule_set], Contract(contract), over_solo=over_solo, ouvert=ouvert)
        kinds[label].update(declared=declared, won=won, points=points)
    named = (GameKind(label=label, **counts) for label, counts in kinds.items())
    return tuple(sorted(named, key=lambda kind: (-kind.declared, kind.label)))


def _kept_games(seats: OwnSeats) -> list[tuple[Any, ...]]:
    columns = seats.kept_rows(GameSum.objects.all()).values_list("sums__seat__session__rule_set", *GAME)
    return list(columns.annotate(Sum("declared"), Sum("won"), Sum("points")))


def _label(rules: HouseRules, contract: Contract, *, over_solo: bool, ouvert: bool) -> str:
    """The name of a game, whatever its result."""
    if contract in NORMAL:
        return title_of(Points(contract=contract, declarer=0, points=0, over_solo=over_solo), rules)
    return title_of(Aim(contract=contract, declarer=0, made=True, ouvert=ouvert), rules)


# With whom


def _company(seats: OwnSeats, sums: Sums) -> list[Company]:
    """People at the table in any of the hands, the best common points first. Three queries at most."""
    found = [*chain.from_iterable(seats.once("company", _kept_company)), *_company_of_others(sums)]
    people = Player.objects.select_related("merged_into").in_bulk({player for player, _hands, _points in found})
    hands, points = Counter[Player](), Counter[Player]()
    for player, together, own in found:
        hands[people[player].person] += together
        points[people[player].person] += own
    company = [
        Company(key=each.pk, name=each.name or str(ERASED), hands=hands[each], points=points[each]) for each in hands
    ]
    return sorted(company, key=lambda each: (-each.points, each.name))


def _kept_company(seats: OwnSeats) -> list[tuple[int, int, int]]:
    rows = seats.kept_rows(CompanySum.objects.all()).values_list("other__player")
    return list(rows.annotate(Sum("hands"), Sum("points")))


def _company_of_others(sums: Sums) -> Iterator[tuple[int, int, int]]:
    """The same of sums that are not kept: somebody's key, hands and points. One query, none without such sums.

    House players are left out; there are none on evenings, whose sums are kept.
    """
    rows = [row for each in sums.values() for row in each.company]
    people = Seat.objects.filter(pk__in={row.other_id for row in rows}).exclude(outside_ranking())
    sitting = dict(people.values_list("pk", "player"))
    return ((sitting[row.other_id], row.hands, row.points) for row in rows if row.other_id in sitting)


# Hands that stand out


def _notable(seats: OwnSeats, sums: Sums, figures: Mapping[str, int]) -> tuple[NotableHand | None, NotableHand | None]:
    """The highest gain and the highest loss; of equal ones the first. Four queries at most."""
    sought = {name: _first(seats, sums, name, figures[name]) for name in ("most", "least") if figures[name]}
    same = Q()
    for name, seat in sought.items():
        same |= Q(seat=seat.key, points=figures[name])
    by_key = {seat.key: seat for seat in sought.values()}
    rules = rule_sets(seat.rules for seat in sought.values())
    found: dict[int, NotableHand] = {}
    rows = scores_in(by_key.values()).filter(same).order_by("hand__place") if sought else Score.objects.none()
    for score in rows.select_related("hand"):
        seat = by_key[score.seat_id]
        hand, by = hand_of(score.hand, max(score.hand.lineup) + 1), rules[seat.rules]
        notable = NotableHand(
            points=score.points,
            game=title_of(hand.outcome, by),
            day=seat.day,
            where=seat.where,
            why=derivation_text(explain(hand, by), by),
            url=reverse("hand", args=[seat.sheet, score.hand.number]),
        )
        found.setdefault(score.points, notable)
    return found.get(figures["most"]), found.get(figures["least"])


def _first(seats: OwnSeats, sums: Sums, name: str, points: int) -> OwnSeat:
    """The first column with such a hand; `name` is `most` or `least`. One query."""
    kept = chain.from_iterable(seats.once(name, lambda own: _kept_with(own, name, points), points))
    others = (seat for seat in seats.others if getattr(sums[seat.key].seat, name) == points)
    return min([*kept, *others], key=attrgetter("order"))


def _kept_with(seats: OwnSeats, name: str, points: int) -> list[OwnSeat]:
    rows = seats.kept.filter(**{f"sums__{name}": points})
    return own_seats(rows.order_by("session__started_at", "pk")[:MOST_NAMED])
