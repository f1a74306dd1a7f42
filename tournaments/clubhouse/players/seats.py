"""A player's columns on sheets, each with its evening or its table of a tournament."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.evening.evenings import with_earlier
from cegoscore.scoresheet.models import Seat
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
    started_at: datetime
    night_day: date | None
    tournament: str | None
    tournament_day: date | None
    round: int | None
    table: int | None

    @property
    def day(self) -> date:
        """The day of the tournament, club night or evening."""
        return self.tournament_day or self.night_day or timezone.localdate(self.started_at)

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
    "started_at": "session__started_at",
    "night_day": "session__night__day",
    "tournament": f"{ROUND}__tournament__name",
    "tournament_day": f"{ROUND}__tournament__day",
    "round": f"{ROUND}__number",
    "table": "session__table__number",
}


def all_seats_of(players: Collection[Player], season: Season | None = None, *, held_too: bool = False) -> list[OwnSeat]:
    """Every column, one by one, in the order of the days; with `held_too` also what is held back.

    One query, two or more of a season. Practice and void tables are left out.
    """
    rows = Seat.objects.filter(_counted_in(season), player__in=players, session__deleted_at=None)
    rows = rows.exclude(session__table__is_practice=True).exclude(session__table__voided_at__isnull=False)
    rows = rows if held_too else rows.exclude(is_held_back(ROUND))
    taken = [OwnSeat(**dict(zip(COLUMNS, row, strict=True))) for row in rows.values_list(*COLUMNS.values())]
    return sorted(taken, key=attrgetter("order"))


def _counted_in(season: Season | None) -> Q:
    """Condition for columns: the sheets whose totals went on to an evening of the season are a part of it."""
    if season is None:
        return Q()
    events = season.events.order_by()
    earlier = with_earlier(events.filter(sheet__isnull=False).values_list("sheet", flat=True))
    return (
        Q(**{f"{ROUND}__tournament__in": events.filter(tournament__isnull=False).values("tournament")})
        | Q(session__in=earlier)
        | Q(session__night__in=events.filter(night__isnull=False).values("night"))
    )
