"""A player's columns on sheets, each with its evening or its table of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property, partial, reduce
from operator import attrgetter, or_
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.evening.evenings import with_earlier
from cegoscore.scoresheet.ledger.sums import ARE_KEPT, HAVE_PLAYED
from cegoscore.scoresheet.models import CompanySum, GameSum, Seat, State
from tournaments.clubhouse.counted_once import Years, once, parts_of
from tournaments.models import is_held_back
from tournaments.seasons.models import Season


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat:
    """A column of a player's. The fields of the tournament are empty for an evening."""

    key: int
    number: int
    total: int
    sheet: UUID
    event: UUID | None
    continues: UUID | None
    night: UUID | None
    """The club night that the evening's table belongs to."""
    rules: int
    """The row of the sheet's rule set."""
    title: str
    state: str
    started_at: datetime
    night_name: str | None
    night_day: date | None
    night_place: str | None
    tournament: str | None
    tournament_day: date | None
    round: int | None
    table: int | None
    is_kept: bool
    """True if the sums of the evening are kept; then its rank is known, and how many played."""
    rank: int | None
    players: int | None

    @property
    def day(self) -> date:
        """The day of the tournament, club night or evening."""
        return self.tournament_day or self.night_day or timezone.localdate(self.started_at)

    @property
    def is_running(self) -> bool:
        """True if the sheet is still open."""
        return self.state == State.OPEN

    @property
    def order(self) -> tuple[date, datetime, int]:
        """The key that puts columns in the order in which they were played."""
        return self.day, self.started_at, self.key

    @property
    def where(self) -> str:
        """The evening, or the table of the tournament's round."""
        if self.tournament is None:
            return self.title or _("Evening")
        return _("%(tournament)s, round %(round)s, table %(table)s") % {
            "tournament": self.tournament,
            "round": self.round,
            "table": self.table,
        }


ROUND = "session__table__round"
COLUMNS = {
    "key": "pk",
    "number": "number",
    "total": "total",
    "sheet": "session_id",
    "event": "session__event",
    "continues": "session__continues",
    "night": "session__night",
    "rules": "session__rule_set",
    "title": "session__title",
    "state": "session__state",
    "started_at": "session__started_at",
    "night_name": "session__night__name",
    "night_day": "session__night__day",
    "night_place": "session__night__place",
    "tournament": f"{ROUND}__tournament__name",
    "tournament_day": f"{ROUND}__tournament__day",
    "round": f"{ROUND}__number",
    "table": "session__table__number",
    "is_kept": "is_kept",
    "rank": "sums__rank",
    "players": "sums__players",
}


Counted = TypeVar("Counted")
Row = TypeVar("Row", GameSum, CompanySum)


