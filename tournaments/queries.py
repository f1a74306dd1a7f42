"""Reads that several pages share: explicit results for the ranking, the tables of a round, and who sits where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from cegoscore.scoresheet.ledger_rows import in_force, outcome_of
from cegoscore.scoresheet.models import Hand, Score, Seat, Session, State
from cegoscore.scoring.review import declarer_of
from tournaments import prizes, standings
from tournaments.models import (
    Category,
    Decision,
    DecisionKind,
    Entrant,
    Prize,
    PrizeKind,
    Result,
    Round,
    RoundState,
    Source,
    Status,
    Table,
    Tournament,
    called,
)


def live_version(tournament: Tournament) -> str:
    """What changes with every write of the desk's and of any table's, and never comes back: live views ask for it.

    The desk may drop sheets with a draw, so the tables' part may fall, but then its own part has grown.
    """
    sheets = Session.objects.filter(event=tournament.pk).aggregate(sum=Sum("version"))["sum"] or 0
    return f"{tournament.version}.{sheets}"


# Results and ranking


def totals_of(results: QuerySet[Result]) -> dict[tuple[int | None, int], int]:
    """What the sheets say of these results, by table key and seat."""
    tables = results.filter(points=None).values("table")
    seats = Seat.objects.filter(session__table__in=tables)
    return {(table, seat): total for table, seat, total in seats.values_list("session__table", "number", "total")}


def results_of(tournament: Tournament) -> list[standings.RoundResult]:
    """What every start number brought home so far; house players and practice tables are left out. Two queries."""
    counting = Result.objects.that_count().filter(round__tournament=tournament).exclude(round__state=RoundState.DRAWN)
    totals = totals_of(counting)
    values = counting.order_by("round__number", "entrant__number").values_list(
        "table", "seat", "entrant__number", "round__number", "points", "games_won", "source", "table__sheet__state"
    )
    return [
        standings.RoundResult(
            number=number,
            round=played,
            points=totals.get((table, seat)) if points is None else points,
            games_won=won,
            provisional=points is None and state != State.CONFIRMED,
            voided=source == Source.VOID,
        )
        for table, seat, number, played, points, won, source, state in values
        if number is not None
    ]


def ranking_rules(tournament: Tournament) -> standings.Rules:
    """How the organiser breaks ties, and what was drawn so far."""
    return rules_from(tournament, tournament.decisions.filter(kind=DecisionKind.TIE).order_by("at", "pk"))


def rules_from(tournament: Tournament, rows: Iterable[Decision]) -> standings.Rules:
    """The same from the decisions about ties, the oldest first."""
    drawings = tuple(
        standings.Drawing(by=standings.TieBreak(row.data["by"]), numbers=tuple(row.data["numbers"]), drawn_by=row.why)
        for row in rows
    )
    tie_breaks = tuple(standings.TieBreak(value) for value in tournament.tie_breaks)
    return standings.Rules(tie_breaks=tie_breaks, drawings=drawings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who plays under a start number, as lists show them."""

    number: int
    name: str
    village: str
    categories: tuple[int, ...] = ()
    is_house: bool = False
    player: int = 0
    """The key of the person's row, under whatever name they came."""


