"""Forms of managers about people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import NameField, SurnameField

MOST_KEY = 2**63 - 1


class FindForm(forms.Form):
    """A part of a name or of a village."""

    q = NameField(label=gettext_lazy("Name or village"), max_length=60, required=False)


class PersonForm(forms.Form):
    """Name, home village and surname of a person."""

    name = NameField(label=gettext_lazy("Name"), max_length=60)
    village = NameField(label=gettext_lazy("Home village"), max_length=60, required=False)
    sorted_by = SurnameField()


class JuniorsForm(forms.Form):
    """Choice whether strangers read the initials of juniors only."""

    by_initials = forms.BooleanField(required=False)


class SamePersonForm(forms.Form):
    """The person that another one turned out to be."""

    kept = forms.IntegerField(label=gettext_lazy("This is really …"), widget=forms.Select, max_value=MOST_KEY)

    def __init__(self, data: Mapping[str, Any] | None = None, *, others: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        widget = self.fields["kept"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [("", _("please choose")), *((other.pk, named(other)) for other in others)]


def named(person: Player) -> str:
    """Label of a person that tells them apart from others of the same name."""
    return f"{person.label}, {person.village}" if person.village else person.label
