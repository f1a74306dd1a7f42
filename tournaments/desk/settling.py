"""A table gets its result: what stands there, what is written, and the decision that tells of it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db.models import F
from django.utils import timezone

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.ledger.ledger_rows import counting_hands
from cegoscore.scoresheet.models import Session, State
from tournaments.course.locks import Refused, decide
from tournaments.desk.tiles import in_a_word
from tournaments.models import DecisionKind, Result, ResultSource, Table


def settle(
    table: Table,
    source: ResultSource,
    results: Sequence[Result] = (),
    points: Mapping[int, int] = MappingProxyType({}),
    *,
    why: str,
    device: Device | None,
) -> None:
    """Give a locked table its result: the points of its seats, nothing where it is void, or the sheet as it stands.

    Its sheet is closed, and a dispute ended. At most one decision tells of it. Raises `Refused` if that needs a reason.
    """
    decided = _decided(table, source, results, points)
    if table.disputed_at and not why.strip():
        raise Refused("dispute_settled_how")
    now = timezone.now()
    sheet: dict[str, Any] = {"state": State.CLOSED, "called_at": None, "ended_at": now}
    seen = None
    if table.sheet and source == ResultSource.SHEET:
        sheet |= {"state": State.CONFIRMED, "confirmed_by": None}
        seen = table.sheet.version
    else:
        fix(results, [points.get(result.seat, 0) for result in results], source)
    voided_at = now if source == ResultSource.VOID else None
    write_state(table, sheet, seen=seen, disputed_at=None, voided_at=voided_at)
    if decided:
        kind, data = decided
        data["table"] = table.number
        if table.disputed_at and kind != DecisionKind.SETTLED:
            data["settled"] = True
        decide(table.round, kind, why=why, data=data, device=device)


def write_state(table: Table, sheet: Mapping[str, Any], *, seen: int | None = None, **state: datetime | None) -> None:
    """Write the state of a table and its sheet; totals that waited to be typed once more do so no longer.

    Raises `Refused` if the sheet is no longer the one that was `seen`.
    """
    as_seen = {} if seen is None else {"version": seen}
    is_written = table.sheet_id and (
        Session.objects.filter(pk=table.sheet_id, **as_seen).update(version=F("version") + 1, **sheet)
    )
    if as_seen and not is_written:
        raise Refused("result_changed", table=table.number)
    Table.objects.filter(pk=table.pk).update(typings=[], **state)


def fix(results: Sequence[Result], points: Iterable[int | None], source: ResultSource) -> None:
    """Fix the points of results, or let go of them (`None`); how many games were won there nobody knows."""
    for result, fixed in zip(results, points, strict=True):
        result.points, result.games_won, result.source = fixed, None, source
    Result.objects.bulk_update(results, ["points", "games_won", "source"])


def _decided(
    table: Table, source: ResultSource, results: Sequence[Result], points: Mapping[int, int]
) -> tuple[DecisionKind, dict[str, Any]] | None:
    """The decision by which a table gets its result, and what it says; none where nothing stood there before."""
    if source == ResultSource.VOID:
        return DecisionKind.VOID, {"before": points_before(results)}
    if source == ResultSource.SHEET and table.sheet:
        missing = (table.sheet.planned or 0) - counting_hands(table.sheet)
        if missing > 0:
            return DecisionKind.CORRECTION, {"hands_missing": missing}
    elif any(result.points is not None for result in results) or (table.sheet and table.sheet.hands.exists()):
        by_number = {str(result.entrant.number): points[result.seat] for result in results}
        return DecisionKind.CORRECTION, {"points": by_number, "before": points_before(results)}
    return (DecisionKind.SETTLED, {}) if table.disputed_at else None


def results_at(table: Table) -> list[Result]:
    """The results of a table by seat, with what stands there (`ResultQuerySet.standing`)."""
    return list(table.results.standing().select_related("entrant").order_by("seat"))


def fixed_at(results: Iterable[Result]) -> str:
    """The table's results in the form of `Tile.fixed`."""
    return in_a_word(result.points for result in results)


def points_before(results: Iterable[Any]) -> dict[str, int]:
    """Points by start number: fixed ones, or the total of the seat on the sheet."""
    return {str(result.entrant.number): result.stands or 0 for result in results}


def check_seen(table: Table, seen: object, now: object) -> None:
    """Refuse what was decided about another state of the table than stands there now."""
    if seen is not None and seen != now:
        raise Refused("result_changed", table=table.number)
