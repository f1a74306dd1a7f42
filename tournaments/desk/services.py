"""Results of tables: typed totals, corrections, void tables, accepted and reopened sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.sharing import let_end, let_go_on, noon_tomorrow, revive
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.ledger.ledger_rows import counting_hands
from cegoscore.scoresheet.models import Seat, Session, State
from tournaments.course.fixed import categories_now
from tournaments.course.locks import Refused, decide, lock_round, lock_though_over, lock_tournament, tell_tables
from tournaments.course.queries import closed_rounds
from tournaments.course.showing import EVERYTHING
from tournaments.desk.queries import early_end, ties_for_prizes
from tournaments.models import (
    DecisionKind,
    Result,
    ResultSource,
    Round,
    RoundState,
    Table,
    Tournament,
)
from tournaments.standings.queries import games_won, standings_of, totals_of

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
    with transaction.atomic():
        round_ = lock_round(table.round, *RUNNING)
        results = _results(table)
        if points.keys() != {result.seat for result in results}:
            raise Refused("totals_missing")
        if over := sum(points.values()):
            raise Refused("totals_not_zero", sum=over)
        if all((result.points, result.source) == (points[result.seat], ResultSource.TYPED) for result in results):
            return Typing.COUNTS
        if seen is not None and seen != _fixed(results):
            raise Refused("result_changed", table=table.number)
        is_first = all(result.points is None for result in results)
        if is_first and Tournament.objects.filter(pk=round_.tournament_id, types_twice=True).exists():
            typing = _compare(table, [points[result.seat] for result in results], device)
            if typing is not Typing.COUNTS:
                return typing
        is_corrected, before = _has_result(table, results), _points_before(results)
        for result in results:
            Result.objects.filter(pk=result.pk).update(
                points=points[result.seat], games_won=None, source=ResultSource.TYPED
            )
        _settle(table, round_, why=why, device=device)
        Table.objects.filter(pk=table.pk).update(voided_at=None, typings=[])
        _close_sheet(table)
        if is_corrected:
            data = {"table": table.number, "points": _by_number(results, points), "before": before}
            decide(round_.tournament, DecisionKind.CORRECTION, why=why, data=data, device=device, round_=round_)
        return Typing.COUNTS


def _compare(table: Table, points: list[int], device: Device | None) -> Typing:
    """Compare totals with those that other devices typed for the table before, and keep them unless they count now."""
    key = str(device and device.pk)
    others = [[typist, typed] for typist, typed in Table.objects.get(pk=table.pk).typings if typist != key]
    if points in [typed for _typist, typed in others]:
        return Typing.COUNTS
    Table.objects.filter(pk=table.pk).update(typings=[*others, [key, points]][-MOST_TYPINGS:])
    return Typing.DIFFERS if others else Typing.ONCE


def _results(table: Table) -> list[Result]:
    return list(table.results.select_related("entrant").order_by("seat"))


def _fixed(results: Sequence[Result]) -> str:
    """The table's results in the form of `Tile.fixed`."""
    return ",".join("" if result.points is None else str(result.points) for result in results)


def _has_result(table: Table, results: Sequence[Result]) -> bool:
    """True if typed totals would replace a result."""
    has_hands = table.sheet is not None and table.sheet.hands.exists()
    return has_hands or any(result.points is not None for result in results)


def _by_number(results: Sequence[Result], points: Mapping[int, int]) -> dict[str, int]:
    return {str(result.entrant.number): points[result.seat] for result in results}


def _points_before(results: Sequence[Result]) -> dict[str, int]:
    """Points by start number: fixed ones, or the total of the seat on the sheet."""
    seats = Seat.objects.filter(session__table=results[0].table_id)
    totals = dict(seats.values_list("number", "total"))
    return {
        str(result.entrant.number): totals.get(result.seat, 0) if result.points is None else result.points
        for result in results
    }


def _close_sheet(table: Table) -> None:
    """Close the table's sheet for writing."""
    this = Session.objects.filter(table=table)
    this.update(state=State.CLOSED, called_at=None, ended_at=timezone.now(), version=F("version") + 1)


