"""Evenings of a player's whose sums are kept: added up in the database, the newest of them read one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
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

from cegoscore.scoresheet.models import Seat
from tournaments.clubhouse.players.outings import CurvePoint, Earlier
from tournaments.clubhouse.players.seats import OwnSeat, OwnSeats, own_seats

MOST_STEPS = 60
"""Limit of points of a curve for what is only added up: a phone shows no more."""

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


def totals_of(seats: OwnSeats) -> KeptTotals:
    """All kept evenings of a player. Two queries at most. Debts that went on to another sheet are owed there."""
    return seats.once("totals", _totals)


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
    alone = Q(session__night=None, sums__players__gt=0)
    return alone & ~Q(session__in=seats.gone_on) if seats.gone_on else alone


def results_among(seats: OwnSeats, sheets: Collection[UUID]) -> dict[UUID, int]:
    """The points of kept evenings on some sheets, by sheet. One query, none without sheets."""
    rows = seats.kept.filter(_are_results(seats), session__in=sheets) if sheets else Seat.objects.none()
    return dict(rows.values_list("session", "total"))


Newest = tuple[Earlier, Sequence[OwnSeat], OwnSeat | None]


def newest(seats: OwnSeats, totals: KeptTotals, most: int | None) -> Newest:
    """Evenings before the newest ones, these, and the best of all; of equal ones the first. Four queries at most.

    Where there are no more than `most`, or no such limit, they are all, and none of them is the best yet. Without a
    limit they are read with every look: nothing that grows is kept.
    """
    if most is None:
        return Earlier(), own_seats(seats.kept.filter(_are_results(seats))), None
    return seats.once("newest", lambda own: _newest(own, totals, most), most)


def _newest(seats: OwnSeats, totals: KeptTotals, most: int) -> Newest:
    rows = seats.kept.filter(_are_results(seats))
    if totals.evenings <= most:
        return Earlier(), own_seats(rows) if totals.evenings else [], None
    keys, curve = _curve(rows, totals.evenings, most)
    shown = own_seats(seats.kept.filter(pk__in=keys))
    earlier = Earlier(
        count=totals.evenings - len(shown),
        points=totals.points - sum(seat.total for seat in shown),
        wins=totals.wins - sum(seat.rank == 1 for seat in shown),
        curve=curve,
        is_whole=len(curve) == totals.evenings - len(shown),
    )
    best = own_seats(rows.filter(total=totals.best or 0).order_by(*ORDER)[:1])
    return earlier, shown, best[0]


def _curve(rows: QuerySet[Seat], count: int, most: int) -> tuple[list[int], list[CurvePoint]]:
    """The newest `most` columns, and the running total after every so many evenings before them."""
    apart = -(-(count - most) // MOST_STEPS)
    later = Value(count) - Window(RowNumber(), order_by=ORDER)
    so_far = Window(Sum("total"), order_by=ORDER)
    numbered = rows.annotate(later=later, so_far=so_far)
    over = Case(When(later__lt=most, then=0), default=Mod(F("later") - most, apart, output_field=IntegerField()))
    steps = numbered.annotate(over=over).filter(over=0).order_by(*ORDER)
    found = list(steps.values_list("pk", "later", "session__started_at", "so_far"))
    keys = [key for key, later, _at, _total in found if later < most]
    return keys, [CurvePoint(timezone.localdate(at), int(total)) for _key, later, at, total in found if later >= most]
