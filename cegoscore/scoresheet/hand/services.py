"""Writing what phones send for a sheet: one item or many, from the queue, a plain form or a file, in time or late."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.addresses import uuid_of
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from cegoscore.scoresheet.hand.reading import FieldProblem, PaymentForm, RevisionForm, read_hand
from cegoscore.scoresheet.hand.sheet_page import customs_of_sheet
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, standing_at
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.ledger.services import ledger, notes
from cegoscore.scoresheet.ledger.services.sheets import called
from cegoscore.scoresheet.ledger.wording import (
    Conflict,
    Gap,
    SheetClosed,
    closed_sentence,
    conflict_sentence,
    refusal_sentence,
)
from cegoscore.scoresheet.ledger.writing import Differing, QueueWritten, Writing, Written
from cegoscore.scoresheet.models import Answer, Hand, LateHand, Seat, Session

UNCHANGED = "unchanged"
"""Code of the refusal of a revision that says what stands there already: it is done with."""
LATE = {
    Answer.WAITING: gettext_lazy(
        "You may no longer write on this sheet. Your hand was handed to those who manage the group; they have 30 "
        "days to take it. It stays on this phone until they have answered."
    ),
    Answer.DECLINED: gettext_lazy("Those who manage the group did not take this hand. You can throw it away."),
}
"""Sentences to a phone about a hand that came late."""
MOST_LATE = 60
"""Late hands of one device on one sheet; an evening has 24, and some are corrected."""
MOST_AT_ONCE = 100
"""Items of a queue in one request; a phone sends the rest in another one."""
PLACE = re.compile(r"/sheets/[0-9a-f-]{36}/(?:hands(?:/(\d{1,5})/(correct|strike|restore))?|(pay))")
"""Address of a form that may wait on a phone."""
NO_QUEUE = "This is no queue of hands."


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsent:
    """One form: a new hand (`number` is None), a correction, a strike, a hand that counts again, or a payment."""

    data: QueryDict
    number: int | None = None
    kind: str = "new"
    at: datetime | None = None
    """Time of writing by the clock of its phone, if that is known: to be shown, nothing rests on it."""

    @property
    def place(self) -> str:
        """The number in the ledger that it is for, as it came."""
        return str(self.number or self.data.get("number", "?"))

    @property
    def ledger_number(self) -> int | None:
        """The place in the ledger as a number, if it is one."""
        place = self.place
        return int(place) if place.isascii() and place.isdigit() and len(place) <= 5 else None


def unsent_from(late: LateHand) -> Unsent:
    """The form of a late hand again; a field is a text, or a list where a name has several values."""
    data = QueryDict(mutable=True)
    for name, value in late.fields.items():
        data.setlist(name, [value] if isinstance(value, str) else value)
    return Unsent(number=late.number, kind=late.kind, data=data)


def read_queue(body: bytes, sheet: UUID) -> list[Unsent]:
    """Read what a phone's queue sends for one sheet: `[address, fields, milliseconds]` of each item, in order.

    Raises `ValidationError`.
    """
    try:
        sent = json.loads(body)
        items = [item_of(url, pairs, _moment(at)) for url, pairs, at in sent]
        is_ours = isinstance(sent, list) and all(url.startswith(f"/sheets/{sheet}/") for url, _pairs, _at in sent)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError, OSError):
        raise ValidationError(NO_QUEUE) from None
    if not is_ours or len(items) > MOST_AT_ONCE:
        raise ValidationError(NO_QUEUE)
    return items


def _moment(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, tz=UTC)


def item_of(url: str, pairs: list[list[str]], at: datetime | None = None) -> Unsent:
    """One item: where its form goes, and the fields of that. Raises `ValueError` for what is none."""
    place = PLACE.fullmatch(url)
    if not place:
        raise ValueError(url)
    data = QueryDict(mutable=True)
    for name, value in pairs:
        if b"\0" in f"{name}{value}".encode():  # half a character is a `ValueError`, too
            raise ValueError(name)
        data.appendlist(str(name), str(value))
    return Unsent(number=int(place[1]) if place[1] else None, kind=place[2] or place[3] or "new", data=data, at=at)


class Unread(Exception):
    """A form that makes no hand, or none that is possible by the rule set."""

    def __init__(self, *problems: FieldProblem) -> None:
        super().__init__()
        self.problems = problems


REFUSALS = (Unread, Refused, SheetClosed, Conflict)
"""Exceptions with which `write` writes nothing."""


def write(sheet: Session, seats: Sequence[Seat], item: Unsent, *, device: Device | None) -> Written:
    """Write one item: twice is once. `seats` are the sheet's columns.

    Raises `Unread`, and as `ledger.write_hand` and `ledger.strike_or_restore` do.
    """
    if item.kind in ("strike", "restore"):
        return _strike_or_restore(sheet, item, device)
    writing, warnings = _writing_of(sheet, seats, item)
    return replace(ledger.write_hand(sheet, writing, device=device), warnings=warnings)


def pay(sheet: Session, data: QueryDict, *, device: Device) -> bool:
    """Book the payment of a form; false if another phone has booked it. Raises `Refused`."""
    form = PaymentForm(data)
    if not form.is_valid():
        raise Refused("not_payable")
    return notes.pay(sheet, **form.cleaned_data, device=device)


def write_all(sheet: Session, seats: Sequence[Seat], items: Sequence[Unsent], *, device: Device) -> QueueWritten:
    """Write one item after the other, in order. What another phone wrote alike becomes one hand by itself.

    Nothing is written after a hand that was refused, so that no other one gets ahead of it; a payment has no place in
    the ledger. After one that differs the others are still compared: a person is asked once about all of them.
    """
    queue = _Queue(sheet=sheet, seats=seats, device=device)
    for at, item in enumerate(items):
        if queue.done.differing and item.kind != "pay":
            queue.compare(at, item)
        else:
            queue.write(at, item)
        if queue.done.refused and item.kind != "pay":
            break
    return queue.done


@dataclass(frozen=True, slots=True, kw_only=True)
class _Queue:
    """Items of one sheet that are being written, and what became of each."""

    sheet: Session
    seats: Sequence[Seat]
    device: Device
    done: QueueWritten = field(default_factory=QueueWritten)

    def write(self, at: int, item: Unsent) -> None:
        self._keep_up(item)
        try:
            if item.kind == "pay":
                self.done.theirs += [] if pay(self.sheet, item.data, device=self.device) else [at]
                self.done.written.append(at)
                return
            written = write(self.sheet, self.seats, item, device=self.device)
        except REFUSALS as refusal:
            self._note(at, item, refusal)
        else:
            self.done.last = written
            self.done.written.append(at)
            self.done.again += written.again
            self.done.own += item.kind == "new" or not written.again
            self.sheet.version = written.version or self.sheet.version

    def _keep_up(self, item: Unsent) -> None:
        """Take an item for one of the newest version if only what the phone wrote before it has changed the sheet."""
        version, own = self.sheet.version, self.done.own
        is_last = item.data.get("seen", "").rstrip("+") == str(version - own)
        if own and is_last and self.sheet.compulsory_after is None:
            item.data["seen"] = str(version)

    def compare(self, at: int, item: Unsent) -> None:
        """A new hand behind one that differs is not written, but may stand there already, alike or not."""
        standing = self._standing(item) if item.kind == "new" else None
        if standing is not None:
            self._note_standing(at, item, standing)

    def _note(self, at: int, item: Unsent, refusal: Exception) -> None:
        standing = None if isinstance(refusal, Unread | Refused | Gap) else self._standing(item)
        is_closed = isinstance(refusal, SheetClosed)
        if isinstance(refusal, Refused) and refusal.code == UNCHANGED:
            self._note_there(at)
        elif standing is not None and (not is_closed or self._agrees(item, standing)):
            self._note_standing(at, item, standing)
        else:
            self.done.refused = (at, sentence_of(self.sheet, self.seats, item, refusal, self.device))
            self.done.is_closed = is_closed

    def _note_standing(self, at: int, item: Unsent, standing: Hand) -> None:
        if self._agrees(item, standing):
            self._note_there(at)
            self.done.theirs.append(at)
        else:
            self.done.differing.append(self._differing(at, item, standing))

    def _note_there(self, at: int) -> None:
        self.done.written.append(at)
        self.done.again += 1

    def _standing(self, item: Unsent) -> Hand | None:
        return None if item.ledger_number is None else standing_at(self.sheet, item.ledger_number)

    def _agrees(self, item: Unsent, standing: Hand) -> bool:
        if item.kind in ("strike", "restore"):
            return standing.void == (item.kind == "strike")
        try:
            return ledger.says_the_same(standing, _writing_of(self.sheet, self.seats, item)[0])
        except Unread:
            return False

    def _differing(self, at: int, item: Unsent, standing: Hand) -> Differing:
        mine, paid = None, {}
        if item.kind not in ("strike", "restore"):
            with suppress(Unread):
                writing, _warnings = _writing_of(self.sheet, self.seats, item)
                mine, paid = ledger.row_of(self.sheet, writing, self.device), ledger.paid_by(self.sheet, writing)
        sentence = sentence_of(self.sheet, self.seats, item, Conflict(standing), self.device)
        when, kind = item.at, item.kind
        return Differing(at=at, kind=kind, when=when, standing=standing, sentence=sentence, mine=mine, paid=paid)


def hand_over(sheet: Session, items: Sequence[Unsent], done: QueueWritten, *, device: UUID) -> bool:
    """Hand all that came late to those who manage the circle; `done` says how they have each. False if none is late."""
    looked_at = {*done.written, *(one.at for one in done.differing)}
    settled = _settled(sheet, items)
    for at, item in enumerate(items):
        if at in looked_at:
            continue
        if at in settled:
            done.written.append(at)
            continue
        try:
            late = _late(sheet, item, device)
        except Refused as refusal:
            done.late.append((at, refusal_sentence(refusal, {})))
            continue
        if late is not None and late.answer == Answer.TAKEN:
            done.written.append(at)
        elif late is not None:
            done.late.append((at, str(LATE[Answer(late.answer)])))
    if done.refused and done.refused[0] in {*done.written, *(at for at, _sentence in done.late)}:
        done.refused = None
    return bool(done.late or done.written)


def _settled(sheet: Session, items: Sequence[Unsent]) -> set[int]:
    """Places of hands that were written before, and of those that their phone took back before they were, with that."""
    names = [item.data.get("uuid", "") for item in items]
    written = {str(row.uuid) for row in sheet.hands.filter(uuid__in=filter(None, map(uuid_of, names)))}
    taken_back = {item.data.get("of", "") for item in items} - {"", *written}
    back = {at for at, item in enumerate(items) if {names[at], item.data.get("of", "")} & taken_back}
    return back | {at for at, name in enumerate(names) if name in written}


def _late(sheet: Session, item: Unsent, device: UUID) -> LateHand | None:
    """Keep a late item for the managers; sent again, it is the one that is kept already. None if it has no UUID.

    Nor for a payment, which changes no hand: whoever may write books it on the page of the evening.

    Raises `Refused` if the device has too many waiting.
    """
    key = uuid_of(item.data.get("uuid", ""))
    if key is None or item.kind == "pay":
        return None
    known = sheet.late_hands.filter(uuid=key).first()
    if known is not None:
        return known
    with transaction.atomic():
        waiting = sheet.late_hands.filter(answer=Answer.WAITING)
        if waiting.filter(device=device).count() >= MOST_LATE:
            raise Refused("too_many_late", most=MOST_LATE)
        if not waiting.exists():
            note(sheet.club_id, LogKind.HAND_LATE, device=device, subject=called(sheet), tells=True)
        fields = {name: values[0] if len(values) == 1 else values for name, values in item.data.lists()}
        row = {"device_id": device, "kind": item.kind, "number": item.number, "fields": fields}
        written_at = item.at if item.at and item.at <= timezone.now() else None
        return sheet.late_hands.get_or_create(uuid=key, defaults=row | {"written_at": written_at})[0]


def sentence_of(sheet: Session, seats: Sequence[Seat], item: Unsent, refusal: Exception, device: Device | None) -> str:
    """The reason why an item was not written, and what stands at its place."""
    names = {seat.number: seat.name for seat in seats}
    if isinstance(refusal, Refused):
        return refusal_sentence(refusal, names)
    if isinstance(refusal, SheetClosed):
        return closed_sentence(refusal)
    if isinstance(refusal, Conflict):
        sentence = conflict_sentence(refusal, device.pk if device else None)
        return f"{entry_of(item)}: {sentence}{_now_says(sheet, refusal, names)}"
    problems = refusal.problems if isinstance(refusal, Unread) else ()
    return " ".join([f"{entry_of(item)}:", *(problem.sentence for problem in problems)]) if problems else entry_of(item)


def entry_of(unsent: Unsent) -> str:
    """The place of an entry that was not written."""
    return _("Entry {number}").format(number=unsent.place)


def _writing_of(sheet: Session, seats: Sequence[Seat], item: Unsent) -> tuple[Writing, tuple[str, ...]]:
    """The hand of an item, and doubts about it. Raises `Unread`."""
    posted = read_hand(item.data, rules_of(sheet.rule_set), {seat.number: seat.name for seat in seats})
    if posted.writing is None or item.number not in (None, posted.writing.number):
        raise Unread(*posted.problems)
    if item.kind != "new":
        return posted.writing, posted.warnings
    outdated = _is_outdated(sheet, posted.game, posted.writing, item.data.get("seen"))
    return replace(posted.writing, revision=1, outdated=outdated), posted.warnings


def _is_outdated(sheet: Session, game: str, writing: Writing, seen: str | None) -> bool:
    """Tell whether the hand was begun at another stake, or is a game that may not be bid now.

    `seen` is the version of the sheet that the panel shows, with a plus sign behind it if it shows banners.
    """
    only: tuple[str, ...] = ()
    factor = sheet.stake_factor
    if sheet.compulsory_after is not None:
        customs = customs_of_sheet(sheet)
        only, factor = customs.only, customs.stake_factor
    is_fresh = seen is None or seen.rstrip("+") == str(sheet.version)
    return bool(only and game not in only) or (not is_fresh and writing.hand.stake_factor != factor)


def _strike_or_restore(sheet: Session, item: Unsent, device: Device | None) -> Written:
    form = RevisionForm(item.data)
    if not form.is_valid() or item.number is None:
        raise Unread
    data = form.cleaned_data
    number, revision = item.number, data["revision"]
    if data["of"]:
        mine = sheet.hands.filter(uuid=data["of"]).first()
        if mine is None:  # it was never written, or another phone's that says the same stands there
            raise Refused(UNCHANGED)
        number, revision = mine.number, mine.revision + 1
    return ledger.strike_or_restore(
        sheet,
        number=number,
        revision=revision,
        uuid=data["uuid"],
        void=item.kind == "strike",
        why=data["reason"],
        device=device,
    )


def _now_says(sheet: Session, conflict: Conflict, names: dict[int, str]) -> str:
    """Sentence about the hand in force where another one was to be written; empty if there is none."""
    if conflict.standing is None or conflict.standing.void:
        return ""
    hand, rules = hand_of(conflict.standing, len(names)), rules_of(sheet.rule_set)
    words = {"game": title_of(hand.outcome, rules), "text": text_of(hand, rules, list(names.values()))}
    return " " + _("It now says: %(game)s, %(text)s.") % words