def accept(table: Table, *, why: str, device: Device | None, seen: int | None = None) -> None:
    """The desk takes a sheet as it stands, confirmed by the table or not; with hands missing that needs a reason.

    `seen` is the version of the sheet that was looked at. Accepted twice is accepted once. Raises `Refused`.
    """
    with transaction.atomic():
        round_ = lock_round(table.round, RoundState.PLAYING)
        sheet = Session.objects.filter(table=table).first()
        if sheet is None or table.results.exclude(points=None).exists():
            raise Refused("no_sheet_to_accept")
        if sheet.state == State.CONFIRMED:
            return
        if seen is not None and sheet.version != seen:
            raise Refused("sheet_changed", table=table.number)
        missing = (sheet.planned or 0) - counting_hands(sheet)
        if missing > 0:
            data = {"table": table.number, "hands_missing": missing}
            decide(round_.tournament, DecisionKind.CORRECTION, why=why, data=data, device=device, round_=round_)
        changes = {"state": State.CONFIRMED, "confirmed_by": None, "called_at": None, "ended_at": timezone.now()}
        this = Session.objects.filter(pk=sheet.pk, version=sheet.version)
        if not this.update(version=F("version") + 1, **changes):
            raise Refused("sheet_changed", table=table.number)
        _settle(table, round_, why=why, device=device)


def reopen_table(table: Table, *, why: str, device: Device | None) -> None:
    """Reopen a table: its sheet, handed in, confirmed, replaced by typed totals or void, can be written again.

    Its links to write hold again, should they have ended. Raises `Refused`, also if it is open already.
    """
    with transaction.atomic():
        round_ = lock_round(table.round, RoundState.PLAYING)
        if _is_open(table):
            raise Refused("table_is_open", table=table.number)
        data = {"table": table.number, "before": _points_before(_results(table))}
        decide(round_.tournament, DecisionKind.REOPENED, why=why, data=data, device=device, round_=round_)
        table.results.update(points=None, games_won=None, source=ResultSource.SHEET)
        Table.objects.filter(pk=table.pk).update(voided_at=None, typings=[])
        this = Session.objects.filter(table=table)
        this.update(state=State.OPEN, handed_in_by=None, confirmed_by=None, ended_at=None, version=F("version") + 1)
        if table.sheet_id:
            revive(table.sheet_id, right=Right.WRITE)


def _is_open(table: Table) -> bool:
    is_settled = table.results.exclude(points=None).exists()
    return not is_settled and Session.objects.filter(table=table, state=State.OPEN).exists()


def void_table(table: Table, *, why: str, device: Device | None) -> None:
    """Errors that cannot be traced: the round counts nothing for this table. Void twice is void once.

    Raises `Refused` without a reason, and if the round is not running.
    """
    with transaction.atomic():
        round_ = lock_round(table.round, *RUNNING)
        if Table.objects.filter(pk=table.pk, voided_at__isnull=False).exists():
            return
        data = {"table": table.number, "before": _points_before(_results(table))}
        table.results.update(points=0, games_won=None, source=ResultSource.VOID)
        _settle(table, round_, why=why, device=device)
        Table.objects.filter(pk=table.pk).update(voided_at=timezone.now(), typings=[])
        _close_sheet(table)
        decide(round_.tournament, DecisionKind.VOID, why=why, data=data, device=device, round_=round_)


def _settle(table: Table, round_: Round, *, why: str, device: Device | None) -> None:
    """End a dispute by the result that the table gets now, with its reason. Raises `Refused` without one."""
    if not Table.objects.filter(pk=table.pk).exclude(disputed_at=None).update(disputed_at=None):
        return
    if not why.strip():
        raise Refused("dispute_settled_how")
    decide(round_.tournament, DecisionKind.SETTLED, why=why, data={"table": table.number}, device=device, round_=round_)


def set_dispute(table: Table, *, disputed: bool, device: Device | None = None) -> None:
    """Note that a result is disputed, or no longer; a round with a disputed table cannot be closed. Idempotent."""
    with transaction.atomic():
        round_ = lock_round(table.round, RoundState.PLAYING)
        this = Table.objects.filter(pk=table.pk)
        if not this.filter(disputed_at__isnull=disputed).update(disputed_at=timezone.now() if disputed else None):
            return
        kind = DecisionKind.DISPUTE if disputed else DecisionKind.SETTLED
        decide(round_.tournament, kind, data={"table": table.number}, device=device, round_=round_)


