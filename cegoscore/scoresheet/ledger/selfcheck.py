"""Proof of what is stored as a result: compute it again. Higher floors register their own proofs in `CHECKS`."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.db.models import Prefetch, QuerySet

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club
from cegoscore.registry import Registry
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, in_force
from cegoscore.scoresheet.models import Adjustment, Hand, Score, Seat, Session
from cegoscore.scoring import hands
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import paid_by_seat
from cegoscore.scoring.problems import InvalidInput

SHEETS_AT_ONCE = 50
"""Sheets whose rows are in memory at once."""
ROWS = (
    Prefetch("hands", Hand.objects.order_by("place", "revision").defer("why", "written_at", "by")),
    Prefetch("seats", Seat.objects.order_by("number")),
    Prefetch("adjustments", Adjustment.objects.order_by("pk")),
)
"""Rows of sheets beside the scores, in so many queries for all that are in memory at once."""
Stored = Mapping[int, Mapping[int, int]]
"""Points by the keys of the hand and of the seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One kind of thing that can be proved; `things` of a club, or of all, each named with what is wrong with it."""

    what: str
    things: Callable[[Club | None], Iterator[tuple[str, Iterator[str]]]]


def _sheets(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    return faults_by_sheet(Session.objects.all() if club is None else Session.objects.filter(club=club))


def faults_by_sheet(sheets: QuerySet[Session]) -> Iterator[tuple[str, Iterator[str]]]:
    """Keys of sheets, each with its faults, in words for whoever keeps the server."""
    rows = sheets.select_related("rule_set").prefetch_related(*ROWS).iterator(chunk_size=SHEETS_AT_ONCE)
    while some := list(islice(rows, SHEETS_AT_ONCE)):
        stored: dict[int, dict[int, int]] = defaultdict(dict)
        # By sheet: SQLite takes no statement with every hand of fifty.
        for hand, seat, points in Score.objects.filter(hand__session__in=some).values_list("hand", "seat", "points"):
            stored[hand][seat] = points
        yield from ((str(sheet.pk), _faults_of(sheet, stored)) for sheet in some)


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


def _faults_of(sheet: Session, stored: Stored) -> Iterator[str]:
    seats = {seat.number: seat.total for seat in sheet.seats.all()}
    totals = Counter[int | None]()
    named = {sheet.handed_in_by, sheet.confirmed_by, *seats} - {None}
    if named != set(range(len(seats))):
        yield f"{len(seats)} seats are not counted from 0, or another one handed in or confirmed"
    does_fit = set(sheet.lineup) <= seats.keys() and len(set(sheet.lineup)) == len(sheet.lineup)
    if not does_fit or sheet.dealer not in sheet.lineup:
        yield f"the line-up {sheet.lineup} with dealer {sheet.dealer} does not fit {len(seats)} seats"
    yield from _add_hands(sheet, stored, totals)
    yield from _add_adjustments(sheet, totals)
    for number, total in seats.items():
        if total != totals[number]:
            yield f"seat {number}: total {total}, the hands make {totals[number]}"
    if sum(seats.values()) != 0:
        yield "the totals do not sum to zero"


def _add_hands(sheet: Session, stored: Stored, totals: Counter[int | None]) -> Iterator[str]:
    rules, rows = rules_of(sheet.rule_set), list(sheet.hands.all())
    number_of = {seat.pk: seat.number for seat in sheet.seats.all()}
    current = {row.pk for row in in_force(rows)}
    for row in rows:
        scores = {number_of.get(seat): points for seat, points in stored.get(row.pk, {}).items()}
        yield from _faults_of_row(row, scores, rules if row.pk in current else None, len(number_of))
        totals.update(scores if row.pk in current else {})


def _add_adjustments(sheet: Session, totals: Counter[int | None]) -> Iterator[str]:
    earlier: set[int | None] = {None}
    for row in sheet.adjustments.all():
        if sum(row.amounts) != 0:
            yield f"adjustment {row.pk} does not sum to zero"
        if row.strikes_id not in earlier:
            yield f"adjustment {row.pk} strikes none that stands before it on this sheet"
        earlier.add(row.pk)
        totals.update(dict(enumerate(row.amounts)))


def _faults_of_row(row: Hand, scores: dict[int | None, int], rules: HouseRules | None, seats: int) -> Iterator[str]:
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
        if sum(scores.values()) != 0 or None in scores:
            yield f"{place}: stored {scores}, which does not sum to zero on this sheet"
    elif scores != expected:
        yield f"{place}: stored {scores}, the rule set pays {expected}"


def _expected(hand: hands.Hand, rules: HouseRules, seats: int) -> dict[int, int]:
    if problems := check_hand(hand, rules, seats):
        raise InvalidInput(problems)
    return paid_by_seat(hand, rules)
