"""Hands behind a sum of somebody's: of an evening, a club night, a tournament, a season, or of all of them.

Every sum leads here, and every amount here to its derivation. Nobody sees hands of a sheet that they may not open.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import ERASED, Player, RuleSet
from cegoscore.clubs.people import names_of
from cegoscore.outings.models import Role
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.evening.evenings import with_earlier
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.models import Score, Seat
from cegoscore.scoring.hands import HandKind, declarer_of, kind_of
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import answerable
from tournaments.clubhouse.players.hands import where_of
from tournaments.clubhouse.reach import Reach
from tournaments.models import Entrant, is_held_back
from tournaments.seasons.models import Season

AT_ONCE = 24
"""Sheets on one page."""

ROUND = "session__table__round"
EVENTS = {"tournament": "session__event", "night": "session__night", "sheet": "session__in"}
"""Kinds of events that a sum may be of, each with the way to its key from a column; a sheet goes on from others."""


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

    def columns(self, players: Collection[Player], season: Season | None, *, held_too: bool) -> QuerySet[Seat]:
        """Columns that belong to what was asked for, the newest first, each with its `day`.

        With `held_too` also what is held back; practice and void tables are left out.
        """
        rows = Seat.objects.filter(_counted_in(season), player__in=players, session__deleted_at=None)
        rows = rows.exclude(session__table__is_practice=True).exclude(session__table__voided_at__isnull=False)
        rows = rows if held_too else rows.exclude(is_held_back(ROUND))
        wanted: dict[str, Any] = {"session__rule_set": self.rules, f"{ROUND}__number": self.round}
        if self.event and self.key:
            wanted[EVENTS[self.event]] = with_earlier([self.key]) if self.event == "sheet" else self.key
        if self.of:
            wanted["session__event__isnull"] = self.of != "tournaments"
        days = (f"{ROUND}__tournament__day", "session__night__day", TruncDate("session__started_at"))
        rows = rows.filter(**{way: value for way, value in wanted.items() if value is not None})
        return rows.annotate(day=Coalesce(*days)).order_by("-day", "-session__started_at", "-pk")

    @property
    def is_some(self) -> bool:
        """True if hands of a sheet are left out, so that they do not make its sum."""
        return bool(self.game) or self.role is not None or self.company is not None


def hands_page(person: Player, reach: Reach, asked: AskedSum, season: Season | None = None) -> dict[str, Any] | None:
    """The hands behind a sum, the newest sheet first; none if the reader may see no hand of it. Nine queries at most.

    `hides_some` if hands of this sum stand on sheets that the reader may not open; `total` is the sum, none on one page
    of several, `older` the number of the page with older sheets.
    """
    players = list(names_of(person.pk))
    columns = asked.columns(players, season, held_too=reach.manages)
    rights = list(reach.rights)
    opened = Q() if reach.manages else Q(session__in=rights) | Q(session__event__in=rights)
    first = asked.page * AT_ONCE
    seats = list(columns.filter(opened).select_related(f"{ROUND}__tournament")[first : first + AT_ONCE + 1])
    if not seats and not _was_there(players, asked, reach):
        return None
    has_older = len(seats) > AT_ONCE
    sheets = _sheets(seats[:AT_ONCE], asked)
    return {
        "person": person,
        "sheets": sheets,
        "hides_some": not reach.manages and columns.exclude(opened).exists(),
        "total": None if has_older or asked.page else sum(sheet["total"] for sheet in sheets),
        "older": asked.page + 1 if has_older else None,
    }


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


def _was_there(players: Collection[Player], asked: AskedSum, reach: Reach) -> bool:
    """True if the reader sees the person at the tournament, so that it can be said that no hand is written down."""
    if reach.manages:
        return True
    opened = asked.event == "tournament" and reach.opens_sheets_of(asked.key)
    return opened and Entrant.objects.filter(player__in=players, tournament=asked.key).exists()


def _sheets(seats: Sequence[Any], asked: AskedSum) -> list[dict[str, Any]]:
    """The columns with their hands; `rest` is what was written outside of hands. Five queries at most."""
    keys = {seat.session.rule_set_id for seat in seats}
    rules = {row.pk: rules_of(row) for row in RuleSet.objects.filter(pk__in=keys)}
    names, people = _rosters(seats)
    company = _points_of(asked.company, seats) if asked.company is not None else {}
    rows = defaultdict(list)
    for score in _scores(seats):
        rows[score.seat_id].append(score)
    carried: dict[UUID | None, int] = {seat.session_id: seat.total for seat in seats}
    listed = []
    for seat in seats:
        sheet = seat.session
        among = _Among(seat, rules[sheet.rule_set_id], names[sheet.pk], people[sheet.pk], asked, company)
        hands = [hand for score in rows[seat.pk] if (hand := among.hand(score))]
        written = sum(score.points for score in rows[seat.pk])
        rest = 0 if asked.is_some else seat.total - written - carried.get(sheet.continues_id, 0)
        if hands or rest:
            total = rest + sum(hand["points"] for hand in hands)
            place = {"where": where_of(sheet), "day": seat.day, "url": reverse("sheet", args=[sheet.pk])}
            listed.append(place | {"hands": hands, "rest": rest, "total": total})
    return listed


@dataclass(frozen=True, slots=True)
class _Among:
    """Hands of one column, as far as they were asked for."""

    seat: Seat
    rules: HouseRules
    names: Sequence[str]
    people: Sequence[int]
    asked: AskedSum
    company: Mapping[int, int]
    """Points of somebody else who was asked for, by hand."""

    def hand(self, score: Score) -> dict[str, Any] | None:
        """The hand in words, what it brought, and the `url` of its derivation; none if it is not one of those."""
        dealt = hand_of(score.hand, len(self.names))
        game = title_of(dealt.outcome, self.rules)
        declarer = declarer_of(dealt.outcome)
        alone, points = declarer == self.seat.number, score.points
        if self.asked.role and kind_of(dealt.outcome) is HandKind.OUTSIDE:
            return None
        role = Role.ALL if declarer is None else Role.ALONE if alone else Role.AGAINST
        if self.asked.role not in (None, role):
            return None
        if self.asked.game and not (alone and game == self.asked.game):
            return None
        if self.asked.company is not None:
            passed = self._passed(score, answerable(dealt))
            if passed is None:
                return None
            points = passed
        return {
            "game": game,
            "text": text_of(dealt, self.rules, self.names),
            "points": points,
            "url": f"{reverse('hand', args=[self.seat.session_id, score.hand.number])}#why",
        }

    def _passed(self, score: Score, paying: Collection[int]) -> int | None:
        """Points from the other person who was asked for to this seat; none where neither was answerable."""
        theirs = self.company.get(score.hand_id)
        own = self.seat.number in paying
        if theirs is None or own == any(self.people[seat] == self.asked.company for seat in paying):
            return None
        return -theirs // len(paying) if own else score.points // len(paying)


def _points_of(person: int, seats: Sequence[Seat]) -> dict[int, int]:
    """Somebody's points on these sheets, by hand."""
    rows = Score.objects.filter(
        seat__player__in=names_of(person), hand__session__in=[seat.session_id for seat in seats]
    )
    return dict(rows.values_list("hand", "points"))


def _scores(seats: Sequence[Seat]) -> QuerySet[Score]:
    """Scores of the hands in force in these columns, in the order in which they were played."""
    rows = Score.objects.filter(seat__in=seats, hand__session__in=[seat.session_id for seat in seats])
    rows = rows.filter(~is_replaced("hand__"), hand__void=False).exclude(hand__game="dead")
    return rows.select_related("hand").order_by("hand__place")


def _rosters(seats: Sequence[Seat]) -> tuple[Mapping[UUID, list[str]], Mapping[UUID, list[int]]]:
    """Names and keys of everybody on these sheets, by seat."""
    names: dict[UUID, list[str]] = defaultdict(list)
    people: dict[UUID, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(session__in=[seat.session_id for seat in seats]).select_related("player__merged_into")
    for row in rows.order_by("session", "number"):
        names[row.session_id].append(row.player.person.name or str(ERASED))
        people[row.session_id].append(row.player.person.pk)
    return names, people
