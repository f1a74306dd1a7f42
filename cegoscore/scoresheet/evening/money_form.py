"""Money as people type it, and what a point is worth."""

import re
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.scoresheet.ledger.money import Stake, typed

CENTS = frozenset({"ct", "cent", "cents"})
AMOUNT = re.compile(
    r"(?P<whole>-?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)|[0-9]{1,6}/[0-9]{1,6}) ?(?P<unit>€|euros?|ct|cents?)?", re.IGNORECASE
)
"""Money as it is typed: a number with a comma or a point, or a fraction; in cents if these stand behind it.

The same grammar is in `static/offline/settle.js`, for phones without network.
"""
PLACES = Decimal("0.0001")
"""Money is kept to four places behind the point."""


def money_typed(text: str) -> Decimal | None:
    """The amount in a text without blanks around it; None if it is none, or a fraction that cannot be kept."""
    match = AMOUNT.fullmatch(text)
    if not match:
        return None
    above, slash, below = match["whole"].replace(",", ".").partition("/")
    if slash and not int(below):
        return None
    cents = 100 if (match["unit"] or "").lower() in CENTS else 1
    amount = Decimal(above) / (int(below or 1) * cents)
    return None if slash and amount != amount.quantize(PLACES) else Decimal(f"{amount.normalize():f}")


class MoneyField(forms.DecimalField):
    """An amount of money as people type it, whatever language the browser has: `0,05`, `5 ct`, `1/20`."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})
    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("Write money as 0.05, 5 ct or 1/20."),
    }

    def prepare_value(self, value: Any) -> Any:
        """An amount as the language writes it."""
        return typed(value) if isinstance(value, Decimal) else value

    def to_python(self, value: Any) -> Any:
        """The amount as a `Decimal`, `None` if nothing was typed."""
        if not isinstance(value, str):
            return super().to_python(value)
        text = " ".join(value.split()).removeprefix("€").strip()
        if not text:
            return None
        amount = money_typed(text)
        if amount is None:  # what Python reads besides, `1e3` and `1_0`, nobody pays
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(amount)


MUCH = 1
"""Money a point from which the form asks: an evening has hundreds of points."""
MUCH_SENTENCE = gettext_lazy("That is much for a point: 100 points = {money}. Tick the box if it is meant so.")


class MoneyForm(forms.Form):
    """The worth of a point; from `MUCH` on with a tick, unless it is what the form began with."""

    stake = MoneyField(
        label=gettext_lazy("Money per point"),
        required=False,
        min_value=0,
        max_digits=10,
        decimal_places=4,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "data-typed": ""}),
    )
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=10, required=False, initial="€")
    much = forms.BooleanField(label=gettext_lazy("Yes, a point is worth so much"), required=False)

    asks_about_much = True

    @property
    def worth(self) -> str:
        """A hundred points in money, as far as a worth is typed; empty for nothing."""
        amount = self._worth_of(self["stake"].value())
        worth = Stake(amount=amount or Decimal(0), currency=str(self["currency"].value() or ""))
        return worth.text(worth.of(100)) if amount else ""

    @property
    def worth_said(self) -> str:
        """The worth of a hundred points in a sentence for the page; empty for nothing."""
        return _("100 points = {money}").format(money=self.worth) if self.worth else ""

    @property
    def begins_with(self) -> str:
        """The worth that the form began with, as scripts read it."""
        amount = self._worth_of(self["stake"].initial)
        return f"{amount.normalize():f}" if amount else ""

    @property
    def is_much(self) -> bool:
        """Tell whether a point is worth so much that it may be a slip."""
        amount = self._worth_of(self["stake"].value())
        return bool(amount and amount >= MUCH and amount != self._worth_of(self["stake"].initial))

    def _worth_of(self, value: Any) -> Decimal | None:
        try:
            amount: Decimal | None = self.fields["stake"].clean(value)
        except forms.ValidationError:
            return None
        return amount

    def clean(self) -> dict[str, Any]:
        """Asks about a point that is worth much."""
        data = super().clean() or self.cleaned_data
        if self.asks_about_much and self.is_much and not data.get("much"):
            self.add_error("much", MUCH_SENTENCE.format(money=self.worth))
        return data
