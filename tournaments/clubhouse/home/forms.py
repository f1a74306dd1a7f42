"""Forms of a club's name and of evenings that can be moved into it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.club_labels import label_clubs
from cegoscore.clubs.models import Club, Grant, Right
from cegoscore.clubs.names import NameField
from cegoscore.scoresheet.evening.evenings import Evening, evenings_of
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


class ClubNameForm(forms.Form):
    """The name of a club."""

    name = NameField(label=_("Name of your group"), max_length=120)


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
