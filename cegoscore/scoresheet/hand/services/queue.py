"""Writing what waits on a phone: in order, in one go. What another phone wrote alike becomes one hand by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device
from cegoscore.scoresheet.hand.services.unsent import NotWritten, sentence_of, write_form, writing_of
from cegoscore.scoresheet.hand.unsent import Unsent
from cegoscore.scoresheet.ledger.errors import Conflict, Gap, SheetClosed
from cegoscore.scoresheet.ledger.ledger_rows import standing_at
from cegoscore.scoresheet.ledger.services.ledger import row_of, says_the_same
from cegoscore.scoresheet.ledger.writing import Differing, QueueWritten, paid_by
from cegoscore.scoresheet.models import Hand, Session

UNCHANGED = "unchanged"
"""Code of the refusal of a revision that says what stands there already: it is done with."""


def write_queue(fetch: Callable[[], Session], items: Sequence[Unsent], *, device: Device) -> QueueWritten:
    """Write one item after the other; `fetch` gives the sheet as the one before left it.

    Nothing is written after an item that was refused, so that no hand gets ahead of another one. After one that
    differs the others are still compared: a person is asked once about all of them.
    """
    outcome = QueueWritten()
    for at, unsent in enumerate(items):
        if outcome.differing:
            _compare(fetch(), at, unsent, device, outcome)
        else:
            _write(fetch(), at, unsent, device, outcome)
        if outcome.refused:
            break
    return outcome


def _write(sheet: Session, at: int, unsent: Unsent, device: Device, outcome: QueueWritten) -> None:
    try:
        outcome.last = write_form(sheet, unsent, device=device)
    except NotWritten as refusal:
        outcome.refused = (at, str(refusal))
    except (Refused, SheetClosed, Conflict) as refusal:
        standing = None if isinstance(refusal, Refused | Gap) else _standing(sheet, unsent)
        is_done = isinstance(refusal, Refused) and refusal.code == UNCHANGED
        if is_done or (standing is not None and _agrees(sheet, unsent, standing)):
            outcome.written.append(at)
        elif standing is None or isinstance(refusal, Refused | SheetClosed):
            outcome.refused = (at, sentence_of(sheet, unsent, refusal, device))
        else:
            outcome.differing.append(_differing(sheet, at, unsent, standing, device))
    else:
        outcome.written.append(at)


def _compare(sheet: Session, at: int, unsent: Unsent, device: Device, outcome: QueueWritten) -> None:
    """A new hand behind one that differs is not written, but may stand there already, alike or not."""
    standing = _standing(sheet, unsent) if unsent.kind == "new" else None
    if standing is None:
        return
    if _agrees(sheet, unsent, standing):
        outcome.written.append(at)
    else:
        outcome.differing.append(_differing(sheet, at, unsent, standing, device))


def _standing(sheet: Session, unsent: Unsent) -> Hand | None:
    return None if unsent.ledger_number is None else standing_at(sheet, unsent.ledger_number)


def _differing(sheet: Session, at: int, unsent: Unsent, standing: Hand, device: Device) -> Differing:
    mine, paid = None, {}
    if unsent.kind not in ("strike", "restore"):
        with suppress(NotWritten):
            writing = writing_of(sheet, unsent)
            mine, paid = row_of(sheet, writing, device), paid_by(sheet, writing)
    sentence = sentence_of(sheet, unsent, Conflict(standing), device)
    return Differing(
        at=at, kind=unsent.kind, when=unsent.at, standing=standing, sentence=sentence, mine=mine, paid=paid
    )


def _agrees(sheet: Session, unsent: Unsent, standing: Hand) -> bool:
    if unsent.kind in ("strike", "restore"):
        return standing.void == (unsent.kind == "strike")
    try:
        return says_the_same(standing, writing_of(sheet, unsent))
    except NotWritten:
        return False
