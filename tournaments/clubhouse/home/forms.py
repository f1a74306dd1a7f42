"""Forms of a club's name and its evenings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.names import NameField
from cegoscore.scoresheet.models import Session
from tournaments.clubhouse.home.page import Elsewhere


class ClubNameForm(forms.Form):
    """The name of a club."""

    name = NameField(label=_("Name of your group"), max_length=120)


class GatherForm(forms.Form):
    """Evenings to be moved into a club."""

    evenings = forms.ModelMultipleChoiceField(
        queryset=Session.objects.none(), error_messages={"required": _("Tick at least one evening.")}
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, offered: Sequence[Elsewhere]) -> None:
        super().__init__(data)
        field = self.fields["evenings"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = Session.objects.filter(pk__in=[each.evening.id for each in offered])
