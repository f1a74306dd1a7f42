"""Results of tables: typed totals, corrections, void tables, accepted and reopened sheets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import let_end, let_go_on, noon_tomorrow, revive
from cegoscore.contest.ties import TieBreak
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.models import State
from tournaments.course.access import EVERYTHING
from tournaments.course.locks import (
    Refused,
    decide,
    lock_round,
    lock_sheets,
    lock_table,
    lock_though_over,
    lock_tournament,
    release_what_never_comes,
    tell_tables,
)
from tournaments.course.proved import gone_now
from tournaments.course.queries import categories_now, closed_rounds
from tournaments.desk.settling import check_seen, fix, fixed_at, points_before, results_at, settle, write_state
from tournaments.desk.tiles import early_end, ties_about
from tournaments.models import (
    DecisionKind,
    Entrant,
    Result,
    ResultSource,
    Round,
    RoundState,
    Table,
    Tournament,
)
from tournaments.models.rounds import UNSETTLED
from tournaments.standings.awards import waiting
from tournaments.standings.ends import end_of
from tournaments.standings.queries import games_won, standings_of

RUNNING = (RoundState.PLAYING, RoundState.CLOSED)
"""A result can be put right until the tournament is finished."""


class Typing(StrEnum):
    """State of totals after they were typed."""

    COUNTS = "counts"
    ONCE = "once"
    """They wait until somebody else types the same."""
    DIFFERS = "differs"
    """They wait, and so do others: somebody misread the paper."""


MOST_TYPINGS = 6


@transaction.atomic
def type_totals(
    table: Table,
    points: Mapping[int, int],
    *,
    why: str,
    device: Device | None,
    seen: str | None = None,
) -> Typing:
    """Totals from paper, by seat; they are the table's result from now on, whatever stands on its sheet.

    Where totals are typed twice, the first result counts once two devices have typed the same.
    Replacing a result, or a sheet with hands on it, needs a reason. The same totals again change nothing. Raises
    `Refused` if they do not sum to zero or the round is not running, and if the result that they replace is no longer
    the one that was `seen` (`Tile.fixed`).
    """
    table = lock_table(table, *RUNNING)
    lock_sheets(table)
    results = results_at(table)
    if points.keys() != {result.seat for result in results}:
        raise Refused("totals_missing")
    if over := sum(points.values()):
        raise Refused("totals_not_zero", sum=over)
    if all((result.points, result.source) == (points[result.seat], ResultSource.TYPED) for result in results):
        return Typing.COUNTS
    check_seen(table, seen, fixed_at(results))
    if table.round.tournament.types_twice and all(result.points is None for result in results):
        typing = _compare(table, [points[result.seat] for result in results], device)
        if typing is not Typing.COUNTS:
            return typing
    settle(table, ResultSource.TYPED, results, points, why=why, device=device)
    return Typing.COUNTS


def _compare(table: Table, points: list[int], device: Device | None) -> Typing:
    """Compare totals with those that other devices typed for the table before, and keep them unless they count now."""
    key = str(device and device.pk)
    others = [[typist, typed] for typist, typed in table.typings if typist != key]
    if points in [typed for _typist, typed in others]:
        return Typing.COUNTS
    Table.objects.filter(pk=table.pk).update(typings=[*others, [key, points]][-MOST_TYPINGS:])
    return Typing.DIFFERS if others else Typing.ONCE


@transaction.atomic
def accept_table(table: Table, *, why: str, device: Device | None, seen: int | None = None) -> None:
    """The desk takes a sheet as it stands, confirmed by the table or not; with hands missing that needs a reason.

    `seen` is the version of the sheet that was looked at. Accepted twice is accepted once. Raises `Refused`.
    """
    table = lock_table(table, RoundState.PLAYING)
    if table.sheet is None or table.results.exclude(points=None).exists():
        raise Refused("no_sheet_to_accept")
    if table.sheet.state != State.CONFIRMED:
        check_seen(table, seen, table.sheet.version)
        settle(table, ResultSource.SHEET, why=why, device=device)


@transaction.atomic
def void_table(table: Table, *, why: str, device: Device | None) -> None:
    """Errors that cannot be traced: the round counts nothing for this table. Void twice is void once.

    Raises `Refused` without a reason, and if the round is not running.
    """
    table = lock_table(table, *RUNNING)
    if table.voided_at is None:
        lock_sheets(table)
        settle(table, ResultSource.VOID, results_at(table), why=why, device=device)


@transaction.atomic
def reopen_table(table: Table, *, why: str, device: Device | None) -> None:
    """Reopen a table: its sheet, handed in, confirmed, replaced by typed totals or void, can be written again.

    Its links to write hold again, should they have ended. Raises `Refused`, also if it is open already.
    """
    table = lock_table(table, RoundState.PLAYING)
    results, sheet = results_at(table), table.sheet
    if sheet and sheet.state == State.OPEN and all(result.points is None for result in results):
        raise Refused("table_is_open", table=table.number)
    data = {"table": table.number, "before": points_before(results)}
    decide(table.round, DecisionKind.REOPENED, why=why, data=data, device=device)
    opening = {"state": State.OPEN, "handed_in_by": None, "confirmed_by": None, "ended_at": None}
    fix(results, [None] * len(results), ResultSource.SHEET)
    write_state(table, opening, voided_at=None)
    if table.sheet_id:
        revive(table.sheet_id, right=Right.WRITE)


def read_in(tournament: Tournament, entrants: Iterable[Entrant], points: Iterable[int]) -> None:
    """Totals from a list, in the order of the entrants: one closed round without tables. Called within a write."""
    closed: dict[str, Any] = {"state": RoundState.CLOSED, "closed_at": timezone.now()}
    round_ = Round.objects.create(tournament=tournament, number=1, draw={}, **closed)
    Result.objects.bulk_create(
        Result(round=round_, entrant=entrant, points=total, source=ResultSource.IMPORTED, counts=not entrant.practises)
        for entrant, total in zip(entrants, points, strict=True)
    )


@transaction.atomic
def dispute_table(table: Table, *, disputed: bool, device: Device | None = None) -> None:
    """Note that a result is disputed, or no longer; a round with a disputed table cannot be closed. Idempotent."""
    table = lock_table(table, RoundState.PLAYING)
    if (table.disputed_at is not None) == disputed:
        return
    Table.objects.filter(pk=table.pk).update(disputed_at=timezone.now() if disputed else None)
    kind = DecisionKind.DISPUTE if disputed else DecisionKind.SETTLED
    decide(table.round, kind, data={"table": table.number}, device=device)


@transaction.atomic
def penalize(table: Table, number: int, *, points: int, why: str, device: Device | None) -> None:
    """Take points off one player of the table, with a reason; none gives them back. Sent twice, taken once.

    The table's own points stay, and come to zero. Raises `Refused`.
    """
    table = lock_table(table, *RUNNING)
    if table.results.filter(entrant__number=number).exclude(penalty=points).update(penalty=points):
        data = {"number": number, "table": table.number, "penalty": points}
        decide(table.round, DecisionKind.PENALTY, why=why, data=data, device=device)


def close_round(round_: Round, *, device: Device | None = None) -> None:
    """Close a round: fix all results, with the games that each entrant won as declarer.

    Idempotent. Raises `Refused` naming the tables that are open.
    """
    if Round.objects.filter(pk=round_.pk, state=RoundState.CLOSED).exists():
        return
    with transaction.atomic():
        round_ = lock_round(round_, RoundState.PLAYING)
        if open_tables := _open_tables(round_):
            raise Refused("tables_open", tables=", ".join(map(str, open_tables)))
        data = {"points": _fix_results(round_), "not_counting": _not_counting(round_)}
        Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED, closed_at=timezone.now())
        decide(round_, DecisionKind.CLOSE, data=data, device=device)


@transaction.atomic
def end_after(round_: Round, *, why: str, device: Device | None) -> None:
    """End the round for all tables, if it is played, and the tournament with it, with a reason.

    Tables with all hands written count (`early_end`), others without a result are void. Ended twice is ended once.
    Raises `Refused` if a later round is drawn.
    """
    round_ = lock_round(round_, *RUNNING)
    tournament, number = round_.tournament, round_.number
    for source, tiles in zip((ResultSource.SHEET, ResultSource.VOID), early_end(round_), strict=True):
        for tile in tiles:
            settle(tile.table, source, results_at(tile.table), why=why, device=device)
    close_round(round_, device=device)
    if (drawn := tournament.played_rounds.count()) > number:
        raise Refused("rounds_drawn_already", rounds=drawn)
    if Tournament.objects.filter(pk=tournament.pk, rounds__gt=number).update(rounds=number):
        data = {"settings": ["rounds"], "rounds": number}
        decide(tournament, DecisionKind.SETTINGS, why=why, data=data, device=device)
        tournament.rounds = number
        release_what_never_comes(tournament, why=why, device=device)


def _open_tables(round_: Round) -> list[int]:
    """The numbers of tables that count and have no settled result."""
    is_open = UNSETTLED | Q(disputed_at__isnull=False)
    return list(round_.tables.filter(is_open).order_by("number").values_list("number", flat=True).distinct())


def _fix_results(round_: Round) -> dict[str, int]:
    """Fix who counts, and what still stands on the sheets, with the games won there; all points by start number.

    They go into the chain: what stands there cannot be changed unnoticed.
    """
    round_.results.settle()
    rows: list[Any] = list(round_.results.standing().select_related("entrant").order_by("entrant__number"))
    played = [row for row in rows if row.points is None]
    won = games_won(round_) if played else Counter()
    for row in played:
        row.points, row.games_won = row.stands or 0, won[row.table_id, row.seat]
    Result.objects.bulk_update(played, ["points", "games_won"])
    return {str(row.entrant.number): row.points for row in rows}


def _not_counting(round_: Round) -> list[int]:
    """The start numbers whose result is outside of the ranking."""
    numbers = round_.results.filter(counts=False).values_list("entrant__number", flat=True)
    return sorted(number for number in numbers if number)


@transaction.atomic
def decide_tie(round_: Round, *, numbers: Sequence[int], by: TieBreak, drawn_by: str, device: Device | None) -> None:
    """Record the order in which a card or lot put start numbers that are equal, the best first, and who drew it.

    Recorded twice is recorded once. Raises `Refused` while the round is open, and for fewer than two different numbers.
    """
    round_ = lock_round(round_, RoundState.CLOSED)
    if len(set(numbers)) != len(numbers) or len(numbers) < 2:
        raise Refused("same_number_twice")
    data = {"numbers": list(numbers), "by": by.value, "round": round_.number}
    last = round_.tournament.decisions.filter(kind=DecisionKind.TIE).order_by("-number").first()
    if last and (last.data, last.why) == (data, drawn_by.strip()):
        return
    decide(round_, DecisionKind.TIE, why=drawn_by, data=data, device=device)


def finish_tournament(tournament: Tournament, *, why: str = "", device: Device | None = None) -> None:
    """The tournament is over; its results stay as they are. Finished twice is finished once.

    Links to the desk end at noon of the next day.

    Raises `Refused` while a planned round is missing or open, and while a prize waits for a drawing, unless a reason is
    given for which those who are level share it.
    """
    if Tournament.objects.filter(pk=tournament.pk, finished_at__isnull=False).exists():
        return
    with transaction.atomic():
        tournament = lock_tournament(tournament)
        closed = closed_rounds(tournament)
        if closed < tournament.rounds:
            raise Refused("rounds_missing", missing=tournament.rounds - closed)
        table = standings_of(tournament, EVERYTHING)
        waits = waiting(tournament, table)
        if waits and not why.strip():
            raise Refused("prizes_undecided", prizes="; ".join(one.drawing for one in waits))
        undecided = [tie[0].row.rank for tie in ties_about(waits, table)]
        data = {"categories": categories_now(tournament), "gone": gone_now(tournament)}
        data |= {"outcome": end_of(tournament, table)} | ({"undecided": undecided} if undecided else {})
        decide(tournament, DecisionKind.FINISH, why=why, data=data, device=device)
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
        follow(Kind.TOURNAMENT, tournament.pk)
        let_end(tournament.pk, right=Right.DESK, at=noon_tomorrow())


@transaction.atomic
def open_again(tournament: Tournament, *, why: str, device: Device | None) -> None:
    """Open a finished or cancelled tournament again, with a reason; one that is open stays as it is."""
    fresh = lock_though_over(tournament)
    if fresh.finished_at is None and fresh.cancelled_at is None:
        return
    decide(fresh, DecisionKind.GOES_ON, why=why, data={}, device=device)
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=None, cancelled_at=None)
    follow(Kind.TOURNAMENT, tournament.pk)
    tell_tables(fresh)
    let_go_on(tournament.pk, right=Right.DESK)
