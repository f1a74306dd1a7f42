"""Proof of what is stored as a result: compute it again. Higher floors register their own proofs in `CHECKS`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club
from cegoscore.registry import Registry
from cegoscore.scoresheet.ledger_rows import hand_of, in_force
from cegoscore.scoresheet.models import Hand, Score, SeatSum, Session
from cegoscore.scoresheet.sums import AT_ONCE, kept_sums_of, sums_of
from cegoscore.scoring import hands
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.problems import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One kind of thing that can be proved; `things` of a club, or of all, each named with what is wrong with it."""

    what: str
    things: Callable[[Club | None], Iterator[tuple[str, Iterator[str]]]]


def _sheets(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    sheets = Session.objects.all() if club is None else Session.objects.filter(club=club)
    return ((str(sheet.pk), faults_of(sheet)) for sheet in sheets.select_related("rule_set").iterator())


CHECKS: Registry[Check] = Registry()
"""In the order in which they run; a later one may build on what an earlier one proves."""
CHECKS.register("sheets", Check(what="sheets", things=_sheets))


def _kept_sums(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    """Sheets with sums that hold, each with what is wrong about them."""
    kept = SeatSum.objects.filter(ended_at=F("seat__session__ended_at"))
    kept = kept if club is None else kept.filter(seat__session__club=club)
    ends = list(kept.order_by("seat__session").values_list("seat__session", "ended_at").distinct())
    for start in range(0, len(ends), AT_ONCE):
        yield from _faults_of_sums(dict(ends[start : start + AT_ONCE]))


CHECKS.register("sums", Check(what="sums of sheets", things=_kept_sums))


def faults_in(club: Club) -> Iterator[str]:
    """Faults in a club, only those of the first check that finds any."""
    for check in CHECKS:
        found = [f"{name}: {fault}" for name, faults in check.things(club) for fault in faults]
        if found:
            yield from found
            return


def faults_of(sheet: Session) -> Iterator[str]:
    """Faults of a sheet, in words for whoever keeps the server."""
    rules = rules_of(sheet.rule_set)
    seats = list(sheet.seats.order_by("number"))
    rows = list(sheet.hands.order_by("place", "revision"))
    scores_of: dict[int, dict[int, int]] = defaultdict(dict)
    for hand, number, points in Score.objects.filter(hand__session=sheet).values_list("hand", "seat__number", "points"):
        scores_of[hand][number] = points
    current = {row.pk for row in in_force(rows)}
    totals = dict.fromkeys((seat.number for seat in seats), 0)
    if not {sheet.dealer, *sheet.lineup} <= totals.keys() or sheet.dealer not in sheet.lineup:
        yield f"the line-up {sheet.lineup} with dealer {sheet.dealer} does not fit {len(seats)} seats"
    for row in rows:
        scores = scores_of[row.pk]
        yield from _faults_of_row(row, scores, rules if row.pk in current else None, len(seats))
        for number, points in scores.items():
            totals[number] += points if row.pk in current else 0
    earlier: set[int] = set()
    for adjustment in sheet.adjustments.order_by("pk"):
        if sum(adjustment.amounts) != 0:
            yield f"adjustment {adjustment.pk} does not sum to zero"
        if adjustment.strikes_id is not None and adjustment.strikes_id not in earlier:
            yield f"adjustment {adjustment.pk} strikes none that stands before it on this sheet"
        earlier.add(adjustment.pk)
        totals = {number: total + sum(adjustment.amounts[number : number + 1]) for number, total in totals.items()}
    for seat in seats:
        if seat.total != totals[seat.number]:
            yield f"seat {seat.number}: total {seat.total}, the hands make {totals[seat.number]}"
    if sum(seat.total for seat in seats) != 0:
        yield "the totals do not sum to zero"


def _faults_of_row(row: Hand, scores: dict[int, int], rules: HouseRules | None, seats: int) -> Iterator[str]:
    """An older revision may have been paid by another rule set (`rules` is `None` then), but never one-sidedly."""
    place = f"hand {row.number}, revision {row.revision}"
    if not set(row.lineup) <= set(range(seats)) or row.dealer not in row.lineup:
        yield f"{place}: the line-up {row.lineup} with dealer {row.dealer} does not fit {seats} seats"
        return
    try:
        hand = hand_of(row, seats)
        expected = {} if row.void or rules is None else _expected(hand, rules, seats)
    except InvalidInput as error:
        yield f"{place}: cannot be read: {error}"
        return
    if rules is None and not row.void:
        if sum(scores.values()) != 0:
            yield f"{place}: stored {scores}, which does not sum to zero"
    elif scores != expected:
        yield f"{place}: stored {scores}, the rule set pays {expected}"


def _expected(hand: hands.Hand, rules: HouseRules, seats: int) -> dict[int, int]:
    if problems := check_hand(hand, rules, seats):
        raise InvalidInput(problems)
    if isinstance(hand.outcome, hands.Dead):
        return {}
    return dict(zip(hand.lineup, payments(hand, rules), strict=True))


def _faults_of_sums(ends: dict[UUID, datetime]) -> Iterator[tuple[str, Iterator[str]]]:
    """Sheets with the columns whose sums are not what the hands give."""
    expected, kept = sums_of(ends), kept_sums_of(ends)
    for sheet in ends:
        seats = {number: sums.values for (own, number), sums in kept.items() if own == sheet}
        yield str(sheet), _faults_of_columns(seats, {number: expected[sheet, number].values for number in seats})


def _faults_of_columns(kept: Mapping[int, Any], expected: Mapping[int, Any]) -> Iterator[str]:
    for number, sums in sorted(kept.items()):
        if sums != expected[number]:
            yield f"seat {number}: the sums {sums} are kept, the hands make {expected[number]}"
