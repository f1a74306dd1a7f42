"""Hands behind a sum of somebody's: of an evening, a club night, a tournament, a season, or of all of them.

Every sum leads here, and every amount here to its derivation. Nobody sees hands of a sheet that they may not open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import ERASED, Player, RuleSet
from cegoscore.clubs.people import names_of
from cegoscore.outings.models import Role
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.models import Score, Seat
from cegoscore.scoring.contracts import EVERYONE
from cegoscore.scoring.house_rules import HouseRules
from tournaments.clubhouse.players.compared import OUTSIDE
from tournaments.clubhouse.players.seats import OwnSeat, all_seats_of
from tournaments.clubhouse.reach import Reach
from tournaments.models import Entrant
from tournaments.seasons.models import Season

AT_ONCE = 24
"""Sheets on one page."""

TOURNAMENT, NIGHT, SHEET = "tournament", "night", "sheet"
EVENTS: Mapping[str, Callable[[OwnSeat], UUID | None]] = {
    TOURNAMENT: lambda seat: seat.event,
    NIGHT: lambda seat: seat.night,
    SHEET: lambda seat: seat.sheet,
}
"""Kinds of events that a sum may be of, each with the key of a column's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSum:
    """The sum that was tapped: of one event, of a season, or of everything; of some of the hands only."""

    event: str = ""
    """A key of `EVENTS`; empty for all."""
    key: UUID | None = None
    of: str = ""
    """`tournaments` or `evenings`; empty for both."""
    round: int | None = None
    game: str = ""
    """Name of a game that the person played alone."""
    company: int | None = None
    """Somebody else: hands that one of the two declared, with what came from them."""
    role: Role | None = None
    rules: int | None = None
    """A rule set."""
    page: int = 0

    def of_seats(self, seats: Sequence[OwnSeat]) -> list[OwnSeat]:
        """Columns that belong to what was asked for, the newest first; of a sheet also those that it goes on from."""
        went_on: dict[UUID | None, UUID | None] = {seat.sheet: seat.continues for seat in seats}
        keys = {self.key}
        while self.event == SHEET and not keys.issuperset(before := {went_on.get(key) for key in keys}):
            keys |= before
        return [seat for seat in reversed(seats) if self._takes(seat, keys - {None})]

    def _takes(self, seat: OwnSeat, keys: Collection[UUID | None]) -> bool:
        if self.event and EVENTS[self.event](seat) not in keys:
            return False
        if self.rules not in (None, seat.rules):
            return False
        if self.of and (seat.event is not None) != (self.of == "tournaments"):
            return False
        return self.round is None or seat.round == self.round

    @property
    def is_some(self) -> bool:
        """True if hands of a sheet are left out, so that they do not make its sum."""
        return bool(self.game) or self.role is not None or self.company is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHand:
    """A hand and what it brought; `url` is its derivation."""

    game: str
    text: str
    points: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSheet:
    """A sheet with somebody's hands on it; `rest` is what was written outside of hands."""

    where: str
    day: date
    url: str
    hands: Sequence[OwnHand]
    rest: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPage:
    """The hands behind a sum, the newest sheet first."""

    person: Player
    sheets: Sequence[OwnSheet]
    hides_some: bool
    """True if hands of this sum stand on sheets that the reader may not open."""
    total: int | None
    """The sum; none on one page of several."""
    older: int | None
    """Number of the page with older sheets."""


def hands_page(person: Player, reach: Reach, asked: AskedSum, season: Season | None = None) -> HandsPage | None:
    """The page; none if the reader may see no hand of what was asked for. Nine queries at most."""
    players = list(names_of(person.pk))
    wanted = asked.of_seats(all_seats_of(players, season, held_too=reach.manages))
    open_ = [seat for seat in wanted if may_open(seat, reach)]
    if not open_ and not _was_there(players, asked, reach):
        return None
    on_page = open_[asked.page * AT_ONCE : (asked.page + 1) * AT_ONCE]
    sheets = _sheets(on_page, asked)
    return HandsPage(
        person=person,
        sheets=sheets,
        hides_some=len(open_) < len(wanted),
        total=sum(sheet.total for sheet in sheets) if len(open_) <= AT_ONCE else None,
        older=asked.page + 1 if len(open_) > (asked.page + 1) * AT_ONCE else None,
    )


def may_open(seat: OwnSeat, reach: Reach) -> bool:
    """True if the reader may open the sheet of this column."""
    return reach.opens_sheets_of(seat.sheet) or reach.opens_sheets_of(seat.event)


