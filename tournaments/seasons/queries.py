"""Reads about seasons: points by event and person added up in SQL, ranked by `contest.league`, with the people's names.

The number of queries grows neither with events nor with players nor with hands.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from uuid import UUID

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncDate

from cegoscore.clubs.house_rules.rule_sets import names_where_mixed
from cegoscore.clubs.models import ERASED, Club, Grant, Player
from cegoscore.clubs.names import surname_key
from cegoscore.clubs.names_then import called_before
from cegoscore.clubs.people import initials_of
from cegoscore.clubs.rights.access import targets_of
from cegoscore.contest.league import EventPoints, LeagueRules, LeagueStanding, league_table
from cegoscore.contest.ties import Drawing, TieBreak
from cegoscore.database.prepared import Prepared, carry_out
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.models import Seat, Session, State
from tournaments.course.entrants import people_by_initials
from tournaments.models import Category, CategoryKind, Result, Tournament
from tournaments.models.rounds import COUNTED
from tournaments.seasons.models import DrawnPlace, FixedPoints, Season, SeasonDecision, SeasonDecisionKind, SeasonEvent

Points = Mapping[int, Mapping[int, int]]
"""Points by event and person, both by their row's key."""

NOBODY: Collection[int] = frozenset()
MOST_PUBLIC = 100
"""Seasons of others that a list shows."""
PERSON = Coalesce("player__merged_into", "player")
"""The key of the person of a row, after merges."""


# Points


def events_of(season: Season) -> QuerySet[SeasonEvent]:
    """The season's events in the order of their days, without deleted tournaments.

    A deleted evening belongs to it if it was fixed. A table of a club night that belongs to it, too, counts there.
    """
    return _there(season.events.all(), season.pk, is_closed=season.is_closed)


def _there(events: QuerySet[SeasonEvent], season: UUID, *, is_closed: bool) -> QuerySet[SeasonEvent]:
    there = Q(tournament__isnull=False) | Q(night__isnull=False) | Q(sheet__isnull=False, sheet__deleted_at=None)
    there |= Q(pk__in=FixedPoints.objects.filter(event__season=season).values("event"))
    with_a_night = SeasonEvent.objects.filter(season=season, sheet__night__season_events__season=season).values("pk")
    rows = events.exclude(tournament__deleted_at__isnull=False)
    rows = rows if is_closed else rows.filter(there).exclude(pk__in=with_a_night)
    day = Coalesce("tournament__day", "night__day", TruncDate("sheet__started_at"), "day")
    return rows.select_related("tournament", "night", "sheet", "guest").order_by(day, "pk")


_events_of_open = Prepared(lambda key: _there(SeasonEvent.objects.filter(season=key), key, is_closed=False))
_events_of_closed = Prepared(lambda key: _there(SeasonEvent.objects.filter(season=key), key, is_closed=True))


def points_of(season: Season) -> Points:
    """Points by event and player: rounds that are closed, evenings and club nights as they stand. Four queries.

    House players and practice are left out, two records of one person are one. A closed season has fixed what its
    evenings gave to it; so did one that was opened again, where somebody stands on no sheet any more.
    """
    counted = _by_event(_tournaments(season.pk)) | ({} if season.is_closed else evenings_now(season))
    fixed = _by_event(_fixed(season.pk))
    return counted | {event: points for event, points in fixed.items() if points.keys() - counted.get(event, {}).keys()}


def otherwise_now(season: Season) -> list[SeasonEvent]:
    """Evenings of a closed season that would count otherwise if it were opened again: their sheets were changed."""
    if not season.is_closed:
        return []
    fixed, now = _by_event(_fixed(season.pk)), evenings_now(season)
    anew = {*now, *fixed_for_nothing(season).values_list("event", flat=True)}
    changed = [event for event in anew if now.get(event, {}) != fixed.get(event, {})]
    return list(events_of(Season(pk=season.pk, closed_at=None)).filter(pk__in=changed))


