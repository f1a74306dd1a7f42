"""Forms about a hand that stands on the sheet already."""

from __future__ import annotations

from django import forms

from cegoscore.scoring.hand_document import MOST_TEXT


class RevisionForm(forms.Form):
    """Striking or restoring a hand: the revision that will be written, and the reason."""

    uuid = forms.UUIDField()
    revision = forms.IntegerField(min_value=1, max_value=10_000)
    reason = forms.CharField(required=False, max_length=MOST_TEXT)
