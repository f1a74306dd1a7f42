"""Forms that several rooms of the desk share."""

import re
from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.names import WholeField
from tournaments.course.entrants import Person, people_meant

MOST_NUMBER = 9999
MOST_TYPED = 130
MOST_NAMED = 8
LEADING_NUMBER = re.compile(r"(\d{1,4})(?: \D.*)?", re.ASCII)


def number_field(label: Any, **more: Any) -> WholeField:
    """A start number or table number: digits without the arrows of a number field."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
    return WholeField(label=label, min_value=1, max_value=MOST_NUMBER, widget=widget, localize=False, **more)


class EntrantField(forms.CharField):
    """Somebody by start number, or by the beginnings of a name; its value is the number.

    `people` is set by the form. Of several who may be meant the sentence names each with number and village.
    """

    people: Collection[Person] = ()

    def __init__(self, label: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "list": "people", "size": 12})
        super().__init__(label=label, max_length=MOST_TYPED, widget=widget)

    def clean(self, value: Any) -> Any:
        """The start number; a number that nobody has is left to the service."""
        typed = super().clean(value)
        number = LEADING_NUMBER.fullmatch(typed)
        if number:
            return int(number[1])
        hits = people_meant(self.people, typed)
        if not hits:
            raise forms.ValidationError(_("Nobody here is called “%(typed)s”."), params={"typed": typed})
        if len(hits) > 1:
            names = "; ".join(label_of(person) for person in hits[:MOST_NAMED])
            raise forms.ValidationError(_("Who is meant? %(names)s"), params={"names": names})
        return hits[0].number


def label_of(person: Person) -> str:
    """Somebody as a list to choose from has them; the number in front of it is what a field reads."""
    return " ".join(filter(None, (str(person.number), person.name))) + (person.village and f", {person.village}")


class DeskForm(forms.Form):
    """Several of these stand on one page, so every field has an id of its own."""

    def __init__(self, *args: Any, people: Collection[Person] = (), **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": f"{type(self).__name__.lower()}-%s"} | kwargs)
        for field in self.fields.values():
            if isinstance(field, EntrantField):
                field.people = people


class WhyForm(DeskForm):
    """A reason; whether there must be one, the service knows."""

    why = forms.CharField(label=_("Why?"), max_length=300, required=False)