def penalize(table: Table, number: int, *, points: int, why: str, device: Device | None) -> None:
    """Take points off one player of the table, with a reason; none gives them back. Sent twice, taken once.

    The table's own points stay, and come to zero. Raises `Refused`.
    """
    with transaction.atomic():
        round_ = lock_round(table.round, *RUNNING)
        if table.results.filter(entrant__number=number).exclude(penalty=points).update(penalty=points):
            data = {"number": number, "table": table.number, "penalty": points}
            decide(round_.tournament, DecisionKind.PENALTY, why=why, data=data, device=device, round_=round_)


def swap_totals(one: Table, other: Table, *, why: str, device: Device | None, seen: str) -> None:
    """Exchange totals that were typed for the wrong of two tables of one size; both are corrected, with a reason.

    `seen` is what stood at the first table (`Tile.fixed`); sent twice, exchanged once. Raises `Refused`.
    """
    with transaction.atomic():
        lock_round(one.round, *RUNNING)
        first, second = _results(one), _results(other)
        if seen == _fixed(second):
            return
        if seen != _fixed(first):
            raise Refused("result_changed", table=one.number)
        if len(first) != len(second) or {row.source for row in first + second} != {ResultSource.TYPED}:
            raise Refused("totals_do_not_fit")
        for table, results in ((one, second), (other, first)):
            type_totals(table, {row.seat: row.points or 0 for row in results}, why=why, device=device)


def swap_sheets(one: Table, other: Table, *, why: str, device: Device | None, seen: str | None = None) -> None:
    """Exchange the sheets of two tables that opened each other's: each gets the one that it wrote on.

    `seen` is the sheet that the first table had; sent twice, swapped once. Raises `Refused` if the tables are not of
    one size and round, or one has a result typed.
    """
    with transaction.atomic():
        round_ = lock_round(one.round, RoundState.PLAYING)
        one, other = (Table.objects.select_related("sheet").get(pk=table.pk) for table in (one, other))
        if seen is not None and str(one.sheet_id) != seen:
            if str(other.sheet_id) == seen:
                return
            raise Refused("sheet_changed", table=one.number)
        sizes = {table.results.count() for table in (one, other)}
        settled = Result.objects.filter(table__in=(one, other)).exclude(points=None).exists()
        if one.pk == other.pk or one.round_id != other.round_id or len(sizes) > 1 or settled:
            raise Refused("sheets_do_not_fit")
        first, second = one.sheet_id, other.sheet_id
        Table.objects.filter(pk=one.pk).update(sheet=None)
        for table, sheet in ((other, first), (one, second)):
            Table.objects.filter(pk=table.pk).update(sheet=sheet)
            _seat_table(table)
        data = {"tables": [one.number, other.number]}
        decide(round_.tournament, DecisionKind.SHEETS_SWAPPED, why=why, data=data, device=device, round_=round_)


def _seat_table(table: Table) -> None:
    """The columns of the table's sheet belong to its people, in the order of their seats."""
    for result in table.results.select_related("entrant__player__merged_into"):
        Seat.objects.filter(session__table=table, number=result.seat).update(player=result.entrant.player.person)
    Session.objects.filter(table=table).update(version=F("version") + 1)


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
        _fix_results(round_)
        Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED, closed_at=timezone.now())
        decide(round_.tournament, DecisionKind.CLOSE, data=_final_points(round_), device=device, round_=round_)


def end_after(round_: Round, *, why: str, device: Device | None) -> None:
    """End the round for all tables, if it is played, and the tournament with it, with a reason.

    Tables with all hands written count (`early_end`), others without a result are void. Ended twice is ended once.
    Raises `Refused` if a later round is drawn.
    """
    with transaction.atomic():
        round_ = lock_round(round_, *RUNNING)
        tournament, number = round_.tournament, round_.number
        for end, tiles in zip((accept, void_table), early_end(round_), strict=True):
            for tile in tiles:
                end(tile.table, why=why, device=device)
        close_round(round_, device=device)
        if (drawn := tournament.played_rounds.count()) > number:
            raise Refused("rounds_drawn_already", rounds=drawn)
        if Tournament.objects.filter(pk=tournament.pk, rounds__gt=number).update(rounds=number):
            data = {"settings": ["rounds"], "rounds": number}
            decide(tournament, DecisionKind.SETTINGS, why=why, data=data, device=device)


