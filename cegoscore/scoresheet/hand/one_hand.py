"""One new hand on a sheet, for pages that lack this hand and nothing else: its line, the totals, the next turn."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db.models import QuerySet

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.database.prepared import Prepared, carry_out
from cegoscore.scoresheet.hand.banners import write_in_turns
from cegoscore.scoresheet.hand.sheet_page import SheetPage, page_after
from cegoscore.scoresheet.ledger import sql_statements
from cegoscore.scoresheet.ledger.customs import notes_on_gstiess
from cegoscore.scoresheet.ledger.ledger_rows import Sent, lately
from cegoscore.scoresheet.ledger.seats import columns
from cegoscore.scoresheet.ledger.writing import Written
from cegoscore.scoresheet.models import Hand, Score, Seat, Session, State


def is_all(sheet: Session, row: Hand, sent: Sequence[Sent]) -> bool:
    """Tell whether a new hand at the end changes its own line, the totals and the next turn only.

    More changes if the dealer sits out, so that other people can play in the next hand; where banners count on; and
    with the last hand of a sheet. `sent` are the newest rows with this one.
    """
    counts_on = sheet.compulsory_after is not None or sheet.stake_factor != 1
    dealer_sits_out = len(row.lineup) > rules_of(sheet.rule_set).players
    return not (counts_on or dealer_sits_out or write_in_turns(sent) or write_in_turns(sent[1:]))


def page_written(sheet: Session, done: Written, seats: Sequence[Seat]) -> SheetPage:
    """Values that the hand just written changes; `seats` as they were before, nobody else wrote since then.

    Brings `sheet.version` up to date.
    """
    for seat in seats:
        seat.total += done.changes.get(seat.number, 0)
    scores = {seat.pk: done.paid[seat.number] for seat in seats if seat.number in done.paid}
    sheet.version = done.version
    return page_after(sheet, done.row, scores, seats, done.numbered)


def hand_after(sheet: Session, shown: str, newest: str) -> SheetPage | None:
    """Values that a page lacks if it lacks one hand only: it shows the version before, and `newest` as its last row.

    That the row before is the newest one that the page shows means that the one write in between was this hand.
    Nothing if more may have changed, or somebody has written since the sheet was read.
    """
    if sheet.state != State.OPEN or shown != str(sheet.version - 1):
        return None
    key = sheet.pk
    rows, sent, scores, seats, notes, numbered, version = carry_out(
        _newest.of(key),
        lately.of(key),
        _newest_scores.of(key),
        columns(key),
        notes_on_gstiess.of(key),
        sql_statements.numbered(key),
        sql_statements.version_of(key),
    )
    if not rows or notes or version[0][0] != sheet.version or numbered[0][0] == sheet.planned:
        return None
    row: Hand = rows[0]
    is_at_the_end = row.revision == 1 and row.place == row.number * sql_statements.PLACES_BETWEEN
    before = str(sent[1][1]) if len(sent) > 1 else ""
    if newest != before or not is_at_the_end or not is_all(sheet, row, sent):
        return None
    return page_after(sheet, row, dict(scores), seats, numbered[0][0])


@Prepared
def _newest(sheet: uuid.UUID) -> QuerySet[Hand]:
    return Hand.objects.filter(session=sheet).order_by("-pk")[:1]


@Prepared
def _newest_scores(sheet: uuid.UUID) -> QuerySet[Score, tuple[int, int]]:
    newest = Hand.objects.filter(session=sheet).order_by("-pk").values("pk")[:1]
    return Score.objects.filter(hand__in=newest).values_list("seat", "points")
