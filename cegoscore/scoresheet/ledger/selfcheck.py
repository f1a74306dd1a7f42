"""Proof of what is stored as a result: compute it again. Higher floors register their own proofs in `CHECKS`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from django.db.models import QuerySet

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club
from cegoscore.registry import Registry
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, in_force
from cegoscore.scoresheet.models import Adjustment, Hand, Score, Seat, Session
from cegoscore.scoring import hands
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.problems import InvalidInput

SHEETS_AT_ONCE = 50
"""Sheets whose rows are in memory at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One kind of thing that can be proved; `things` of a club, or of all, each named with what is wrong with it."""

    what: str
    things: Callable[[Club | None], Iterator[tuple[str, Iterator[str]]]]


def _sheets(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    return faults_by_sheet(Session.objects.all() if club is None else Session.objects.filter(club=club))


def faults_by_sheet(sheets: QuerySet[Session]) -> Iterator[tuple[str, Iterator[str]]]:
    """Keys of sheets, each with its faults."""
    rows = sheets.select_related("rule_set").iterator()
    while some := list(islice(rows, SHEETS_AT_ONCE)):
        stored = _Stored(some)
        yield from ((str(sheet.pk), stored.faults_of(sheet)) for sheet in some)


CHECKS: Registry[Check] = Registry()
"""In the order in which they run; a later one may build on what an earlier one proves."""
CHECKS.register("sheets", Check(what="sheets", things=_sheets))


def faults_in(club: Club) -> Iterator[str]:
    """Faults in a club, only those of the first check that finds any."""
    for check in CHECKS:
        lines = [f"{name}: {fault}" for name, faults in check.things(club) for fault in faults]
        if lines:
            yield from lines
            return


def faults_of(sheet: Session) -> Iterator[str]:
    """Faults of a sheet, in words for whoever keeps the server."""
    return _Stored([sheet]).faults_of(sheet)


class _Stored:
    """Everything that is stored of some sheets, by the key of each. Four queries at most, however many they are."""

    def __init__(self, sheets: Sequence[Session]) -> None:
        keys = [sheet.pk for sheet in sheets]
        rows = Hand.objects.filter(session__in=keys).order_by("place", "revision").defer("why", "written_at", "by")
        scores = Score.objects.filter(hand__session__in=keys).order_by()
        adjustments = Adjustment.objects.filter(session__in=keys).order_by("pk")
        self.hands: dict[UUID, list[Hand]] = defaultdict(list)
        for row in rows:
            self.hands[row.session_id].append(row)
        self.seats: dict[UUID, dict[int, int]] = defaultdict(dict)
        seats = Seat.objects.filter(session__in=keys).order_by("number").values_list("session", "number", "total")
        for key, number, total in seats:
            self.seats[key][number] = total
        self.scores: dict[int, dict[int, int]] = defaultdict(dict)
        for hand, number, points in scores.values_list("hand", "seat__number", "points"):
            self.scores[hand][number] = points
        self.adjustments: dict[UUID, list[tuple[int, list[int], int | None]]] = defaultdict(list)
        for key, *adjustment in adjustments.values_list("session", "pk", "amounts", "strikes"):
            self.adjustments[key].append((adjustment[0], adjustment[1], adjustment[2]))

    def faults_of(self, sheet: Session) -> Iterator[str]:
        """Faults of one of them."""
        seats = self.seats[sheet.pk]
        totals = dict.fromkeys(seats, 0)
        named = {sheet.handed_in_by, sheet.confirmed_by, *seats} - {None}
        if named != set(range(len(seats))):
            yield f"{len(seats)} seats are not counted from 0, or another one handed in or confirmed"
        does_fit = set(sheet.lineup) <= totals.keys() and len(set(sheet.lineup)) == len(sheet.lineup)
        if not does_fit or sheet.dealer not in sheet.lineup:
            yield f"the line-up {sheet.lineup} with dealer {sheet.dealer} does not fit {len(seats)} seats"
        yield from self._add_hands(sheet, totals)
        yield from self._add_adjustments(sheet, totals)
        for number, total in seats.items():
            if total != totals[number]:
                yield f"seat {number}: total {total}, the hands make {totals[number]}"
        if sum(seats.values()) != 0:
            yield "the totals do not sum to zero"

    def _add_hands(self, sheet: Session, totals: dict[int, int]) -> Iterator[str]:
        rules, rows = rules_of(sheet.rule_set), self.hands[sheet.pk]
        current = {row.pk for row in in_force(rows)}
        for row in rows:
            scores = self.scores[row.pk]
            yield from _faults_of_row(row, scores, rules if row.pk in current else None, len(totals))
            for number, points in scores.items():
                totals[number] += points if row.pk in current else 0

    def _add_adjustments(self, sheet: Session, totals: dict[int, int]) -> Iterator[str]:
        earlier: set[int] = set()
        for key, amounts, strikes in self.adjustments[sheet.pk]:
            if sum(amounts) != 0:
                yield f"adjustment {key} does not sum to zero"
            if strikes is not None and strikes not in earlier:
                yield f"adjustment {key} strikes none that stands before it on this sheet"
            earlier.add(key)
            for number in totals:
                totals[number] += sum(amounts[number : number + 1])


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