def _was_there(players: Collection[Player], asked: AskedSum, reach: Reach) -> bool:
    """True if the reader sees the person at the tournament, so that it can be said that no hand is written down."""
    if reach.manages:
        return True
    opened = asked.event == TOURNAMENT and reach.opens_sheets_of(asked.key)
    return opened and Entrant.objects.filter(player__in=players, tournament=asked.key).exists()


def _sheets(seats: Sequence[OwnSeat], asked: AskedSum) -> list[OwnSheet]:
    """The columns with their hands. Five queries at most."""
    rules = {row.pk: rules_of(row) for row in RuleSet.objects.filter(pk__in={seat.rules for seat in seats})}
    names, people = _rosters(seats)
    company = _points_of(asked.company, seats) if asked.company is not None else {}
    rows = defaultdict(list)
    for score in _scores(seats):
        rows[score.seat_id].append(score)
    carried: dict[UUID | None, int] = {seat.sheet: seat.total for seat in seats}
    listed = []
    for seat in seats:
        among = _Among(seat, rules[seat.rules], names[seat.sheet], people[seat.sheet], asked, company)
        hands = [hand for score in rows[seat.key] if (hand := among.hand(score))]
        written = sum(score.points for score in rows[seat.key])
        rest = 0 if asked.is_some else seat.total - written - carried.get(seat.continues, 0)
        if hands or rest:
            total = rest + sum(hand.points for hand in hands)
            url = reverse("sheet", args=[seat.sheet])
            listed.append(OwnSheet(where=seat.where, day=seat.day, url=url, hands=hands, rest=rest, total=total))
    return listed


@dataclass(frozen=True, slots=True)
class _Among:
    """Hands of one column, as far as they were asked for."""

    seat: OwnSeat
    rules: HouseRules
    names: Sequence[str]
    people: Sequence[int]
    asked: AskedSum
    company: Mapping[int, int]
    """Points of somebody else who was asked for, by hand."""

    def hand(self, score: Score) -> OwnHand | None:
        """The hand in words; none if it is not one of those."""
        dealt = hand_of(score.hand, len(self.names))
        game = title_of(dealt.outcome, self.rules)
        declarer = None if score.hand.game in EVERYONE else getattr(dealt.outcome, "declarer", None)
        alone, points = declarer == self.seat.number, score.points
        if self.asked.role and score.hand.game in OUTSIDE:
            return None
        role = Role.ALL if declarer is None else Role.ALONE if alone else Role.AGAINST
        if self.asked.role not in (None, role):
            return None
        if self.asked.game and not (alone and game == self.asked.game):
            return None
        if self.asked.company is not None:
            theirs = self.company.get(score.hand_id)
            if theirs is None or not (alone or (declarer is not None and self.people[declarer] == self.asked.company)):
                return None
            points = -theirs if alone else points
        return OwnHand(
            game=game,
            text=text_of(dealt, self.rules, self.names),
            points=points,
            url=f"{reverse('hand', args=[self.seat.sheet, score.hand.number])}#why",
        )


def _points_of(person: int, seats: Iterable[OwnSeat]) -> dict[int, int]:
    """Somebody's points on these sheets, by hand."""
    rows = Score.objects.filter(seat__player__in=names_of(person), hand__session__in=[seat.sheet for seat in seats])
    return dict(rows.values_list("hand", "points"))


def _scores(seats: Iterable[OwnSeat]) -> QuerySet[Score]:
    """Scores of the hands in force in these columns, in the order in which they were played."""
    seats = list(seats)
    rows = Score.objects.filter(seat__in=[seat.key for seat in seats], hand__session__in=[seat.sheet for seat in seats])
    rows = rows.filter(~is_replaced("hand__"), hand__void=False).exclude(hand__game="dead")
    return rows.select_related("hand").order_by("hand__place")


def _rosters(seats: Iterable[OwnSeat]) -> tuple[Mapping[UUID, list[str]], Mapping[UUID, list[int]]]:
    """Names and keys of everybody on these sheets, by seat."""
    names: dict[UUID, list[str]] = defaultdict(list)
    people: dict[UUID, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(session__in=[seat.sheet for seat in seats]).select_related("player__merged_into")
    for row in rows.order_by("session", "number"):
        names[row.session_id].append(row.player.person.name or str(ERASED))
        people[row.session_id].append(row.player.person.pk)
    return names, people
