"""The form that opens a table, and the fields of every form that asks for house rules and money."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.clubs.house_rules.rule_sets import choices_for, chosen
from cegoscore.clubs.names import NameField
from cegoscore.scoring.house_rules import HouseRules

SEATS = 5
DEFAULT_RULES = "schwarzwaldmeisterschaft"


class MoneyField(forms.DecimalField):
    """An amount of money as people type it, with a comma or a point, whatever language the browser has."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def to_python(self, value: Any) -> Any:
        """The amount as a `Decimal`, `None` if nothing was typed; a comma is a point."""
        return super().to_python(value.replace(",", ".") if isinstance(value, str) else value)


class NewTableForm(forms.Form):
    """A new sheet: who sits where, by which rules, for what stake."""

    marks_optional = True

    title = NameField(label=gettext_lazy("Name of the circle"), max_length=200, required=False)
    rules = forms.ChoiceField(label=gettext_lazy("House rules"))
    first_dealer = forms.TypedChoiceField(label=gettext_lazy("Who deals first"), coerce=int)
    stake = MoneyField(
        label=gettext_lazy("Money a point"), required=False, min_value=0, max_digits=10, decimal_places=4
    )
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=10, required=False, initial="€")

    def __init__(self, data: Mapping[str, Any] | None = None, *, device: uuid.UUID | None) -> None:
        super().__init__(data)
        self.device = device
        for number in range(SEATS):
            self.fields[f"name_{number}"] = NameField(
                label=_("Player %(number)s") % {"number": number + 1}, max_length=60, required=False
            )
        self._choice("rules").choices = choices_for(device)
        self._choice("rules").initial = DEFAULT_RULES
        self._choice("first_dealer").choices = [(n, str(n + 1)) for n in range(SEATS)]
        self._choice("first_dealer").initial = 0

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    @property
    def places(self) -> list[dict[str, Any]]:
        """The seats, for the page."""
        dealer = str(self["first_dealer"].value())
        return [
            {"field": self[f"name_{number}"], "number": number, "deals": dealer == str(number)}
            for number in range(SEATS)
        ]

    def clean(self) -> dict[str, Any]:
        """Adds `names` (in the order of the seats, gaps closed) and `house_rules`; the dealer counts in `names`."""
        data = dict(self.cleaned_data)
        typed = [data.get(f"name_{number}", "") for number in range(SEATS)]
        names = [name for name in typed if name]
        for number, name in enumerate(typed):
            if name and typed.index(name) < number:
                self.add_error(f"name_{number}", _("This name stands here twice. Add an initial."))
        rules = chosen(data.get("rules", ""), self.device)
        if rules is not None and not self.errors:
            self._check_size(rules, names)
        dealer = data.get("first_dealer", 0)
        if names and not typed[dealer]:
            self.add_error("first_dealer", _("Nobody sits there."))
        elif names:
            data["first_dealer"] = names.index(typed[dealer])
        return data | {"names": names, "house_rules": rules}

    def table(self) -> dict[str, Any]:
        """Arguments of `sheets.open_table`; only after the form was found valid."""
        data = self.cleaned_data
        return {
            "names": data["names"],
            "rules": data["house_rules"],
            "first_dealer": data["first_dealer"],
            "title": data["title"],
            "stake": data["stake"],
            "currency": data["currency"],
        }

    def _check_size(self, rules: HouseRules, names: list[str]) -> None:
        if len(names) not in rules.sizes:
            sizes = _(" or ").join(map(str, rules.sizes))
            sentence = _("These house rules are for %(sizes)s players, and here are %(size)s.")
            self.add_error("rules", sentence % {"sizes": sizes, "size": len(names)})
