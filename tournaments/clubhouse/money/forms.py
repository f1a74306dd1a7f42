"""The form of money that goes into a box or comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import NameField
from cegoscore.clubs.people import persons_of
from cegoscore.scoresheet.evening.new_table_form import MoneyField


class BookingForm(forms.Form):
    """An amount, which way it went, whose it was, and why."""

    uuid = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    sign = forms.TypedChoiceField(
        label=_("Paid in or out?"), coerce=int, choices=[(1, _("paid in")), (-1, _("paid out"))]
    )
    amount = MoneyField(label=_("Amount"), min_value=Decimal("0.01"), max_digits=8, decimal_places=2)
    payer = forms.ModelChoiceField(Player.objects.none(), label=_("Who"), required=False, empty_label=_("everybody"))
    reason = NameField(label=_("What for"), max_length=120, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, club: UUID | None = None) -> None:
        """Take somebody of the `club` for whose it was, if given."""
        super().__init__(data)
        if club:
            payer: Any = self.fields["payer"]
            payer.queryset = persons_of(club).exclude(name="").order_by("name", "pk")
            payer.choices = list(payer.choices)

    def clean(self) -> dict[str, Any]:
        """The columns of the booking: what is everybody's, or is paid out, needs a reason."""
        data = super().clean() or {}
        data["cents"] = int(data.pop("amount", 0) * 100) * data.pop("sign", 1)
        if not data.get("reason") and (data["cents"] < 0 or not data.get("payer")):
            self.add_error("reason", _("Say what it was for."))
        return data
