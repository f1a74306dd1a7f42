"""Names as people type them: of players, rounds and house rules; and their order in lists."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms

from cegoscore.scoring.names import tidy


class NameField(forms.CharField):
    """A name without anything unseen in it; one of which nothing is seen counts as not typed."""

    def to_python(self, value: Any) -> str:
        """The tidied name."""
        return tidy(str(super().to_python(value) or ""))


def sort_key(name: str) -> str:
    """Alphabetical sort key of a name: Ä with A, ß with ss, upper and lower case alike.

    Databases do not agree about that, so names are put in order here.
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
