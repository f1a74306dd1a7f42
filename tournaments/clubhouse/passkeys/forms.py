"""Forms that carry a browser's answer about a passkey."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.names import NameField
from tournaments.clubhouse.managers.forms import DeviceForm

LONGEST_ANSWER = 20_000
"""Characters of JSON: a credential's id has up to 1,023 bytes, its certificate is not asked for."""


class PasskeyForm(DeviceForm):
    """The answer to `passkey_question`, and what the device is called that becomes a manager by it."""

    credential = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_ANSWER)

    def answer(self) -> tuple[str, str]:
        """The credential as JSON and the name as they were sent; empty what was missing or too long."""
        self.full_clean()
        return self.cleaned_data.get("credential", ""), self.cleaned_data.get("name", "")


class NewPasskeyForm(PasskeyForm):
    """The answer to `new_passkey_question`, and a name for the new passkey; on the page with the device's own name."""

    name = NameField(
        label=_("What this fingerprint is called"),
        help_text=_("So that you find it again when you want to remove it: “Anna's thumb”."),
        max_length=60,
        required=False,
    )

    def __init__(self, data: Any, *, request: HttpRequest) -> None:
        super().__init__(data, request=request)
        self.auto_id = "passkey_%s"
