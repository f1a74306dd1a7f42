"""Names as people type them: of players, rounds and house rules."""

from __future__ import annotations

from typing import Any

from django import forms

from cegoscore.scoring.names import tidy


class NameField(forms.CharField):
    """A name without anything unseen in it; one of which nothing is seen counts as not typed."""

    def to_python(self, value: Any) -> str:
        """The tidied name."""
        return tidy(str(super().to_python(value) or ""))
