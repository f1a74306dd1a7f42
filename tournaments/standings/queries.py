"""Explicit results of a tournament, its ranking and its prizes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.fields.json import KT

from cegoscore.contest import prizes, standings
from cegoscore.contest.teams import TeamStanding, team_standings, teams_by_name
from cegoscore.contest.ties import Drawing, TieBreak
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.ledger.ledger_rows import in_force
from cegoscore.scoresheet.models import Hand, Score, Seat, Session, State
from cegoscore.scoring.documents.hand_document import outcome_of
from cegoscore.scoring.documents.ledger import whose_game
from tournaments.course.access import EVERYTHING, Shown
from tournaments.course.entrants import Person, people_of
from tournaments.models import (
    Category,
    Decision,
    DecisionKind,
    Prize,
    PrizeKind,
    Result,
    ResultSource,
    Round,
    RoundState,
    Table,
    Takes,
    Tournament,
)
from tournaments.models.rounds import UNSETTLED
from tournaments.prize_words import Parts, parts_known, words_of


def results_of(tournament: Tournament, shown: Shown) -> list[standings.RoundResult]:
    """Results of every start number so far, as far as shown, without house players and practice. One query."""
    return [
        standings.RoundResult(
            number=number,
            round=round_number,
            points=stands,
            games_won=won,
            provisional=points is None and state != State.CONFIRMED,
            voided=source == ResultSource.VOID,
            penalty=penalty,
        )
        for number, round_number, points, stands, won, source, state, penalty in _results_so_far(tournament.pk)
        if number is not None and shown.covers(round_number)
    ]


@Prepared
def _results_so_far(tournament: UUID) -> QuerySet[Result, Any]:
    """Number, round, fixed points, points, games won, source, state of the sheet, penalty, where a round was begun."""
    rows = Result.objects.that_count().standing().exclude(round__state=RoundState.DRAWN)
    rows = rows.filter(round__tournament=tournament).order_by("round__number", "entrant__number")
    columns = ("entrant__number", "round__number", "points", "stands", "games_won", "source")
    return rows.values_list(*columns, "table__sheet__state", "penalty")


def ranking_rules(tournament: Tournament) -> standings.TieRules:
    """The organiser's tie-breaks, and the drawings recorded so far."""
    return rules_from(tournament, _drawings(tournament.pk))


@Prepared
def _drawings(tournament: UUID) -> QuerySet[Decision]:
    return Decision.objects.filter(tournament=tournament, kind=DecisionKind.TIE).order_by("number")


def rules_from(tournament: Tournament, rows: Iterable[Decision]) -> standings.TieRules:
    """The rules of ties with drawings from the decisions about ties, the oldest first."""
    drawings = tuple(Drawing(by=TieBreak(row.data["by"]), order=tuple(row.data["numbers"])) for row in rows)
    tie_breaks = tuple(TieBreak(value) for value in tournament.tie_breaks)
    return standings.TieRules(tie_breaks=tie_breaks, drawings=drawings)


class StandingsLine(NamedTuple):
    """A row of the standings with its person."""

    row: standings.TournamentStanding
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The whole field ranked, and each category; `open_tables` are those whose points are still provisional."""

    rounds: tuple[int, ...]
    lines: tuple[StandingsLine, ...]
    categories: tuple[tuple[Category, tuple[StandingsLine, ...]], ...]
    open_tables: tuple[tuple[int, int], ...]
    """Pairs of round and table number."""
    unranked: tuple[StandingsLine, ...]
    """Those who are out of the ranking, and stand behind it without a rank."""
    rules: standings.TieRules
    teams: tuple[tuple[TeamStanding, tuple[StandingsLine, ...]], ...] = ()
    """The ranking of the teams, each with the lines of its people, the best first."""
    shown: Shown = EVERYTHING
    """The rounds that it may be made of."""
    is_over: bool = False
    """True if the tournament is finished or cancelled: who is level now stays so."""
    missing: int = 0
    """Number of rounds that are still to come, once one is begun."""

    @property
    def provisional(self) -> bool:
        """True while results may still change without a decision."""
        return bool(self.open_tables or self.missing)

    @property
    def draws(self) -> bool:
        """True if it is time to draw for who is level."""
        return not (self.provisional or self.is_over)

    @property
    def has_begun(self) -> bool:
        """True once somebody has points, or a table a result: before that everybody is level with everybody."""
        return any(line.row.total or not line.row.provisional for line in self.lines)

    @property
    def has_undecided(self) -> bool:
        """True if somebody would still have to draw by the organiser's rules."""
        return any(line.row.undecided for line in self.lines)


