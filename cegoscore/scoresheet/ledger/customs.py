"""Customs of the core applied to a stored sheet: a compulsory round, a higher stake, the Gstieß."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.ledger.games import WITHOUT_CONTRACT
from cegoscore.scoresheet.ledger.ledger_rows import in_force, place_when_last
from cegoscore.scoresheet.models import Hand, Note, Session
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents import document
from cegoscore.scoring.documents.customs import Deal, Gstiess, compulsory_left, factor_after_round, gstiess
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.house_rules import HouseRules

GSTIESS = (NoteKind.GSTIESS, NoteKind.GSTIESS_OFF)


@dataclass(frozen=True, slots=True, kw_only=True)
class Customs:
    """Customs that hold for the next hand."""

    round_left: int = 0
    """Deals left of a round of Pflicht-Räuber, the next one included; 0: none is being played."""
    round_over: bool = False
    """There was one, and what it changes holds."""
    stake_factor: int = 1
    gstiess: Gstiess | None = None
    watched_shown: int | None = None
    """The number on the sheet of the deal in which it is asked who held the Gstieß, once it is written."""
    only: tuple[str, ...] = ()
    """Games that may be written next; empty: all of the rule set."""


def customs_of(
    sheet: Session,
    rows: Sequence[Hand],
    notes: Iterable[Note],
    rules: HouseRules,
    *,
    lineup: tuple[int, ...],
    dealer: int,
    shown: dict[int, int],
) -> Customs:
    """The customs that hold for the next deal; `rows` are ordered by place and revision, `notes` as they came."""
    current = in_force(rows)
    deals = [_deal(row, position) for position, row in enumerate(current, 1) if not row.void]
    left, over = 0, False
    if sheet.compulsory_after is not None and Contract.PFLICHT_RAEUBER in rules.raeuber:
        began = place_when_last(current, sheet.compulsory_after)
        left = compulsory_left([deal for deal in deals if deal.position > began], lineup, dealer)
        over = not left
    told = [
        document.Note(after=place_when_last(current, note.after), kind=NoteKind(note.kind), seat=note.seat)
        for note in notes
    ]
    state = gstiess(told, deals, lineup, dealer)
    watched = shown.get(current[state.watched - 1].number) if state and state.watched else None
    return Customs(
        round_left=left,
        round_over=over,
        stake_factor=sheet.stake_factor * (factor_after_round(rules) if over else 1),
        gstiess=state,
        watched_shown=watched,
        only=(str(Contract.PFLICHT_RAEUBER), *WITHOUT_CONTRACT) if left else (),
    )


@Prepared
def notes_on_gstiess(sheet: uuid.UUID) -> QuerySet[Note]:
    """Notes on the holder of the Gstieß, in the order in which they were written."""
    return Note.objects.filter(session=sheet, kind__in=GSTIESS).order_by("pk")


def _deal(row: Hand, position: int) -> Deal:
    passed_on = row.outcome.get("next_dealer", True)
    return Deal(position=position, dealer=row.dealer, result=row.game != "dead", passed_on=passed_on)