def fixed_for_nothing(season: Season) -> QuerySet[FixedPoints]:
    """Fixed points of evenings that can be counted anew: the sheet is there, or everybody stands on the night's."""
    fixed, counted = _by_event(_fixed(season.pk)), evenings_now(season)
    anew = [event for event, points in fixed.items() if points.keys() <= counted.get(event, {}).keys()]
    there = Q(event__in=anew) | Q(event__sheet__in=Session.objects.filter(deleted_at=None))
    return FixedPoints.objects.filter(there, event__season=season)


def _by_event(rows: Iterable[tuple[int, int, int]]) -> dict[int, dict[int, int]]:
    by_event: dict[int, dict[int, int]] = defaultdict(dict)
    for event, person, points in rows:
        by_event[event][person] = points
    return by_event


@Prepared
def _tournaments(season: UUID) -> QuerySet[Result, tuple[int, int, int]]:
    rows = Result.objects.final().filter(round__tournament__season_events__season=season)
    person = Coalesce("entrant__player__merged_into", "entrant__player")
    sums = rows.values(event=F("round__tournament__season_events"), person=person)
    return sums.annotate(sum=Sum(COUNTED)).values_list("event", "person", "sum")


def evenings_now(season: Season) -> dict[int, dict[int, int]]:
    """Points by event and person as the sheets of evenings, and of all tables of club nights, say now. Two queries."""
    return _by_event(chain.from_iterable(carry_out(_sheets_now.of(season.pk), _nights_now.of(season.pk))))


def rows_now(season: Season) -> dict[int, dict[int, int]]:
    """Points of evenings by event and row that sat down, whoever that turned out to be. Two queries."""
    return _by_event(chain(_on_sheets(season.pk, F("player")), _on_nights(season.pk, F("player"))))


def _on_sheets(season: UUID, of: Coalesce | F) -> QuerySet[Seat, tuple[int, int, int]]:
    seats = Seat.objects.filter(HAVE_PLAYED, session__season_events__season=season, session__deleted_at=None)
    return _sums(seats, "session__season_events", of)


def _on_nights(season: UUID, of: Coalesce | F) -> QuerySet[Seat, tuple[int, int, int]]:
    sheets = Session.objects.that_count().filter(night__season_events__season=season)
    seats = Seat.objects.filter(HAVE_PLAYED, session__in=sheets.values("pk"))
    return _sums(seats.filter(session__night__season_events__season=season), "session__night__season_events", of)


def _sums(seats: QuerySet[Seat], event: str, of: Coalesce | F) -> QuerySet[Seat, tuple[int, int, int]]:
    sums = seats.order_by().values(event=F(event), person=of)
    return sums.annotate(sum=Sum("total")).values_list("event", "person", "sum")


_sheets_now = Prepared(lambda season: _on_sheets(season, PERSON))
_nights_now = Prepared(lambda season: _on_nights(season, PERSON))


@Prepared
def _fixed(season: UUID) -> QuerySet[FixedPoints, tuple[int, int, int]]:
    rows = FixedPoints.objects.filter(event__season=season)
    sums = rows.order_by().values("event", person=PERSON)
    return sums.annotate(sum=Sum("points")).values_list("event", "person", "sum")


def drawings_of(season: Season) -> list[Drawing]:
    """Drawings among equals so far, the oldest first."""
    drawn: dict[int, dict[int, None]] = defaultdict(dict)
    data: dict[int, Mapping[str, object]] = {}
    for decision, person, about in _drawn(season.pk):
        drawn[decision][person] = None  # several rows may be one person
        data[decision] = about
    return [
        Drawing(
            by=TieBreak(str(data[decision]["by"])),
            order=tuple(players),
            total=int(str(data[decision]["total"])),
        )
        for decision, players in drawn.items()
    ]


@Prepared
def _drawn(season: UUID) -> QuerySet[DrawnPlace, tuple[int, int, Mapping[str, object]]]:
    rows = DrawnPlace.objects.filter(decision__season=season, decision__kind=SeasonDecisionKind.TIE)
    return rows.order_by("decision__at", "decision", "place").values_list("decision", PERSON, "decision__data")


