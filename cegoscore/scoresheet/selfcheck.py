"""Proof of what is stored as a result: compute it again. Higher floors register their own proofs in `CHECKS`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club
from cegoscore.registry import Registry
from cegoscore.scoresheet.ledger_rows import hand_of, in_force
from cegoscore.scoresheet.models import Hand, Score, Session
from cegoscore.scoresheet.sums import kept_sums_of, sums_of
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


def faults_in(club: Club) -> Iterator[str]:
    """Faults in a club, only those of the first check that finds any."""
    for check in CHECKS:
        found = [f"{name}: {fault}" for name, faults in check.things(club) for fault in faults]
        if found:
            yield from found
            return


def faults_of(sheet: Session) -> Iterator[str]:
    """Faults of a sheet, in words for whoever keeps the server. Sums are proved where the hands are sound."""
    found = list(_faults_of_ledger(sheet))
    yield from found or _faults_of_sums(sheet)


def _faults_of_ledger(sheet: Session) -> Iterator[str]:
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


def _faults_of_sums(sheet: Session) -> Iterator[str]:
    """Columns whose kept sums are not what the hands give; sums from before the sheet's present end do not count."""
    ends = {} if sheet.ended_at is None else {sheet.pk: sheet.ended_at}
    kept = kept_sums_of(ends)
    expected = sums_of(ends) if kept else {}
    for column, sums in sorted(kept.items()):
        if sums.values != expected[column].values:
            yield f"seat {column[1]}: the sums {sums.values} are kept, the hands make {expected[column].values}"
