"""Evenings of a player's whose sums are kept: added up in the database, the newest of them read one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate
from operator import attrgetter
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    F,
    IntegerField,
    Max,
    Min,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
    Window,
)
from django.db.models.functions import Mod, RowNumber
from django.utils import timezone

from cegoscore.scoresheet.ledger.sums import HAVE_PLAYED
from cegoscore.scoresheet.models import Seat
from tournaments.clubhouse.players.outings import CurvePoint, Earlier
from tournaments.clubhouse.players.seats import OwnSeat, OwnSeats, own_seats

MOST_STEPS = 60
"""Limit of points of a curve for what is only added up, in each part: a phone shows no more."""

ORDER = ("session__started_at", "pk")

ADDED = ("hands", "raeuber", "raeuber_lost", "buergermeister", "schnaps_paid", "schnaps_owed")
"""Fields of a column's sums that are added up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTotals:
    """All kept evenings, added up."""

    evenings: int
    """The number of those that are results by themselves; a table of a club night is a part of one."""
    points: int
    wins: int
    best: int | None
    figures: Mapping[str, int]
    """By the names in `ADDED`, and `most` and `least`."""

    def __add__(self, other: KeptTotals) -> KeptTotals:
        figures = {name: self.figures[name] + other.figures[name] for name in ADDED}
        figures["most"] = max(self.figures["most"], other.figures["most"])
        figures["least"] = min(self.figures["least"], other.figures["least"])
        return KeptTotals(
            evenings=self.evenings + other.evenings,
            points=self.points + other.points,
            wins=self.wins + other.wins,
            best=max((each.best for each in (self, other) if each.best is not None), default=None),
            figures=figures,
        )


NOTHING = KeptTotals(evenings=0, points=0, wins=0, best=None, figures=dict.fromkeys((*ADDED, "most", "least"), 0))


def totals_of(seats: OwnSeats) -> KeptTotals:
    """All kept evenings of a player. Three queries at most. Debts that went on to another sheet are owed there."""
    return sum(seats.once("totals", _totals), NOTHING)


def _totals(seats: OwnSeats) -> KeptTotals:
    results, stays = _are_results(seats), ~Q(session__in=seats.gone_on)
    figures = {name: Sum(f"sums__{name}", default=0) for name in ADDED}
    figures["schnaps_owed"] = Sum("sums__schnaps_owed", filter=stays, default=0)
    found = seats.kept.aggregate(
        evenings=Count("pk", filter=results),
        points=Sum("total", filter=results, default=0),
        wins=Count("pk", filter=results & Q(sums__rank=1)),
        best=Max("total", filter=results),
        most=Max("sums__most", default=0),
        least=Min("sums__least", default=0),
        **figures,
    )
    names = ("evenings", "points", "wins", "best")
    return KeptTotals(**{name: found.pop(name) for name in names}, figures=found)


def _are_results(seats: OwnSeats) -> Q:
    """Condition for evenings that are results by themselves, and did not go on to another sheet."""
    alone = Q(session__night=None) & HAVE_PLAYED
    return alone & ~Q(session__in=seats.gone_on) if seats.gone_on else alone


def results_among(seats: OwnSeats, sheets: Collection[UUID]) -> dict[UUID, int]:
    """The points of kept evenings on some sheets, by sheet. One query, none without sheets."""
    rows = seats.kept.filter(_are_results(seats), session__in=sheets) if sheets else Seat.objects.none()
    return dict(rows.values_list("session", "total"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Newest:
    """The newest evenings, those before them, and the best of all; of equal ones the first."""

    earlier: Earlier = field(default_factory=Earlier)
    shown: Sequence[OwnSeat] = ()
    best: OwnSeat | None = None
    """None where all are shown."""

    def and_then(self, later: Newest, most: int) -> Newest:
        """The newest of these and of later ones."""
        shown = [*self.shown, *later.shown]
        cut = max(0, len(shown) - most)
        passed = shown[:cut]
        best = [seat for seat in (self.best, *passed, later.best) if seat is not None]
        return Newest(
            earlier=_joined(self.earlier, passed, later.earlier),
            shown=shown[cut:],
            best=max(best, key=attrgetter("total"), default=None),
        )


def _joined(earlier: Earlier, seats: Sequence[OwnSeat], later: Earlier) -> Earlier:
    """Evenings, some more one by one, and some more."""
    totals = list(accumulate((seat.total for seat in seats), initial=earlier.points))
    steps = [CurvePoint(seat.day, total) for seat, total in zip(seats, totals[1:], strict=True)]
    steps += [CurvePoint(step.day, totals[-1] + step.total) for step in later.curve]
    return Earlier(
        count=earlier.count + len(seats) + later.count,
        points=totals[-1] + later.points,
        wins=earlier.wins + sum(seat.rank == 1 for seat in seats) + later.wins,
        curve=[*earlier.curve, *steps],
        is_whole=earlier.is_whole and later.is_whole,
    )


def newest(seats: OwnSeats, most: int | None) -> Newest:
    """The newest evenings, and those before them. Seven queries at most.

    Where there are no more than `most`, or no such limit, they are all. Without a limit they are read with every look:
    nothing that grows is kept.
    """
    if most is None:
        return Newest(shown=own_seats(seats.kept.filter(_are_results(seats))))
    parts = seats.once("newest", lambda own: _newest(own, most), most)
    return reduce(lambda before, later: before.and_then(later, most), parts, Newest())


def _newest(seats: OwnSeats, most: int) -> Newest:
    rows, totals = seats.kept.filter(_are_results(seats)), totals_of(seats)
    if totals.evenings <= most:
        return Newest(shown=own_seats(rows) if totals.evenings else ())
    keys, best, curve = _curve(rows, totals.evenings, most, totals.best or 0)
    found = {seat.key: seat for seat in own_seats(seats.kept.filter(pk__in=[*keys, best]))}
    shown = [found[key] for key in keys]
    earlier = Earlier(
        count=totals.evenings - len(shown),
        points=totals.points - sum(seat.total for seat in shown),
        wins=totals.wins - sum(seat.rank == 1 for seat in shown),
        curve=curve,
        is_whole=len(curve) == totals.evenings - len(shown),
    )
    return Newest(earlier=earlier, shown=shown, best=found[best])


def _curve(rows: QuerySet[Seat], count: int, most: int, best: int) -> tuple[list[int], int, list[CurvePoint]]:
    """The newest `most` columns, the first with the best total, and the running total after every so many before."""
    apart = -(-(count - most) // MOST_STEPS)
    later = Value(count) - Window(RowNumber(), order_by=ORDER)
    so_far = Window(Sum("total"), order_by=ORDER)
    numbered = rows.annotate(later=later, so_far=so_far)
    wanted = When(Q(later__lt=most) | Q(total=best), then=0)
    over = Case(wanted, default=Mod(F("later") - most, apart, output_field=IntegerField()))
    steps = numbered.annotate(over=over).filter(over=0).order_by(*ORDER)
    found = list(steps.values_list("pk", "later", "session__started_at", "total", "so_far"))
    return (
        [key for key, later, *_rest in found if later < most],
        next(key for key, _later, _at, total, _so_far in found if total == best),
        [
            CurvePoint(timezone.localdate(at), int(so_far))
            for _key, later, at, _total, so_far in found
            if later >= most and (later - most) % apart == 0
        ],
    )
