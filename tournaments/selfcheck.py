"""Prove tournaments: what was fixed is what sheets say."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from cegoscore.clubs.models import Club, Player
from cegoscore.contest.published_draw import contradiction, parse
from cegoscore.contest.replay import ResultNow, RoundNow, TournamentNow, replayed, takes_by_number
from cegoscore.scoresheet.ledger.selfcheck import Check
from cegoscore.scoresheet.models import Seat
from cegoscore.scoring.problems import InvalidInput
from tournaments.chaining import decision_of, faults_of_chain, free_text_of
from tournaments.course.decisions import can_be_read
from tournaments.course.entrants import registered
from tournaments.course.queries import categories_now, fixed_now, prizes_now
from tournaments.models import DecisionKind, Result, ResultSource, Round, RoundState, Tournament
from tournaments.models.rounds import DOES_NOT_COUNT
from tournaments.standings.queries import games_won, ranking_rules


def _tournaments(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    tournaments = Tournament.objects.all() if club is None else Tournament.objects.filter(club=club)
    return ((f"{tournament.pk}", faults_of(tournament)) for tournament in tournaments.order_by("day", "pk").iterator())


TOURNAMENTS = Check(what="tournaments", things=_tournaments)


def faults_of(tournament: Tournament) -> Iterator[str]:
    """Faults of a tournament, in words for the administrator of the server; nothing if all is well."""
    try:
        ranking_rules(tournament)
    except (KeyError, TypeError, ValueError) as error:
        yield f"ties: a decision or a tie-break cannot be read: {error!r}"
    broken = [*faults_of_chain(tournament)]
    yield from broken
    decisions = list(tournament.decisions.order_by("number"))
    unreadable = [row.number for row in decisions if not can_be_read(row.kind, row.data)]
    yield from (f"decision {number}: cannot be read" for number in unreadable)
    persons = [entrant.player.person for entrant in registered(tournament).exclude(number=None)]
    if len(set(persons)) < len(persons):
        yield "entrants: somebody has two start numbers"
    rounds = list(tournament.played_rounds.order_by("number"))
    for round_ in rounds:
        if round_.number > tournament.rounds:
            yield f"round {round_.number}: only {tournament.rounds} are planned"
    chained = [] if broken or unreadable else [(decision_of(row), free_text_of(row)) for row in decisions]
    yield from (problem.text for problem in replayed(chained, _now(tournament, rounds)).problems)
    numbers = set(tournament.entrants.values_list("number", flat=True))
    for round_ in rounds:
        yield from _faults_of_round(round_, numbers)


def _now(tournament: Tournament, rounds: Sequence[Round]) -> TournamentNow:
    """The tournament as the database has it."""
    settings = fixed_now(tournament) | {
        **prizes_now(tournament),
        "categories": categories_now(tournament),
        "takes": takes_by_number(tournament.entrants.values_list("number", "takes")),
        "held_from": tournament.held_from,
        "finished": tournament.finished_at is not None,
        "cancelled": tournament.cancelled_at is not None,
    }
    taken = tournament.entrants.exclude(number=None).values_list("number", flat=True)
    numbers = frozenset(number for number in taken if number)
    return TournamentNow(settings=settings, rounds=tuple(map(_round_now, rounds)), numbers=numbers)


def _round_now(round_: Round) -> RoundNow:
    rows = round_.results.exclude(entrant__number=None).order_by("table__number", "seat", "pk")
    ways = ("table__number", "table__is_practice", "table__voided_at", "entrant__number", "points", "penalty")
    results = tuple(
        ResultNow(table, bool(is_practice), voided_at is not None, *points)
        for table, is_practice, voided_at, *points in rows.values_list(*ways)
    )
    return RoundNow(number=round_.number, state=round_.state, draw=round_.draw, results=results)


def _faults_of_round(round_: Round, numbers: set[int | None]) -> Iterator[str]:
    """Faults of a round of a tournament with these start numbers."""
    place = f"round {round_.number}"
    if round_.draw or round_.tables.exists():
        drawn, problems = parse(round_.draw)
        yield from (f"{place}: draw: {problem.text}" for problem in problems)
        if drawn and (why := contradiction(drawn)):
            yield f"{place}: draw: {why}"
        if drawn and not (drawn.tables and drawn.dealers):
            yield f"{place}: draw: has no tables or no dealers"
        for number in {number for table in (drawn and drawn.tables) or () for number in table} - numbers:
            yield f"{place}: draw: nobody has number {number}"
    rows = round_.results.select_related("table", "entrant__player__merged_into")
    results = list(rows.order_by("table__number", "seat", "pk"))
    unnumbered = [result for result in results if result.entrant.number is None]
    yield from (f"{place}: result {result.pk} is of somebody without a start number" for result in unnumbered)
    empty = round_.tables.filter(results=None).order_by("number").values_list("number", flat=True)
    yield from (f"{place}, table {number}: nobody sits there" for number in empty)
    if round_.state != RoundState.CLOSED:
        outside = round_.results.filter(counts=False).exclude(DOES_NOT_COUNT).values_list("entrant__number", flat=True)
        yield from (f"{place}: number {number} plays, but does not count" for number in outside)
    prove = _faults_of_fixed if round_.state == RoundState.CLOSED else _faults_of_seats
    yield from (f"{place}, {fault}" for fault in prove(round_, results))


def _faults_of_seats(round_: Round, results: list[Result]) -> Iterator[str]:
    """Columns of sheets that count, but name somebody who never had the start number at that seat."""
    left = _left(round_.tournament)
    holders = {
        _place(result): {result.entrant.player.person, *left[result.entrant.number]}
        for result in results
        if result.source == ResultSource.SHEET
    }
    seats = Seat.objects.filter(session__table__in={table for table, _seat in holders if table})
    seats = seats.select_related("session__table", "player__merged_into")
    for seat in seats.order_by("session__table__number", "number"):
        table = seat.session.table
        known = holders.get((table.pk, seat.number), set())
        if None not in known and seat.player.person not in known:
            yield f"table {table.number}, seat {seat.number}: its points do not go to whom the sheet names"


def _left(tournament: Tournament) -> dict[int | None, set[Player | None]]:
    """Those who left a start number to a substitute, by number; `None` where it is not known any more who it was.

    A sheet that was handed in before keeps their names.
    """
    left: dict[int | None, set[Player | None]] = defaultdict(set)
    for decision in tournament.decisions.filter(kind=DecisionKind.SUBSTITUTE).select_related("left__merged_into"):
        left[decision.data.get("number")].add(decision.left.person if decision.left else None)
    return left


def _faults_of_fixed(round_: Round, results: list[Result]) -> Iterator[str]:
    """Results of a closed round that differ from its sheets."""
    try:
        won = games_won(round_)
    except InvalidInput as error:
        yield f"hands cannot be read: {error}"
        won = Counter()
    seats = Seat.objects.filter(session__table__round=round_)
    totals: dict[tuple[int | None, int], int] = {
        (table, seat): total for table, seat, total in seats.values_list("session__table", "number", "total")
    }
    for result in results:
        where, place = f"table {result.table.number if result.table else '-'}, seat {result.seat}", _place(result)
        if result.points is None:
            yield f"{where}: has no points"
        elif result.source == ResultSource.SHEET and result.points != totals.get(place, 0):
            yield f"{where}: {result.points} points, the sheet says {totals.get(place, 0)}"
        elif result.source == ResultSource.SHEET and result.games_won != won[place]:
            yield f"{where}: {result.games_won} games won, the sheet says {won[place]}"


def _place(result: Result) -> tuple[int | None, int]:
    return result.table_id, result.seat
