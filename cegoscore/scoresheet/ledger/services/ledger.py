"""Writing hands: new ones, corrections, and the same hand struck or restored. Constraints, not locks, decide races."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device
from cegoscore.database.prepared import SqlStatement, carry_out, insertion, is_inserted
from cegoscore.database.retries import unless_duplicate
from cegoscore.scoresheet.ledger.ledger_rows import Sent, counting_hands, hand_of, lately, says, standing_at
from cegoscore.scoresheet.ledger.wording import (
    AllWritten,
    Conflict,
    Gap,
    SheetClosed,
    Stale,
    TableChanged,
    refuse_first,
)
from cegoscore.scoresheet.ledger.writing import Writing, Written
from cegoscore.scoresheet.models import Hand, Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.documents.hand_document import KINDS, write_outcome
from cegoscore.scoring.payments import payments

PLACES_BETWEEN = 1 << 20
"""Distance between the places of two new hands: room for forgotten ones."""

Asked = SqlStatement[tuple[Any, ...]]


def write_hand(sheet: Session, writing: Writing, *, device: Device | None) -> Written:
    """Add a revision to the ledger and pay it; sending the same one again returns what is stored.

    The hand must have passed the core's checks. Raises `SheetClosed`, `AllWritten` if it would be one too many,
    `Conflict` if the place is taken, `Gap` if the one before it is empty, `TableChanged` if the hand rests on a
    table that is no longer so, and `Refused` for a revision that changes nothing.
    """
    try:
        with transaction.atomic():
            return _insert(sheet, writing, device)
    except (IntegrityError, SheetClosed, TableChanged) as error:
        row = sheet.hands.filter(uuid=writing.uuid).first()
        if row is not None and _same(row, writing):
            completes = sheet.planned is not None and counting_hands(sheet) == sheet.planned
            return Written(row=row, again=True, completes=completes)
        if not isinstance(error, IntegrityError):
            raise
        unless_duplicate(error)
        raise Conflict(standing_at(sheet, writing.number)) from None


def _insert(sheet: Session, writing: Writing, device: Device | None) -> Written:
    """Writers of one sheet queue on its version; totals move by the difference to the revision before."""
    asked = counted_hands(sheet.pk), hand_at(sheet.pk, writing.number - 1)
    version, counted, taken = lock_sheet_asking(sheet, *asked)
    _check_table(sheet, version, writing)
    before = None if writing.revision == 1 else _row_before(sheet, writing)
    row = row_of(sheet, writing, device)
    if before is not None and _says(before) == _says(row):
        raise Refused("unchanged")
    row.place = before.place if before else row.place
    paid = paid_by(sheet, writing)
    paid_before = dict(before.scores.values_list("seat__number", "points")) if before else {}
    changes = {seat: paid.get(seat, 0) - paid_before.get(seat, 0) for seat in {*paid, *paid_before}}
    numbered = counted + row.counts - (before is not None and before.counts)
    is_gap = row.revision == 1 < row.number and not taken
    is_too_many = sheet.planned is not None and numbered > sheet.planned
    sent = _carry_out(sheet, row, paid, changes)
    # Not before: that the place is taken, or the hand written already, is said first.
    if is_gap:
        raise Gap
    if is_too_many:
        raise AllWritten
    return Written(
        row=row,
        hand=writing.hand,
        again=False,
        version=version,
        paid=paid,
        changes=changes,
        numbered=numbered,
        lately=sent,
        completes=numbered == sheet.planned,
    )


def _carry_out(sheet: Session, row: Hand, paid: Mapping[int, int], changes: Mapping[int, int]) -> Sequence[Sent]:
    """Insert the row and its scores, and move the totals. The newest rows then."""
    moved = {seat: change for seat, change in changes.items() if change}
    inserted, *_, sent = carry_out(
        insertion(row),
        *([inserted_scores(sheet.pk, row.uuid, paid)] if paid else []),
        *([moved_totals(sheet.pk, moved)] if moved else []),
        lately.of(sheet.pk),
    )
    is_inserted(row, inserted[0][0])
    return sent


def _check_table(sheet: Session, version: int, writing: Writing) -> None:
    """The rule set is still the one that the hand was checked against, and line-up and dealer as they were set for it.

    If somebody wrote since the sheet was read, it is read again, and the stake must be as it was, too. Raises
    `TableChanged`.
    """
    rule_set, customs = sheet.rule_set_id, (sheet.stake_factor, sheet.compulsory_after)
    if version != sheet.version + 1:
        sheet.refresh_from_db(fields=("rule_set", "lineup", "dealer", "turn_after", "stake_factor", "compulsory_after"))
    changed = writing.revision == 1 and customs != (sheet.stake_factor, sheet.compulsory_after)
    if writing.outdated or changed:
        raise TableChanged
    set_for_it = writing.revision == 1 and writing.place is None and sheet.turn_after == writing.number - 1
    as_set = (sheet.lineup, sheet.dealer) == (list(writing.hand.lineup), writing.hand.dealer)
    if sheet.rule_set_id != rule_set or (set_for_it and not as_set):
        raise TableChanged


def row_of(sheet: Session, writing: Writing, device: Device | None) -> Hand:
    """The row that a writing becomes; not saved."""
    outcome = write_outcome(writing.hand.outcome)
    return Hand(
        session=sheet,
        number=writing.number,
        place=writing.number * PLACES_BETWEEN if writing.place is None else writing.place,
        revision=writing.revision,
        uuid=writing.uuid,
        lineup=list(writing.hand.lineup),
        dealer=writing.hand.dealer,
        game=outcome.get("contract") or next(kind for kind in KINDS if kind in outcome),
        outcome=outcome,
        stake_factor=writing.hand.stake_factor,
        auction=writing.hand.auction,
        void=writing.void,
        why=writing.why,
        device=device,
    )


def paid_by(sheet: Session, writing: Writing) -> dict[int, int]:
    """Points by seat number; a struck hand and a deal without result pay nobody."""
    if writing.void or isinstance(writing.hand.outcome, hands.Dead):
        return {}
    return dict(zip(writing.hand.lineup, payments(writing.hand, rules_of(sheet.rule_set)), strict=True))


def _row_before(sheet: Session, writing: Writing) -> Hand:
    """The revision before. Raises `Gap` where the ledger would get a hole."""
    before = sheet.hands.filter(number=writing.number, revision=writing.revision - 1).first()
    if before is None:
        raise Gap
    return before


def lock_sheet(sheet: Session) -> int:
    """The first statement of every write: writers of one sheet queue on its version. The new version.

    Raises `SheetClosed`.
    """
    version: int = lock_sheet_asking(sheet)[0]
    return version


def lock_sheet_asking(sheet: Session, *asked: Asked) -> tuple[Any, ...]:
    """Lock the sheet (`lock_sheet`); the new version, then the one value that each of the other statements brings."""
    is_open = sheet.pk, State.OPEN.value
    values = [value for question in asked for value in question.values]
    columns = ", ".join(["version", *(f"({question.sql})" for question in asked)])
    _, rows = carry_out(
        SqlStatement("UPDATE scoresheet_session SET version = version + 1 WHERE id = %s AND state = %s", is_open),
        SqlStatement(f"SELECT {columns} FROM scoresheet_session WHERE id = %s AND state = %s", (*values, *is_open)),  # noqa: S608 - ours
    )
    if not rows:
        raise SheetClosed
    row: tuple[Any, ...] = rows[0]
    return row


def lock_sheet_as_seen(sheet: Session, seen: int) -> None:
    """Lock the sheet (`lock_sheet`) for a change that makes sense only on the sheet as it was seen.

    Raises `SheetClosed`, and `Stale` if its version is no longer `seen`.
    """
    if lock_sheet(sheet) != seen + 1:
        raise Stale


def move_totals(sheet: Session, changes: Mapping[int, int]) -> None:
    """Add a change to the running total of each seat, by seat number."""
    if moved := {seat: change for seat, change in changes.items() if change}:
        carry_out(moved_totals(sheet.pk, moved))


def says_the_same(row: Hand, writing: Writing) -> bool:
    """Tell whether a row in force pays the same hand of the same people: two phones wrote what they both saw."""
    return _says(row) == _says(row_of(row.session, writing, None))


def _says(row: Hand) -> tuple[Any, ...]:
    """Everything that a revision says about its hand, and whether it is struck."""
    return (row.void, *says(row))


def _same(row: Hand, writing: Writing) -> bool:
    return (row.number, row.revision) == (writing.number, writing.revision) and says_the_same(row, writing)


def strike_or_restore(
    sheet: Session, *, number: int, revision: int, uuid: UUID, void: bool, why: str, device: Device | None
) -> Written:
    """Write what revision `revision - 1` says once more, struck or counting again; nothing if it is so already.

    Raises as `write_hand` does, and `Refused` if the hand is impossible by the rule set that the sheet has by now.
    """
    before = sheet.hands.filter(number=number, revision=revision - 1).first()
    if before is None:
        raise Conflict(standing_at(sheet, number))
    if before.void == void and standing_at(sheet, number) == before:
        return Written(row=before, again=True)
    seats = sheet.seats.count()
    hand = hand_of(before, seats)
    if not void:
        refuse_first(check_hand(hand, rules_of(sheet.rule_set), seats))
    writing = Writing(uuid=uuid, number=number, revision=revision, hand=hand, void=void, why=why, place=before.place)
    return write_hand(sheet, writing, device=device)


# The few statements of recording a hand that the ORM cannot say, in SQL that both databases read alike. Those of one
# moment are carried out together, so they are told what they need by keys that are known before (`database.prepared`).


def version_of(sheet: UUID) -> Asked:
    """The sheet's version."""
    return SqlStatement("SELECT version FROM scoresheet_session WHERE id = %s", (sheet,))