def _open_tables(round_: Round) -> list[int]:
    """The numbers of tables that count and have no settled result."""
    open_results = round_.results.filter(points=None, table__is_practice=False)
    not_confirmed = open_results.exclude(table__sheet__state=State.CONFIRMED)
    disputed = round_.tables.exclude(disputed_at=None)
    numbers = {*not_confirmed.values_list("table__number", flat=True), *disputed.values_list("number", flat=True)}
    return sorted(numbers)


def _fix_results(round_: Round) -> None:
    won = games_won(round_)
    rows = list(round_.results.filter(points=None).select_related("table"))
    totals = totals_of(round_.results.all())
    for row in rows:
        row.points = totals.get((row.table_id, row.seat), 0)
        row.games_won = won[row.table_id, row.seat]
    Result.objects.bulk_update(rows, ["points", "games_won"])


def _final_points(round_: Round) -> dict[str, dict[str, int]]:
    """The results that the closing fixed, by start number: what stands in the chain cannot be changed unnoticed."""
    rows = round_.results.order_by("entrant__number").values_list("entrant__number", "points")
    return {"points": {str(number): points for number, points in rows if points is not None}}


def decide_tie(round_: Round, *, numbers: Sequence[int], by: TieBreak, drawn_by: str, device: Device | None) -> None:
    """Record the order in which a card or lot put start numbers that are equal, the best first, and who drew it.

    Recorded twice is recorded once. Raises `Refused` while the round is open, and for fewer than two different numbers.
    """
    with transaction.atomic():
        round_ = lock_round(round_, RoundState.CLOSED)
        if len(set(numbers)) != len(numbers) or len(numbers) < 2:
            raise Refused("same_number_twice")
        data = {"numbers": list(numbers), "by": by.value, "round": round_.number}
        last = round_.tournament.decisions.filter(kind=DecisionKind.TIE).order_by("-number").first()
        if last and (last.data, last.why) == (data, drawn_by.strip()):
            return
        decide(round_.tournament, DecisionKind.TIE, why=drawn_by, data=data, device=device, round_=round_)


def finish(tournament: Tournament, *, why: str = "", device: Device | None = None) -> None:
    """The tournament is over; its results stay as they are. Finished twice is finished once.

    Links to the desk end at noon of the next day.

    Raises `Refused` while a planned round is missing or open, and without a reason while somebody must still draw for
    a prize.
    """
    if Tournament.objects.filter(pk=tournament.pk, finished_at__isnull=False).exists():
        return
    with transaction.atomic():
        lock_tournament(tournament)
        closed = closed_rounds(tournament)
        if closed < tournament.rounds:
            raise Refused("rounds_missing", missing=tournament.rounds - closed)
        undecided = [tie[0].row.rank for tie in ties_for_prizes(tournament, standings_of(tournament, EVERYTHING))]
        if undecided and not why.strip():
            raise Refused("prizes_undecided", ranks=", ".join(map(str, undecided)))
        data = {"categories": categories_now(tournament)} | ({"undecided": undecided} if undecided else {})
        decide(tournament, DecisionKind.FINISH, why=why, data=data, device=device)
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
        let_end(tournament.pk, right=Right.DESK, at=noon_tomorrow())


def open_again(tournament: Tournament, *, why: str, device: Device | None) -> None:
    """Open a finished or cancelled tournament again, with a reason; one that is open stays as it is."""
    with transaction.atomic():
        fresh = lock_though_over(tournament)
        if fresh.finished_at is None and fresh.cancelled_at is None:
            return
        decide(fresh, DecisionKind.GOES_ON, why=why, data={}, device=device)
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=None, cancelled_at=None)
        tell_tables(tournament)
        let_go_on(tournament.pk, right=Right.DESK)
