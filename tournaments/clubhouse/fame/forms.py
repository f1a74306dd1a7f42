"""The form with which a champion of the years before comes into the hall of fame."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.scoresheet.evening.forms import field_of
from cegoscore.scoresheet.evening.new_table_form import PersonField
from tournaments.seasons.models import PastChampion


class PastChampionForm(forms.ModelForm):  # type: ignore[type-arg]
    """An event of the years before and whoever won it."""

    champion = PersonField(label=_("Champion"), required=True)

    class Meta:
        model = PastChampion
        fields = ("year", "event", "points")
        formfield_callback = field_of
