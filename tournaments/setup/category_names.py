"""Categories that a club names itself, as a form has them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from cegoscore.scoring.names import tidy

MOST_CATEGORIES = 12
LONGEST_NAME = 60


class CategoryNamesField(forms.CharField):
    """Names with commas between them; its value is the list of them, each once."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=800, required=False, **more)

    def prepare_value(self, value: Any) -> Any:
        """The names as they are typed."""
        return ", ".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """The names, of those that differ in capitals only the last; neither too many nor too long."""
        typed = (tidy(name) for name in super().clean(value).split(","))
        names = list({name.casefold(): name for name in typed if name}.values())
        if len(names) > MOST_CATEGORIES:
            raise forms.ValidationError(_("At most %(most)s categories.") % {"most": MOST_CATEGORIES})
        if any(len(name) > LONGEST_NAME for name in names):
            raise forms.ValidationError(
                _("The name of a category has at most %(most)s letters.") % {"most": LONGEST_NAME}
            )
        return names