# The league table


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPlayer:
    """A player's name and village as tables show them."""

    pk: int
    name: str
    village: str
    sorted_by: str = ""
    was: str = ""
    """Words about the name that they had when the season was closed, if it was another."""

    @property
    def alphabetical(self) -> tuple[bool, str, str]:
        """The place in lists by surname; the erased come last."""
        return self.name == str(ERASED), *surname_key(self.name, self.sorted_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLine:
    """A row of the league table with its person."""

    row: LeagueStanding
    person: NamedPlayer


CategoryKey = tuple[CategoryKind, str]
"""Kind and name of a category, the same at every tournament of a season."""


def category_label(key: CategoryKey) -> str:
    """Name of the category in the page's language."""
    return key[1] or str(key[0].label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """All that a season's tables are counted from; read once, counted as often as one likes."""

    events: tuple[SeasonEvent, ...]
    points: Points
    drawings: Sequence[Drawing]

    def table(self, rules: LeagueRules, only: Iterable[int] | None = None) -> tuple[LeagueStanding, ...]:
        """The league table by a way of counting."""
        events = [
            EventPoints(key=event.pk, points=self.points.get(event.pk, {}), weight=event.weight)
            for event in self.events
        ]
        return league_table(events, rules, self.drawings, only=None if only is None else set(only))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    """A season ready to be ranked, as a whole and by category."""

    numbers: Numbers
    rules: LeagueRules
    people: Mapping[int, NamedPlayer]
    categories: Mapping[CategoryKey, frozenset[int]]
    """Players by category, of any event, in the order of the tables."""
    _counted: dict[CategoryKey | None, tuple[LeagueLine, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The tables that were asked for: a season that is kept is ranked once."""

    @property
    def events(self) -> tuple[SeasonEvent, ...]:
        """The columns."""
        return self.numbers.events

    def lines(self, category: CategoryKey | None = None) -> tuple[LeagueLine, ...]:
        """The whole table, or that of a category."""
        if category not in self._counted:
            only = None if category is None else self.categories[category]
            rows = self.numbers.table(self.rules, only)
            self._counted[category] = tuple(LeagueLine(row=row, person=self.people[row.player]) for row in rows)
        return self._counted[category]


def numbers_of(season: Season) -> Numbers:
    """The numbers from which the season's tables are counted. Six queries."""
    events = (_events_of_closed if season.is_closed else _events_of_open)(season.pk)
    for event in events:
        event.season = season
    return Numbers(events=tuple(events), points=points_of(season), drawings=drawings_of(season))


def league_table_of(season: Season, *, to_strangers: bool = False) -> LeagueTable:
    """The season with rules, people and categories, ready to be ranked. Nine queries at most, ten for strangers."""
    numbers = numbers_of(season)
    short = people_by_initials(season.club_id) | guest_juniors(season) if to_strangers else NOBODY
    return LeagueTable(
        numbers=numbers,
        rules=season.rules,
        people=players_in(numbers.points, short, end=season.closed_at),
        categories=_members(season),
    )


def mixed_rules(events: Iterable[SeasonEvent]) -> list[str]:
    """Names of the rules by which events were played that pay differently; none if all pay the same. Two queries."""
    rows = SeasonEvent.objects.filter(pk__in=[event.pk for event in events]).order_by()
    return names_where_mixed(key for row in rows.values_list(*BY_RULES).distinct() for key in row)


BY_RULES = ("tournament__rule_set", "sheet__rule_set", "night__sheets__rule_set")


def is_running(event: SeasonEvent) -> bool:
    """True if the event is not over yet."""
    if event.tournament is not None:
        return event.tournament.is_running
    if event.night is not None:
        return event.night.ended_at is None and not event.season.is_closed
    return event.sheet is not None and event.sheet.state == State.OPEN and not event.season.is_closed


def players_in(
    points: Points, short: Collection[int] = NOBODY, *, end: datetime | None = None
) -> dict[int, NamedPlayer]:
    """Everybody who has points, by key; `short` are called by their initials; what ended knows who was called then.

    One query.
    """
    keys = {person for by_person in points.values() for person in by_person}
    rows = Player.objects.filter(pk__in=keys).values_list("pk", "name", "village", "sorted_by", "names_before")
    return {
        pk: NamedPlayer(
            pk=pk,
            name=(initials_of(name) if pk in short else name) or str(ERASED),
            village=village,
            sorted_by="" if pk in short else sorted_by,
            was=called_before(name, end, before, by_initials=pk in short),
        )
        for pk, name, village, sorted_by, before in rows
    }


def categories_of(season: Season) -> list[CategoryKey]:
    """The categories with a table of their own."""
    return [(CategoryKind(kind), name) for kind, name in season.categories]


def _members(season: Season) -> dict[CategoryKey, frozenset[int]]:
    """Players by category, of any event. Two queries, none without categories."""
    wanted = categories_of(season)
    if not wanted:
        return {}
    members: dict[tuple[str, str], set[int]] = defaultdict(set)
    there = Category.objects.filter(tournament__season_events__season=season, tournament__deleted_at=None)
    rows = there.filter(entrants__isnull=False).order_by()
    person = Coalesce("entrants__player__merged_into", "entrants__player")
    for kind, name, player in rows.values_list("kind", "name", person).distinct():
        members[kind, name.casefold()].add(player)
    for player, categories in _guests(season):
        for kind, name in categories:
            members[kind, name.casefold()].add(player)
    return {(kind, name): frozenset(members[kind.value, name.casefold()]) for kind, name in wanted}


def _guests(season: Season) -> QuerySet[FixedPoints, tuple[int, list[list[str]]]]:
    """People who played at tournaments of other clubs in a category there, with all of them."""
    rows = FixedPoints.objects.filter(event__season=season, number__isnull=False).exclude(categories=[])
    return rows.order_by().values_list(PERSON, "categories")


def guest_juniors(season: Season) -> frozenset[int]:
    """Juniors of tournaments of other clubs, of whom strangers read the initials. One query."""
    if not season.club.juniors_by_initials:
        return frozenset()
    return frozenset(player for player, categories in _guests(season) if [CategoryKind.JUNIORS.value, ""] in categories)


# Lists


def clubs_managed_by(device: UUID | None) -> list[Club]:
    """The clubs that the device manages, without those that have neither a name nor anything else."""
    clubs = Club.objects.filter(pk__in=Grant.objects.managed_by(device) if device else ())
    used = ~Q(name="") | Q(sessions__isnull=False) | Q(tournaments__isnull=False) | Q(seasons__isnull=False)
    return list(clubs.filter(used).distinct().order_by("created_at"))


def played_last(clubs: Sequence[Club]) -> Club | None:
    """The one of them with the newest evening, else with the newest tournament, else the newest."""
    evenings = Session.objects.filter(club__in=clubs, deleted_at=None).order_by("-started_at").values_list("club")
    tournaments = Tournament.objects.filter(club__in=clubs).order_by("-created_at").values_list("club")
    keys = [key for rows in (evenings, tournaments) for key in rows.first() or ()]
    return next((club for key in keys for club in clubs if club.pk == key), clubs[-1] if clubs else None)


def listed_for(device: UUID | None) -> QuerySet[Season]:
    """Seasons that a device has any right on, and the newest public ones, with their clubs; the newest first."""
    newest = Season.objects.order_by("-last_day", "-first_day", "name", "pk")
    targets, public = targets_of(device), newest.filter(is_public=True)[:MOST_PUBLIC]
    may_be_seen = Q(pk__in=targets) | Q(club__in=targets) | Q(pk__in=public.values("pk"))
    return newest.filter(may_be_seen).select_related("club")


def decisions_of(season: Season) -> QuerySet[SeasonDecision]:
    """Decisions about the season, newest first."""
    return season.decisions.order_by("-at", "-pk")
