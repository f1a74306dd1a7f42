"""Forms of a club's settings and of evenings that can be moved into it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.club_names import label_clubs
from cegoscore.clubs.house_rules.rule_sets import choice_of, own_keys, rules_of
from cegoscore.clubs.models import Club, Grant, Right
from cegoscore.clubs.models.club import SETTINGS
from cegoscore.clubs.names import NameField
from cegoscore.clubs.wording import in_language
from cegoscore.scoresheet.evening.evenings import Evening, evenings_of
from cegoscore.scoresheet.evening.forms import field_of
from cegoscore.scoresheet.evening.new_table_form import TermsForm
from cegoscore.scoresheet.models import Session

MOST = 200


def evenings_elsewhere(club: Club, device: uuid.UUID | None) -> list[tuple[Evening, str]]:
    """The newest evenings of other clubs that the device manages, each with what its club is called.

    Without those that count in a season.
    """
    grants = Grant.objects.valid().filter(device=device, right=Right.MANAGE).exclude(target=club.pk)
    clubs = Club.objects.filter(pk__in=grants.values("target"))
    labels = label_clubs(clubs)
    sheets = Session.objects.filter(club__in=list(labels), event=None, night=None, deleted_at=None, season_events=None)
    return [(evening, labels[evening.sheet.club_id]) for evening in evenings_of(sheets, MOST)]


TYPED = tuple(name for name in SETTINGS if name != "rule_set")


class ClubForm(TermsForm, forms.ModelForm):  # type: ignore[type-arg]
    """The settings of a club."""

    name = NameField(label=_("Name of your group"), max_length=120)

    class Meta:
        model = Club
        fields = TYPED
        formfield_callback = field_of

    def __init__(self, data: Mapping[str, Any] | None = None, *, device: uuid.UUID | None, club: Club) -> None:
        row = club.rule_set
        rules = choice_of(row, club.pk, own_keys([club])) if row else ""
        super().__init__(data, instance=copy(club), initial={"rules": rules})
        name = in_language(rules_of(row).name) if row else ""
        self.offer_rules(device, {"rules": rules, "rules_name": name}, none=str(_("as on the evening before")))

    def clean(self) -> dict[str, Any]:
        """A rule of the box says nothing without an amount."""
        data = super().clean() or {}
        if data.get("box_rule") and not data.get("box_amount"):
            self.add_error("box_amount", _("Say how much it is."))
        return data

    def settings(self) -> dict[str, Any]:
        """Arguments of `services.change_club`; only after the form was found valid."""
        data = self.cleaned_data
        return {name: data[name] for name in TYPED} | {"rules": self.chosen_rules(data)}


class GatherForm(forms.Form):
    """Evenings to be moved into a club."""

    evenings = forms.ModelMultipleChoiceField(
        queryset=Session.objects.none(), error_messages={"required": _("Tick at least one evening.")}
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, offered: Sequence[tuple[Evening, str]]) -> None:
        super().__init__(data)
        field = self.fields["evenings"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = Session.objects.filter(pk__in=[evening.sheet.pk for evening, _club in offered])