def standings_of(
    tournament: Tournament,
    shown: Shown,
    *,
    only_round: int | None = None,
    people: Mapping[int, Person] | None = None,
) -> Standings:
    """The standings over all rounds that are shown, or of one. The number of queries does not grow with the field.

    Two fewer with the `people` at hand as they are shown (`people_of`).
    """
    results, rules = results_of(tournament, shown), _rules(tournament, shown, only_round)
    people = people_of(tournament, shown) if people is None else people
    rounds = sorted({result.round for result in results} if only_round is None else {only_round})
    out = [result for result in results if people[result.number].takes == Takes.NOTHING and result.round in rounds]
    results = [result for result in results if people[result.number].takes != Takes.NOTHING]
    if only_round is None:
        rows = standings.standings(results, rules, rounds=rounds)
    else:
        rows = standings.round_standings(results, only_round, rules)
    categories = [
        (category, _lines(standings.within(rows, _members(people, category), rules), people))
        for category in tournament.categories.order_by("pk")
    ]
    return Standings(
        rounds=tuple(rounds),
        lines=_lines(rows, people),
        categories=tuple(categories),
        open_tables=tuple(
            (number, table)
            for number, table in _provisional_tables(tournament.pk)
            if shown.covers(number) and only_round in (None, number)
        ),
        unranked=_lines(standings.rows_of(out, rounds), people),
        rules=rules,
        teams=tuple((team, _lines(team.members, people)) for team in _teams(tournament, rows, people)),
        shown=shown,
        is_over=tournament.is_over,
        missing=tournament.rounds - len(rounds) if rounds and not tournament.is_over else 0,
    )


def _rules(tournament: Tournament, shown: Shown, only_round: int | None) -> standings.TieRules:
    """The tie-breaks; drawings are about the whole evening, so they are held back with any part of it, or one round."""
    is_whole = shown.is_everything and only_round is None
    return ranking_rules(tournament) if is_whole else rules_from(tournament, ())


def _teams(
    tournament: Tournament, rows: Iterable[standings.TournamentStanding], people: Mapping[int, Person]
) -> tuple[TeamStanding, ...]:
    """The teams in their order; one query, none where no teams play."""
    if not tournament.team_size:
        return ()
    teams = teams_by_name((person.number, person.team) for person in people.values())
    # Not `draw__seed`: SQLite's answer would be read as JSON, and a seed of digits be a number.
    first = tournament.played_rounds.order_by("number").values_list(KT("draw__seed"), flat=True).first()
    return team_standings(rows, teams, best=tournament.team_best, seed=first or "")


def _lines(rows: Iterable[standings.TournamentStanding], people: Mapping[int, Person]) -> tuple[StandingsLine, ...]:
    return tuple(StandingsLine(row=row, person=people[row.number]) for row in rows)


def _members(people: Mapping[int, Person], category: Category) -> set[int]:
    return {person.number for person in people.values() if category.pk in person.categories}


@Prepared
def _provisional_tables(tournament: UUID) -> QuerySet[Table, tuple[int, int]]:
    playing = Table.objects.filter(UNSETTLED, round__tournament=tournament, round__state=RoundState.PLAYING).distinct()
    return playing.order_by("round__number", "number").values_list("round__number", "number")


def awards_of(tournament: Tournament, table: Standings) -> tuple[prizes.Award, ...]:
    """The prizes in the order of the ceremony, from the last to the first."""
    planned = sorted(tournament.prizes.all(), key=lambda prize: in_order(prize.kind, prize.rank, prize.pk))
    plan = tuple(_planned(prize, tournament.currency) for prize in planned)
    categories = {str(category.pk): _with_prizes(lines) for category, lines in table.categories}
    rows = _with_prizes(table.lines)
    teams = [team for team, _lines in table.teams]
    draws = not table.is_over
    return prizes.prizes(rows, plan, categories, teams, one_each=tournament.one_prize_each, draws=draws)


def _planned(prize: Prize, currency: str) -> prizes.Prize:
    stored = Parts(prize.cents, prize.goods, prize.is_each)
    parts = parts_known(stored, prize.what, prize.kind, currency)
    return prizes.Prize(
        label=words_of(parts, prize.kind, currency),
        given_for=prizes.PrizeFor(prize.kind),
        place=prize.rank or 1,
        category="" if prize.category_id is None else str(prize.category_id),
        key=str(prize.uuid),
        **parts._asdict(),
    )


def _with_prizes(lines: Iterable[StandingsLine]) -> list[standings.TournamentStanding]:
    """The rows of those who get prizes: the next one moves up."""
    return [line.row for line in lines if line.person.takes == Takes.PRIZES]


ORDER = [PrizeKind.RANK, PrizeKind.TEAM, PrizeKind.CATEGORY, PrizeKind.LAST, PrizeKind.PLUS]


def in_order(kind: str, rank: int | None, key: int) -> tuple[int, int, int]:
    """The place of a prize in the plan: ranks, teams, categories, the last, everybody with plus points."""
    return ORDER.index(PrizeKind(kind)), rank or 0, key


def games_won(round_: Round) -> Counter[tuple[int | None, int]]:
    """Games won as declarer in a round, by table key and seat. Four queries."""
    sheets = Session.objects.filter(table__round=round_)
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
        if not row.void and (declarer := whose_game(outcome_of(row.outcome, seats[sheet]))) is not None
    }
    won: Counter[tuple[int | None, int]] = Counter()
    scores = Score.objects.filter(hand__session__in=sheets, points__gt=0).values_list("hand", "seat__number")
    for hand, seat in scores:
        if hand in declared and declared[hand][1] == seat:
            won[tables[declared[hand][0]], seat] += 1
    return won
