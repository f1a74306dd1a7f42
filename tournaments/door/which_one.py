"""The question who is meant by a typed name: asked with the same words wherever somebody comes in by a form."""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.likeness import Likely, likely_people
from tournaments.door.services import Newcomer

NEW = "new"
"""The answer that it is nobody whom the club knows."""


class WhichOneForm(forms.Form):
    """Somebody typed by name and village: whoever else may be meant is asked about before anything is done."""

    player = forms.CharField(label=gettext_lazy("Who is meant?"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, club: UUID, **more: Any) -> None:
        super().__init__(*args, **more)
        self.club = club

    def typed(self) -> tuple[str, str]:
        """Name and village as they are typed; no name if there is a fault in it."""
        return self.cleaned_data.get("name", ""), self.cleaned_data.get("village", "")

    def clean(self) -> dict[str, Any]:
        """Add the question and its fault as long as it is open; else whoever is meant, as `newcomer`."""
        name, village = self.typed()
        (likely,) = likely_people(self.club, {0: (name, village)}).values() if name else (None,)
        self.sure = likely.proposed.pk if likely and likely.is_sure and likely.proposed else None
        if likely and likely.found and not likely.is_sure:
            self._ask(likely)
        return self.cleaned_data | ({} if self.errors else {"newcomer": self._newcomer()})

    def _ask(self, likely: Likely) -> None:
        known = [(str(one.pk), ", ".join(filter(None, (one.name, one.village)))) for one in likely.found]
        choices = [*known, (NEW, _("somebody new"))]
        self.fields["player"].widget.choices = choices
        if self.cleaned_data.get("player") not in dict(choices):
            self.add_error("player", _("The group knows somebody of nearly this name."))

    @property
    def is_asked(self) -> bool:
        """True if there is a question."""
        return bool(self.fields["player"].widget.choices)

    def _newcomer(self) -> Newcomer:
        (name, village), answer = self.typed(), self.cleaned_data["player"] if self.is_asked else ""
        person = int(answer) if answer and answer != NEW else self.sure
        categories = tuple(self.cleaned_data["categories"])
        return Newcomer(name=name, village=village, player=person, categories=categories, is_new=answer == NEW)
