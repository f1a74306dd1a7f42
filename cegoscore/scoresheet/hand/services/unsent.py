"""Writing a file of unsent hands: the same writes as from the panel of its phone, so twice is once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device
from cegoscore.scoresheet.hand.panel_check import is_outdated
from cegoscore.scoresheet.hand.unsent import RevisionForm, Unsent
from cegoscore.scoresheet.hand.unsent_words import entry_of, in_words, posted_of
from cegoscore.scoresheet.ledger.errors import Conflict, SheetClosed
from cegoscore.scoresheet.ledger.hand_words import text_of, title_of
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.wording import closed_sentence, conflict_sentence, refusal_sentence
from cegoscore.scoresheet.ledger.writing import Writing, Written
from cegoscore.scoresheet.models import Session


class NotWritten(Exception):
    """One of the hands was refused; the message says why."""

    def __init__(self, why: str, *, can_be_left_out: bool = True) -> None:
        super().__init__(why)
        self.can_be_left_out = can_be_left_out


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentWritten:
    """Result of a file: hands written, hands that were there already, and the place and reason of a stop."""

    written: int
    again: int
    problem: str = ""
    rest: tuple[str, ...] = ()
    """Hands not written, in words; the one that was refused comes first."""
    refused: str = ""
    """Its place, if it can be left out."""


def write_unsent(fetch: Callable[[], Session], all_unsent: Sequence[Unsent], *, device: Device) -> UnsentWritten:
    """Write one hand after the other until one is refused; `fetch` gives the sheet as the one before left it."""
    written, again = 0, 0
    for index, unsent in enumerate(all_unsent):
        try:
            was_there = write_one(fetch(), unsent, device).again
        except NotWritten as refusal:
            sheet = fetch()
            names = names_of(sheet)
            rest = tuple(in_words(sheet, one, names) for one in all_unsent[index:])
            place = unsent.place if refusal.can_be_left_out else ""
            return UnsentWritten(written=written, again=again, problem=str(refusal), rest=rest, refused=place)
        again, written = again + was_there, written + (not was_there)
    return UnsentWritten(written=written, again=again)


def write_one(sheet: Session, unsent: Unsent, device: Device | None) -> Written:
    """Write one form of the file. Raises `NotWritten`."""
    try:
        return write_form(sheet, unsent, device=device)
    except (Refused, SheetClosed, Conflict) as refusal:
        closed = isinstance(refusal, SheetClosed)
        sentence = sentence_of(sheet, unsent, refusal, device)
        raise NotWritten(sentence, can_be_left_out=not closed) from None


def sentence_of(
    sheet: Session, unsent: Unsent, refusal: Refused | SheetClosed | Conflict, device: Device | None
) -> str:
    """The reason why a form was not written, and what stands at its place."""
    names = names_of(sheet)
    if isinstance(refusal, Refused):
        return refusal_sentence(refusal, names)
    if isinstance(refusal, SheetClosed):
        return closed_sentence(refusal)
    sentence = conflict_sentence(refusal, device.pk if device else None)
    return f"{entry_of(unsent)}: {sentence}{_standing(sheet, refusal, names)}"


def write_form(sheet: Session, unsent: Unsent, *, device: Device | None) -> Written:
    """Write one form. Raises `NotWritten` if it makes no sense, and as `write_hand` and `strike_or_restore` do."""
    if unsent.kind in ("strike", "restore"):
        return _strike_or_restore(sheet, unsent, device)
    return write_hand(sheet, writing_of(sheet, unsent), device=device)


def writing_of(sheet: Session, unsent: Unsent) -> Writing:
    """The hand of a form. Raises `NotWritten` if it makes no sense or is impossible by the sheet's rule set."""
    posted = posted_of(sheet, unsent, names_of(sheet))
    if posted.writing is None or unsent.number not in (None, posted.writing.number):
        raise NotWritten(" ".join([f"{entry_of(unsent)}:", *(problem.sentence for problem in posted.problems)]))
    outdated = is_outdated(sheet, posted, unsent.data.get("seen"))
    return replace(posted.writing, revision=1, outdated=outdated) if unsent.kind == "new" else posted.writing


def _strike_or_restore(sheet: Session, unsent: Unsent, device: Device | None) -> Written:
    form = RevisionForm(unsent.data)
    if not form.is_valid() or unsent.number is None:
        raise NotWritten(entry_of(unsent))
    data = form.cleaned_data
    return strike_or_restore(
        sheet,
        number=unsent.number,
        revision=data["revision"],
        uuid=data["uuid"],
        void=unsent.kind == "strike",
        why=data["reason"],
        device=device,
    )


def _standing(sheet: Session, conflict: Conflict, names: dict[int, str]) -> str:
    """Sentence about the hand in force where another one was to be written; empty if there is none."""
    if conflict.standing is None or conflict.standing.void:
        return ""
    hand, rules = hand_of(conflict.standing, len(names)), rules_of(sheet.rule_set)
    words = {"game": title_of(hand.outcome, rules), "text": text_of(hand, rules, list(names.values()))}
    return " " + _("It now says: %(game)s, %(text)s.") % words
