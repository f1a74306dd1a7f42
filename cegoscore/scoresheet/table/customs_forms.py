"""Forms about customs: a round of Pflicht-Räuber, the stake, the Gstieß, and points outside any hand."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.clubs.names import SignedField
from cegoscore.scoresheet.evening.new_table_form import MoneyForm
from cegoscore.scoresheet.table.table_forms import SeenForm
from cegoscore.scoring.documents.entries import MOST_FACTOR
from cegoscore.scoring.documents.hand_document import MOST_AMOUNT, MOST_TEXT


class CompulsoryRoundForm(SeenForm):
    """Begin a round of Pflicht-Räuber, or break it off."""

    begin = forms.BooleanField(required=False)


class StakeForm(MoneyForm, SeenForm):
    """By what the next hands count more, and what a point is worth."""

    factor = forms.IntegerField(
        label=gettext_lazy("How many times the stake"),
        min_value=1,
        max_value=MOST_FACTOR,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4}),
    )


class GstiessForm(SeenForm):
    """Holder of the Gstieß: a seat, `look` for the next hand, or `off` if the evening goes on after all."""

    LOOK, OFF = "look", "off"

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    holder = forms.ChoiceField()

    def __init__(self, data: Mapping[str, Any] | None = None, *, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(data, **kwargs | {"initial": {"uuid": uuid.uuid4()}})
        self._choose("holder", [*((str(seat), name) for seat, name in names.items()), (self.LOOK, ""), (self.OFF, "")])

    @property
    def seat(self) -> int | None:
        """The holder's seat, if somebody was named."""
        holder = self.cleaned_data["holder"]
        return int(holder) if holder.isdigit() else None

    @property
    def off(self) -> bool:
        """The evening goes on."""
        return bool(self.cleaned_data["holder"] == self.OFF)


class AdjustmentForm(forms.Form):
    """Points outside any hand, one amount a seat; one left empty takes what is left over."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    why = forms.CharField(label=gettext_lazy("Why?"), max_length=MOST_TEXT)

    def __init__(self, data: Mapping[str, Any] | None = None, *, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(data, initial={"uuid": uuid.uuid4()}, **kwargs)
        self._names = names
        for seat, name in names.items():
            field = SignedField(label=name, required=False, min_value=-MOST_AMOUNT, max_value=MOST_AMOUNT)
            self.fields[f"amount_{seat}"] = field

    @property
    def columns(self) -> list[forms.BoundField]:
        """The amounts in the order of the seats, for the page."""
        return [self[f"amount_{seat}"] for seat in sorted(self._names)]

    def clean(self) -> dict[str, Any]:
        """Adds `amounts`, one a seat, summing to zero."""
        data = dict(self.cleaned_data)
        typed = [data.get(column.name) for column in self.columns]
        over = sum(amount or 0 for amount in typed)
        if any(column.errors for column in self.columns):
            return data
        amounts = [amount or 0 for amount in typed]
        if typed.count(None) == 1:
            amounts[typed.index(None)] = -over
        elif over:
            sentence = _("Plus and minus must come to zero; %(sum)s is left over.")
            self.add_error(None, sentence % {"sum": f"{over:+d}".replace("-", "−")})
        if not any(amounts):
            self.add_error(None, _("Somebody must get or pay something."))
        elif not self.errors and max(map(abs, amounts)) > MOST_AMOUNT:
            self.add_error(None, _("That is too much."))
        return data | {"amounts": amounts}
