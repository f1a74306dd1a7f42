"""Two tables exchange what was taken for theirs: totals typed for the wrong one, or their sheets."""

from django.db import transaction
from django.db.models import F

from cegoscore.clubs.models import Device
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.models import Seat, Session
from tournaments.course.locks import Refused, decide, lock_table, lock_though_over, lock_tournament
from tournaments.course.queries import closed_rounds
from tournaments.desk.services import RUNNING
from tournaments.desk.settling import check_seen, fixed_at, results_at, settle
from tournaments.models import DecisionKind, ResultSource, Table, Tournament


@transaction.atomic
def exchange(one: Table, other: Table, *, why: str, device: Device | None, seen: str | None = None) -> None:
    """Exchange what two tables of a round and size took for theirs: totals typed for the wrong one, or their sheets.

    Tables that opened each other's sheet get the one that they wrote on. `seen` is what the first table had: its typed
    totals (`Tile.fixed`), or the key of its sheet. Sent twice, exchanged once. Raises `Refused`.
    """
    one = lock_table(one, *RUNNING)
    other = Table.objects.select_related("round__tournament", "sheet").get(pk=other.pk)
    first, second = results_at(one), results_at(other)
    is_typed = [{row.source for row in results} == {ResultSource.TYPED} for results in (first, second)]
    had = (fixed_at(first), fixed_at(second)) if is_typed[0] else (str(one.sheet_id), str(other.sheet_id))
    if one.pk != other.pk and seen == had[1]:
        return
    check_seen(one, seen, had[0])
    is_fixed = any(row.points is not None for row in first + second)
    fits = one.pk != other.pk and one.round_id == other.round_id and len(first) == len(second)
    if not fits or (is_fixed and not all(is_typed)):
        raise Refused("totals_do_not_fit" if is_typed[0] else "sheets_do_not_fit")
    if not is_fixed:
        _exchange_sheets(one, other, why=why, device=device)
        return
    points = [{row.seat: row.points or 0 for row in results} for results in (second, first)]
    for table, results, typed in zip((one, other), (first, second), points, strict=True):
        settle(table, ResultSource.TYPED, results, typed, why=why, device=device)


def _exchange_sheets(one: Table, other: Table, *, why: str, device: Device | None) -> None:
    Table.objects.filter(pk=one.pk).update(sheet=None)
    for table, sheet in ((other, one.sheet_id), (one, other.sheet_id)):
        Table.objects.filter(pk=table.pk).update(sheet=sheet)
        _seat_table(table)
    data, round_ = {"tables": [one.number, other.number]}, one.round
    decide(round_, DecisionKind.SHEETS_SWAPPED, why=why, data=data, device=device)


def _seat_table(table: Table) -> None:
    """The columns of the table's sheet belong to its people, in the order of their seats."""
    for result in table.results.select_related("entrant__player__merged_into"):
        Seat.objects.filter(session__table=table, number=result.seat).update(player=result.entrant.player.person)
    Session.objects.filter(table=table).update(version=F("version") + 1)


@transaction.atomic
def hold_results(tournament: Tournament, *, first: int, why: str = "", device: Device | None = None) -> None:
    """Hold the results of a round and of those behind it back, from now on; a decision in the chain. Idempotent.

    Raises `Refused` for a round that is not planned, once the tournament is finished, and while something is held
    back from another round on.
    """
    tournament = lock_tournament(tournament)
    if tournament.held_from == first:
        return
    if tournament.holds_from is not None:
        raise Refused("results_held_already", number=tournament.holds_from)
    if not 1 <= first <= tournament.rounds:
        raise Refused("round_not_planned", number=first)
    Tournament.objects.filter(pk=tournament.pk).update(held_from=first, unveiled_from=None)
    decide(tournament, DecisionKind.HELD_BACK, why=why, data={"round": first}, device=device)


@transaction.atomic
def unveil(tournament: Tournament, *, place: int, seen: int) -> None:
    """Show on the wall this rank and all behind it; 0 covers everything again. Sent twice, unveiled once.

    `seen` is the best rank that was unveiled when the button was shown, 0 for none. Raises `Refused` if another
    device has unveiled more meanwhile, while a round is open, or if nothing is held back.
    """
    fresh = lock_though_over(tournament)
    if (fresh.unveiled_from or 0) == place:
        return
    if fresh.holds_from is None or closed_rounds(fresh) < fresh.rounds:
        raise Refused("nothing_to_unveil")
    if (fresh.unveiled_from or 0) != seen:
        raise Refused("changed_on_the_stage")
    Tournament.objects.filter(pk=tournament.pk).update(unveiled_from=place or None)


@transaction.atomic
def release_results(tournament: Tournament, *, why: str = "", device: Device | None = None) -> None:
    """Show everybody what was held back; a decision in the chain. Released twice is released once."""
    fresh = lock_though_over(tournament)
    if fresh.held_from is None:
        return
    data = {"round": fresh.held_from}
    Tournament.objects.filter(pk=tournament.pk).update(held_from=None, unveiled_from=None)
    follow(Kind.TOURNAMENT, tournament.pk)
    decide(fresh, DecisionKind.RELEASED, why=why, data=data, device=device)