def hand_at(sheet: UUID, number: int) -> Asked:
    """A row if the ledger has a hand at this number."""
    return SqlStatement("SELECT 1 FROM scoresheet_hand WHERE session_id = %s AND number = %s LIMIT 1", (sheet, number))


NUMBERED = """
    SELECT COUNT(*) FROM (
        SELECT game, void, ROW_NUMBER() OVER (PARTITION BY number ORDER BY revision DESC) AS newest
        FROM scoresheet_hand WHERE session_id = %s
    ) hand
    WHERE newest = 1 AND game <> 'dead' AND NOT void
"""
"""One pass over the sheet's rows: to ask of each whether there is a later one makes a database that knows nothing of
its tables yet compare each with each, which after a hundred hands takes longer than all the rest of a hand."""


def counted_hands(sheet: UUID) -> Asked:
    """Number of hands that count: those that the sheet numbers."""
    return SqlStatement(NUMBERED, (sheet,))


def inserted_scores(sheet: UUID, hand: UUID, points: Mapping[int, int]) -> Asked:
    """Insert the scores of a hand that is named by its UUID, points by seat number."""
    case, marks, values = _by_seat(points)
    sql = f"""
        INSERT INTO scoresheet_score (hand_id, seat_id, points)
        SELECT hand.id, seat.id, CASE seat.number {case} END
        FROM scoresheet_hand hand JOIN scoresheet_seat seat ON seat.session_id = hand.session_id
        WHERE hand.session_id = %s AND hand.uuid = %s AND seat.number IN ({marks})
    """  # noqa: S608 - marks for values only
    return SqlStatement(sql, (*values, sheet, hand, *points))


def moved_totals(sheet: UUID, changes: Mapping[int, int]) -> Asked:
    """Move the running totals of seats, by seat number."""
    case, marks, values = _by_seat(changes)
    sql = f"""
        UPDATE scoresheet_seat SET total = total + CASE number {case} END
        WHERE session_id = %s AND number IN ({marks})
    """  # noqa: S608 - marks for values only
    return SqlStatement(sql, (*values, sheet, *changes))


def _by_seat(points: Mapping[int, int]) -> tuple[str, str, list[int]]:
    """The cases of points by seat number, marks for the numbers, and the values in the cases."""
    case, marks = " ".join(["WHEN %s THEN %s"] * len(points)), ", ".join(["%s"] * len(points))
    return case, marks, [value for pair in points.items() for value in pair]
