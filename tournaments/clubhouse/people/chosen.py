"""Somebody of a club as a form takes them: by a few letters of the name; whoever shares these is asked about."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import NameField
from cegoscore.clubs.people import identity
from tournaments.clubhouse.people.queries import find_among, named, with_names

MOST_ASKED = 12
"""People of whom one is chosen by a tap; of more one types another letter."""


class LettersOrTap(forms.TextInput):
    """Letters of a name; where several have them, these people below, of whom one is tapped instead."""

    template_name = "clubhouse/letters_or_tap.html"
    people: Sequence[Player] = ()

    def __init__(self) -> None:
        super().__init__(attrs={"list": "known-people"})

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The context of a text field, with those to be tapped."""
        people = [(person.pk, named(person)) for person in self.people]
        return super().get_context(name, value, attrs) | {"people": people}

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The key of the one who was tapped, else what was typed."""
        return data.get(f"{name}_tapped") or super().value_from_datadict(data, files, name)


class ChosenPersonField(NameField):
    """Somebody of a club, typed by letters of name and village; its value is the person, or `None`.

    The whole name, if only one has it, is enough; if several are meant, the field asks with a short list, and takes the
    key of the one who was tapped.
    """

    widget = LettersOrTap

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=130, **more)
        self.help_text = more.get("help_text") or gettext_lazy("A few letters of the name are enough.")
        self.read: Callable[[], Sequence[Player]] = tuple

    def clean(self, value: Any) -> Any:
        """The one meant. Raises `ValidationError` for nobody, and for several, who then stand there to be tapped."""
        typed = super().clean(value)
        if not typed:
            return None
        people = self.read()
        meant = [person for person in people if typed in (str(person.pk), named(person))]
        meant = meant or [person for person in people if identity(person.name) == identity(typed)]
        meant = meant or find_among(people, typed)
        if len(meant) == 1:
            return meant[0]
        raise forms.ValidationError(self._asked(meant, typed), code="not_one")

    def _asked(self, meant: Sequence[Player], typed: str) -> str:
        if not meant:
            return _("Nobody found for “%(words)s”.") % {"words": typed}
        if len(meant) > MOST_ASKED:
            return _("%(n)s people have these letters. Type more of the name.") % {"n": len(meant)}
        widget: Any = self.widget
        widget.people = meant
        return _("Several people have these letters: tap one, or type more.")

    def offer(self, read: Callable[[], Sequence[Player]]) -> None:
        """Take one of the people whom `read` gives, once something was typed."""
        self.read = read


class SamePersonForm(forms.Form):
    """The person that another one turned out to be."""

    kept = ChosenPersonField(label=gettext_lazy("This is really …"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: UUID, **kwargs: Any) -> None:
        """Take anybody of the club: sent twice, it names the person that the other one is by now."""
        super().__init__(data, **kwargs)
        field: Any = self.fields["kept"]
        field.offer(partial(with_names, club))