@dataclass(frozen=True, kw_only=True)
class OwnSeats:
    """A player's columns as far as they count: where sums are kept, there may be a thousand evenings."""

    players: Collection[Player]
    counted: Mapping[str, Any]
    """Conditions for the columns of a season, by their ways to what belongs to it; none without a season."""
    singles: Sequence[OwnSeat]
    """Those that are looked at one by one: tables of tournaments and club nights, sheets that continue another one,
    and whatever has to be added up from its hands."""
    part: Years | None = None
    """The part of the kept evenings that is meant, if not all of them."""

    @cached_property
    def others(self) -> Sequence[OwnSeat]:
        """Those that are added up from their hands."""
        return [seat for seat in self.singles if not seat.is_kept]

    @cached_property
    def gone_on(self) -> frozenset[UUID]:
        """Sheets whose totals went on to another one with the player."""
        return frozenset(seat.continues for seat in self.singles if seat.continues is not None)

    @cached_property
    def parts(self) -> Sequence[OwnSeats]:
        """The same, of the newest year and of those before, as far as there are kept evenings. One query.

        Sums are written anew when anything of their evening changes, so that their key is a stamp of all.
        """
        if self.part is not None:
            return [self]
        names = ("pk", "version", "started_at", "night", "continues")
        began, sheet = "session__started_at", (f"session__{name}" for name in names)
        parts = parts_of(self.kept, began, "pk", "total", "sums__pk", *sheet)
        return [replace(self, part=part) for part in parts]

    def once(self, what: str, count: Callable[[OwnSeats], Counted], *more: Hashable) -> list[Counted]:
        """Something about the kept evenings, part by part; `more` is what else it depends on."""
        own = tuple(player.pk for player in self.players), self.gone_on
        return [once((what, *own, part.part, *more), partial(count, part)) for part in self.parts]

    @property
    def kept(self) -> QuerySet[Seat]:
        """Columns of evenings whose sums are kept."""
        return Seat.objects.filter(self._evenings(), ARE_KEPT)

    def kept_rows(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Those sums by game or company that belong to them."""
        seat = "sums__seat__"
        return rows.filter(self._evenings(seat), sums__ended_at=F(f"{seat}session__ended_at"))

    def _evenings(self, seat: str = "") -> Q:
        """Condition for rows that reach the columns by the path `seat`."""
        own = {"player__in": self.players, "session__deleted_at": None, "session__event": None}
        evenings = Q(**{f"{seat}{name}": value for name, value in own.items()})
        if self.part is not None:
            evenings &= self.part.among("session__started_at", seat)
        return evenings & _any_of(self.counted, seat)


NOBODYS = OwnSeats(players=(), counted={}, singles=())
"""Columns of somebody who may see none."""

IS_KEPT = ARE_KEPT & Q(session__event=None)
IS_SINGLE = ~IS_KEPT | Q(session__night__isnull=False) | Q(session__continues__isnull=False)


def seats_of(players: Collection[Player], season: Season | None = None) -> OwnSeats:
    """Every column where somebody ever played, or played in a season. One query, two or more of a season.

    Practice and what is held back are left out.
    """
    counted = _counted_in(season)
    rows = _columns(players, counted).filter(IS_SINGLE, HAVE_PLAYED).exclude(is_held_back(ROUND))
    return OwnSeats(players=players, counted=counted, singles=own_seats(rows))


def all_seats_of(players: Collection[Player], season: Season | None = None, *, held_too: bool = False) -> list[OwnSeat]:
    """Every column, one by one, in the order of the days; with `held_too` also what is held back.

    As many queries as those of `seats_of`.
    """
    rows = _columns(players, _counted_in(season))
    return own_seats(rows if held_too else rows.exclude(is_held_back(ROUND)))


def _columns(players: Collection[Player], counted: Mapping[str, Any]) -> QuerySet[Seat]:
    rows = Seat.objects.filter(player__in=players, session__deleted_at=None)
    rows = rows.exclude(session__table__is_practice=True).exclude(session__table__voided_at__isnull=False)
    return rows.filter(_any_of(counted))


def own_seats(rows: QuerySet[Seat]) -> list[OwnSeat]:
    """The columns in some rows, in the order of the days. One query."""
    rows = rows.annotate(is_kept=Case(When(IS_KEPT, then=True), default=False))
    found = [_own_seat(row) for row in rows.values_list(*COLUMNS.values())]
    return sorted(found, key=attrgetter("order"))


def _counted_in(season: Season | None) -> Mapping[str, Any]:
    """The sheets whose totals went on to an evening of the season are a part of it."""
    if season is None:
        return {}
    events = season.events.order_by()
    return {
        f"{ROUND}__tournament__in": events.filter(tournament__isnull=False).values("tournament"),
        "session__in": with_earlier(events.filter(sheet__isnull=False).values_list("sheet", flat=True)),
        "session__night__in": events.filter(night__isnull=False).values("night"),
    }


def _any_of(conditions: Mapping[str, Any], seat: str = "") -> Q:
    return reduce(or_, (Q(**{f"{seat}{name}": found}) for name, found in conditions.items()), Q())


def _own_seat(row: tuple[Any, ...]) -> OwnSeat:
    return OwnSeat(**dict(zip(COLUMNS, row, strict=True)))
