"""A player's columns on sheets, each with its evening or its table of a tournament."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.models import Seat, State
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

    @property
    def day(self) -> date:
        """The day of the tournament, club night or evening."""
        return self.tournament_day or self.night_day or timezone.localdate(self.started_at)

    @property
    def is_running(self) -> bool:
        """True if the sheet is still open."""
        return self.state == State.OPEN

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
}


def seats_of(players: Collection[Player], season: Season | None = None, *, held_too: bool = False) -> list[OwnSeat]:
    """Every column somebody ever had, or had in a season, in the order of the days. One query.

    Practice is left out, and what is held back, but for `held_too`.
    """
    rows = Seat.objects.filter(player__in=players, session__deleted_at=None)
    rows = rows.exclude(session__table__is_practice=True).exclude(session__table__voided_at__isnull=False)
    if not held_too:
        rows = rows.exclude(is_held_back("session__table__round"))
    if season is not None:
        rows = rows.filter(_in_season(season))
    found = [_own_seat(row) for row in rows.values_list(*COLUMNS.values())]
    return sorted(found, key=lambda each: (each.day, each.started_at, each.key))


def _in_season(season: Season) -> Q:
    events = season.events.order_by()
    tournaments = events.filter(tournament__isnull=False).values("tournament")
    sheets = events.filter(sheet__isnull=False).values("sheet")
    nights = events.filter(night__isnull=False).values("night")
    return Q(**{f"{ROUND}__tournament__in": tournaments}) | Q(session__in=sheets) | Q(session__night__in=nights)


def _own_seat(row: tuple[Any, ...]) -> OwnSeat:
    return OwnSeat(**dict(zip(COLUMNS, row, strict=True)))
