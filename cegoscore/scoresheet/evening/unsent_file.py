"""File of unsent hands: the forms of a phone's outbox in the order of writing, with a checksum."""

import json
import re
import zlib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.house_rules.rule_sets import kept_rules, rules_of
from cegoscore.scoresheet.hand.reading import read_hand
from cegoscore.scoresheet.hand.services import Unsent, entry_of, item_of, unsent_from
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services.ledger import paid_by
from cegoscore.scoresheet.ledger.writing import NewTable
from cegoscore.scoresheet.models import Answer, LateHand, Session
from cegoscore.scoring.documents.document import MOST_NAME
from cegoscore.scoring.documents.hand_document import MOST_AMOUNT, MOST_SEATS
from cegoscore.scoring.names import tidy

FORMAT = "cegoscore-unsent-1"
MOST_BYTES = 1_000_000
MOST_TITLE, MOST_CURRENCY = 120, 10
NO_SUCH_FILE = gettext_lazy("This is not a file of unsent hands.")


UnsentTable = tuple[NewTable, tuple[int, ...], UUID]
"""The table that unsent hands are of, as their phone showed it: enough for another sheet to go on with.

With the points by seat, with all the hands that wait, and an id made of everything in the file.
"""


class UnsentForm(forms.Form):
    """The file that the phone made, for one sheet: chosen, or sent again after some of it was refused."""

    file = forms.FileField(
        label=gettext_lazy("File of the other phone"),
        required=False,
        widget=forms.FileInput(attrs={"required": True, "accept": ".json,application/json"}),
    )
    content = forms.CharField(required=False, strip=False, max_length=MOST_BYTES)
    without = forms.RegexField(r"^\d+(,\d+)*$", required=False, max_length=2000)
    """The places whose entries somebody decided to leave out."""

    def __init__(self, *args: Any, sheet: UUID | None, **more: Any) -> None:
        """Make the form; without `sheet` the file may be of any, and has to say of what table: see `UnsentTable`."""
        super().__init__(*args, **more)
        self.sheet = sheet

    def clean(self) -> dict[str, Any]:
        """Adds `unsent`, every form in the file, in order, and the `table` of a file of any sheet.

        `content` is its text whichever way it came.
        """
        data = dict(self.cleaned_data)
        if self.errors:
            return data
        try:
            data["content"] = self._text(data)
            data["unsent"] = _read(data["content"], self.sheet)
            data["table"] = None if self.sheet else _table_of(data["content"], data["unsent"])
        except ValidationError as error:
            self.add_error("file", error)
        data["without"] = [place for place in data.get("without", "").split(",") if place]
        return data

    def _text(self, data: dict[str, Any]) -> str:
        file = data.get("file")
        if file is None and not data.get("content"):
            raise ValidationError(self.fields["file"].error_messages["required"])
        if file is None:
            return str(data["content"])
        if file.size > MOST_BYTES:
            raise ValidationError(NO_SUCH_FILE)
        try:
            return str(file.read().decode())
        except ValueError:
            raise ValidationError(NO_SUCH_FILE) from None


def _read(text: str, sheet: UUID | None) -> list[Unsent]:
    """Read the forms out of a file, which must be of this sheet. Raises `ValidationError`."""
    try:
        content = json.loads(text)
        hands, is_ours = content["hands"], content["format"] == FORMAT
        damaged = f"{zlib.crc32(hands.encode()):08x}" != content["checksum"]
        unsent = [item_of(url, pairs) for url, pairs in json.loads(hands)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValidationError(NO_SUCH_FILE) from None
    if damaged or not is_ours:
        raise ValidationError(_("This file is damaged. Please have it sent once more."))
    if sheet is not None and content.get("sheet") != str(sheet):
        raise ValidationError(_("This file belongs to another sheet."))
    return unsent


def _table_of(text: str, unsent: list[Unsent]) -> UnsentTable:
    """Read the table out of a file whose forms are sound. Raises `ValidationError`."""
    content = json.loads(text)
    if not isinstance(content.get("table"), dict):
        raise ValidationError(_("This file can only be loaded on its own sheet: it does not say who plays."))
    try:
        return _sound_table(content["table"], unsent, uuid5(UUID(content["sheet"]), text))
    except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError):
        raise ValidationError(NO_SUCH_FILE) from None


def _sound_table(document: Mapping[str, Any], unsent: list[Unsent], key: UUID) -> UnsentTable:
    names = tuple(tidy(name[:MOST_NAME]) for name in document["names"])
    totals = tuple(document["totals"])
    amounts = all(type(total) is int and abs(total) <= MOST_AMOUNT for total in totals)
    if not (2 < len(names) == len(totals) <= MOST_SEATS and all(names) and amounts) or sum(totals):
        raise ValueError(document)
    rules = kept_rules(document["rules"])
    if rules is None:
        raise ValidationError(_("These house rules are not known here."))
    dealers = [one.data.get("dealer", "") for one in unsent if one.kind == "new"]
    dealer = int(dealers[0]) if dealers and dealers[0].isdecimal() else 0
    table = NewTable(
        names=names,
        rules=rules,
        first_dealer=dealer if dealer < len(names) else 0,
        title=tidy(document.get("title", "")[:MOST_TITLE]),
        stake=_stake(document.get("stake") or ""),
        currency=tidy(document.get("currency", "")[:MOST_CURRENCY]),
    )
    return table, totals, key


def _stake(text: str) -> Decimal | None:
    """The stake, if it is one that a sheet can have."""
    return Decimal(text) if re.fullmatch(r"\d{1,6}(\.\d{1,4})?", text) else None


def in_words(sheet: Session, unsent: Unsent, names: dict[int, str]) -> str:
    """An entry that was not written, so that a person can compare it with what is on the sheet, or type it in."""
    if unsent.kind == "strike":
        return _("{entry}: struck").format(entry=entry_of(unsent))
    if unsent.kind == "restore":
        return _("{entry}: counts again").format(entry=entry_of(unsent))
    posted = read_hand(unsent.data, rules_of(sheet.rule_set), names)
    if posted.writing is None:
        return entry_of(unsent)
    hand, rules = posted.writing.hand, rules_of(sheet.rule_set)
    return f"{entry_of(unsent)}: {title_of(hand.outcome, rules)}, {text_of(hand, rules, list(names.values()))}"


def waiting_late(sheet: Session) -> int:
    """The number of late hands that wait for an answer."""
    return sheet.late_hands.filter(answer=Answer.WAITING).count()


def late_lines(sheet: Session) -> list[tuple[LateHand, str, list[tuple[str, int]]]]:
    """The late hands that wait for an answer, in the order in which they came: in words, and who would get what.

    No names and points for a hand that is struck or restored, or that cannot be read.
    """
    rows = sheet.late_hands.filter(answer=Answer.WAITING).select_related("device").order_by("pk")
    names, rules = names_of(sheet), rules_of(sheet.rule_set)
    lines = []
    for row in rows:
        unsent = unsent_from(row)
        posted = read_hand(unsent.data, rules, names) if unsent.kind in ("new", "correct") else None
        paid = paid_by(sheet, posted.writing) if posted and posted.writing else {}
        amounts = [(names[seat], points) for seat, points in paid.items()]
        lines.append((row, in_words(sheet, unsent, names), amounts))
    return lines