def people_of(tournament: Tournament) -> dict[int, Person]:
    """Everybody who has a start number, by it. Two queries."""
    member: dict[int, list[int]] = defaultdict(list)
    through = Entrant.categories.through.objects.filter(entrant__tournament=tournament)
    for entrant, category in through.values_list("entrant", "category"):
        member[entrant].append(category)
    person = [Coalesce(f"player__merged_into__{field}", f"player__{field}") for field in ("name", "village", "pk")]
    entrants = tournament.entrants.exclude(number=None).order_by("number")
    return {
        number: Person(
            number=number,
            name=called(name, number),
            village=village,
            categories=tuple(member[key]),
            is_house=is_house,
            player=player,
        )
        for key, number, is_house, name, village, player in entrants.values_list("pk", "number", "is_house", *person)
        if number is not None
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of the standings with its person."""

    row: standings.Row
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The whole field ranked, and each category; `open_tables` are those whose points are still provisional."""

    rounds: tuple[int, ...]
    lines: tuple[Line, ...]
    categories: tuple[tuple[Category, tuple[Line, ...]], ...]
    open_tables: tuple[tuple[int, int], ...]
    """Pairs of round and table number."""
    rules: standings.Rules

    @property
    def provisional(self) -> bool:
        """Whether anything of it may still change by itself."""
        return bool(self.open_tables)


def standings_of(tournament: Tournament, *, only_round: int | None = None) -> Standings:
    """The standings over all rounds, or of one; a number of queries that does not grow with the field."""
    results, rules, people = results_of(tournament), ranking_rules(tournament), people_of(tournament)
    if only_round is None:
        rows = standings.standings(results, rules)
    else:
        rows = standings.round_standings(results, only_round, rules)
    categories = [
        (category, _lines(standings.within(rows, _members(people, category), rules), people))
        for category in tournament.categories.order_by("pk")
    ]
    rounds = sorted({result.round for result in results} if only_round is None else {only_round})
    return Standings(
        rounds=tuple(rounds),
        lines=_lines(rows, people),
        categories=tuple(categories),
        open_tables=tuple(_provisional_tables(tournament, only_round)),
        rules=rules,
    )


def _lines(rows: Iterable[standings.Row], people: Mapping[int, Person]) -> tuple[Line, ...]:
    return tuple(Line(row=row, person=people[row.number]) for row in rows)


def _members(people: Mapping[int, Person], category: Category) -> set[int]:
    return {person.number for person in people.values() if category.pk in person.categories}


def _provisional_tables(tournament: Tournament, only_round: int | None) -> QuerySet[Table, tuple[int, int]]:
    playing = Table.objects.filter(round__tournament=tournament, round__state=RoundState.PLAYING, is_practice=False)
    if only_round is not None:
        playing = playing.filter(round__number=only_round)
    unsettled = playing.filter(results__points=None).exclude(sheet__state=State.CONFIRMED).distinct()
    return unsettled.order_by("round__number", "number").values_list("round__number", "number")


def awards_of(tournament: Tournament, table: Standings) -> tuple[prizes.Award, ...]:
    """The prizes in the order of the ceremony, from the last to the first."""
    plan = tuple(
        prizes.Prize(
            label=prize.what,
            given_for=prizes.PrizeFor(prize.kind),
            place=prize.rank or 1,
            category="" if prize.category_id is None else str(prize.category_id),
        )
        for prize in _in_order(tournament)
    )
    categories = {str(category.pk): [line.row for line in lines] for category, lines in table.categories}
    rows = [line.row for line in table.lines]
    return prizes.prizes(rows, prizes.PrizePlan(prizes=plan, one_each=tournament.one_prize_each), categories)


def _in_order(tournament: Tournament) -> list[Prize]:
    """The most important prize first: ranks, categories, the last."""
    order = {PrizeKind.RANK: 0, PrizeKind.CATEGORY: 1, PrizeKind.LAST: 2}
    return sorted(tournament.prizes.all(), key=lambda prize: (order[PrizeKind(prize.kind)], prize.rank or 0, prize.pk))


def games_won(played: Round) -> Counter[tuple[int | None, int]]:
    """How many games each (table key, seat) of a round won as declarer. Three queries."""
    sheets = Session.objects.filter(table__round=played)
    tables = dict(sheets.values_list("pk", "table"))
    seats = Counter(Seat.objects.filter(session__in=sheets).values_list("session", flat=True))
    rows = Hand.objects.filter(session__in=sheets).order_by("session", "place", "revision")
    by_sheet: dict[UUID, list[Hand]] = defaultdict(list)
    for row in rows:
        by_sheet[row.session_id].append(row)
    declared = {
        row.pk: (row.session_id, declarer)
        for sheet, hands in by_sheet.items()
        for row in in_force(hands)
        if not row.void and (declarer := declarer_of(outcome_of(row.outcome, seats[sheet]))) is not None
    }
    won: Counter[tuple[int | None, int]] = Counter()
    scores = Score.objects.filter(hand__session__in=sheets, points__gt=0).values_list("hand", "seat__number")
    for hand, seat in scores:
        if hand in declared and declared[hand][1] == seat:
            won[tables[declared[hand][0]], seat] += 1
    return won


# Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat at a table: who sits there, and what they have."""

    seat: int
    person: Person
    points: int | None
    deals_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table of a round as the desk sees it."""

    table: Table
    places: tuple[Place, ...]
    state: str
    """One of `STATES`, what needs the desk first."""
    hands: int
    planned: int
    fixed: str = ""
    """The points by seat that no longer stand on the sheet, in a word: what typed totals would replace."""

    @property
    def number(self) -> int:
        """The table's number."""
        return self.table.number


STATES = ("calls", "disputed", "handed_in", "playing", "confirmed", "typed", "void")


def tiles_of(played: Round) -> list[Tile]:
    """Every table of a round in order of number, with its people, points and how far it is. Four queries."""
    people = people_of(played.tournament)
    places: dict[int, list[Place]] = defaultdict(list)
    dealers = set(played.draw.get("dealers", ()))
    sources: dict[int, str] = {}
    fixed: dict[int, list[str]] = defaultdict(list)
    rows = played.results.select_related("entrant").order_by("table__number", "seat")
    totals = totals_of(rows)
    for row in rows:
        person = people[row.entrant.number or 0]
        points = totals.get((row.table_id, row.seat)) if row.points is None else row.points
        sources[row.table_id or 0] = "" if row.points is None else row.source
        fixed[row.table_id or 0].append("" if row.points is None else str(row.points))
        places[row.table_id or 0].append(
            Place(seat=row.seat, person=person, points=points, deals_first=person.number in dealers)
        )
    tables = played.tables.select_related("sheet").order_by("number")
    counted = _hands_by_sheet(played)
    return [
        Tile(
            table=table,
            places=tuple(places[table.pk]),
            state=_state(table, sources.get(table.pk, "")),
            hands=counted[table.sheet_id] if table.sheet_id else 0,
            planned=played.tournament.hands,
            fixed=",".join(fixed[table.pk]),
        )
        for table in tables
    ]


def _hands_by_sheet(played: Round) -> Counter[UUID]:
    """How many hands count on each sheet of a round, by the sheet's key."""
    rows = Hand.objects.filter(session__table__round=played).exclude(game="dead")
    newest = Hand.objects.filter(session=OuterRef("session"), number=OuterRef("number")).order_by("-revision")
    current = rows.filter(pk=Subquery(newest.values("pk")[:1]), void=False)
    return Counter(dict(current.values_list("session").annotate(count=Count("pk"))))


def _state(table: Table, source: str) -> str:
    sheet = table.sheet
    if table.voided_at is not None:
        return "void"
    if sheet is not None and sheet.called_at is not None:
        return "calls"
    if table.disputed_at is not None:
        return "disputed"
    if source == Source.TYPED:
        return "typed"
    if source:
        return "confirmed"
    return {State.HANDED_IN: "handed_in", State.CONFIRMED: "confirmed"}.get(
        State(sheet.state) if sheet else State.OPEN, "playing"
    )


def by_urgency(tiles: Sequence[Tile]) -> list[Tile]:
    """What needs the desk comes first."""
    return sorted(tiles, key=lambda tile: (STATES.index(tile.state), tile.number))


def ends_at(played: Round) -> datetime | None:
    """When the round's time is up, if there is a limit."""
    minutes = played.tournament.minutes
    return played.started_at + timedelta(minutes=minutes) if played.started_at and minutes else None


def registered(tournament: Tournament) -> QuerySet[Entrant]:
    """Everybody on the list of the desk, by number; who has none, having only announced themselves, comes last."""
    rows = tournament.entrants.select_related("player__merged_into").prefetch_related("categories")
    return rows.order_by(F("number").asc(nulls_last=True), "pk")


def here(tournament: Tournament) -> QuerySet[Entrant]:
    """Who is present and plays for the ranking."""
    return tournament.entrants.filter(status=Status.PRESENT, practises=False, is_house=False)


def decisions_of(tournament: Tournament) -> QuerySet[Decision]:
    """What the desk decided, newest first."""
    return tournament.decisions.select_related("round").order_by("-at", "-pk")
