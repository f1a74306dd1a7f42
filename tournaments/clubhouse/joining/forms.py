"""Forms of two clubs that become one."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Player
from tournaments.clubhouse.joining.page import Alike

SAME, APART = "same", "apart"


class OtherClubForm(forms.Form):
    """The club that is to become one with this one."""

    other = forms.ChoiceField(label=_("The other group"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, offered: Mapping[uuid.UUID, str]) -> None:
        super().__init__(data)
        field = self.fields["other"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(key), label) for key, label in offered.items()]


class SamePeopleForm(forms.Form):
    """An answer for everybody whose name is in both clubs: one person, or two."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, alike: Sequence[Alike]) -> None:
        super().__init__(data)
        self.alike = alike
        for gone, _kept, is_same in alike:
            self.fields[f"person_{gone.pk}"] = forms.ChoiceField(
                label=gone.name,
                choices=[(SAME, _("one person")), (APART, _("two people"))],
                initial=SAME if is_same else APART,
            )

    @property
    def rows(self) -> list[tuple[Player, Player, bool, forms.BoundField]]:
        """The pairs with their fields."""
        return [(*pair, self[f"person_{pair[0].pk}"]) for pair in self.alike]

    @property
    def pairs(self) -> dict[int, int]:
        """Those who are one person, by the key of the other club's row; only after the form was found valid."""
        data = self.cleaned_data
        return {gone.pk: kept.pk for gone, kept, _same in self.alike if data[f"person_{gone.pk}"] == SAME}
