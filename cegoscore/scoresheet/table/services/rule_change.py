"""The wrong rule set was noticed in the middle of an evening."""

from __future__ import annotations

import uuid
from collections import Counter

from django.db import transaction

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of, stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from cegoscore.scoresheet.ledger.errors import Stale, refuse_first
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet_as_seen, move_totals, row_of
from cegoscore.scoresheet.ledger.services.sheets import called
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Hand, Score, Session
from cegoscore.scoresheet.table.repaid import Repaid, repaid_hands
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.house_rules import HouseRules


def change_rules(
    sheet: Session,
    *,
    seen: int,
    rules: HouseRules,
    lineup: tuple[int, ...],
    dealer: int,
    why: str,
    device: Device | None,
) -> None:
    """Go on by another rule set as if it had been chosen at the start: every hand that counts is paid anew.

    `lineup` and `dealer` are those of the next hand, which must be possible too. Adopted twice is adopted once. Raises
    `Refused` naming the hands that are impossible, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            hands = repaid_hands(sheet, rules)
            if impossible := [hand for hand in hands if hand.problems]:
                raise Refused("hands_impossible", hands=", ".join(str(hand.shown or "–") for hand in impossible))
            refuse_first(check_table(lineup, dealer, rules, sheet.seats.count()))
            pay_anew(sheet, hands, why, device)
            _note(sheet, rules, device)
            sheet.rule_set = stored(rules)
            sheet.save(update_fields=("rule_set",))
    except Stale:
        sheet.refresh_from_db(fields=("rule_set",))
        if rules_of(sheet.rule_set).digest != rules.digest:
            raise


def _note(sheet: Session, rules: HouseRules, device: Device | None) -> None:
    before, after = rules_of(sheet.rule_set).id, rules.id
    note(sheet.club_id, LogKind.SHEET_CHANGED, device=device, subject=called(sheet), before=before, after=after)


def pay_anew(sheet: Session, hands: list[Repaid], why: str, device: Device | None) -> None:
    """A further revision of each of the hands, with other scores; call it within the transaction of a write."""
    rows = Hand.objects.bulk_create([row_of(sheet, _again(hand, why), device) for hand in hands])
    seats = dict(sheet.seats.values_list("number", "pk"))
    Score.objects.bulk_create(
        Score(hand=row, seat_id=seats[number], points=points)
        for row, hand in zip(rows, hands, strict=True)
        for number, points in hand.new.items()
    )
    changes: Counter[int] = Counter()
    for hand in hands:
        changes.update(hand.new)
        changes.subtract(hand.old)
    move_totals(sheet, changes)


def _again(hand: Repaid, why: str) -> Writing:
    row = hand.row
    return Writing(
        uuid=uuid.uuid4(), number=row.number, revision=row.revision + 1, hand=hand.hand, why=why, place=row.place
    )
