"""The question who is meant by a typed name that is nobody's, but like somebody's."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Sequence

from django import forms
from django.db.models import Max
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.likeness import alike
from cegoscore.clubs.models import Player
from cegoscore.clubs.people import name_and_village, names_of, person_typed, persons_of
from cegoscore.scoresheet.models import Seat

NEW = "new"


class WhoIsMeant(forms.Form):
    """A form that takes names of a club's people and asks before it takes somebody who is like one for a new person.

    A question is a field of its own, there once there is something to ask; the answer takes the place of what was
    typed, so that whoever opens the table finds the person by the exact name.
    """

    def ask_who(self, club: uuid.UUID | None, names: Iterable[str], *, taken: Collection[Player] = ()) -> None:
        """Ask about the typed names in these fields, as far as they are valid; nobody can mean one of those `taken`."""
        people = list(persons_of(club).exclude(name="").order_by("pk")) if club and not self.errors else []
        typed = {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}
        sitting = [person for text in typed.values() if (person := person_typed(people, text))]
        free = [person for person in people if person not in sitting and person not in taken]
        for name, text in typed.items():
            if person_typed(people, text) is None and (likely := _likely(free, text)):
                self._ask(name, text, likely)

    def _ask(self, name: str, text: str, likely: Sequence[Player]) -> None:
        key = f"who_{name}"
        choices = [(str(person.pk), _who(person)) for person in likely]
        field = self.fields[key] = forms.ChoiceField(
            label=_("Who is “%(name)s”?") % {"name": text},
            choices=[*choices, (NEW, _("Somebody new"))],
            widget=forms.RadioSelect,
            required=False,  # whoever types another name instead need not answer
        )
        answer = self.data.get(self.add_prefix(key), "")
        if not field.valid_value(answer):
            self.add_error(key, _("Somebody in your group is called almost the same."))
        elif answer != NEW:
            person = next(person for person in likely if str(person.pk) == answer)
            self.cleaned_data[name] = f"{person.name}, {person.village}" if person.village else person.name

    @property
    def questions(self) -> list[forms.BoundField]:
        """Fields that ask, for the page."""
        return [self[name] for name in self.fields if name.startswith("who_")]


def _likely(people: Iterable[Player], text: str) -> list[Player]:
    """Everybody like the typed one; a comma may stand behind the surname or before the village."""
    rows = list(people)
    return list(dict.fromkeys(alike(rows, text) + alike(rows, *name_and_village(text))))


def _who(person: Player) -> str:
    """The person with what tells them apart: village, last evening."""
    last = Seat.objects.filter(player__in=names_of(person.pk)).aggregate(day=Max("session__started_at"))["day"]
    played = formats.date_format(timezone.localtime(last), "SHORT_DATE_FORMAT") if last else ""
    told = [person.village, _("last here on %(day)s") % {"day": played} if played else ""]
    return ", ".join([person.name, *filter(None, told)])
