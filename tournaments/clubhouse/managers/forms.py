"""Forms of the page with a club's managers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.names import NameField
from cegoscore.clubs.rights.rescue import typed_rescue_code

PLATFORMS = ("iPhone", "iPad", "Android", "Windows", "Mac", "Linux")
"""Words of a browser's User-Agent that tell devices apart, the more particular ones first."""


def platform_of(request: HttpRequest) -> str:
    """Name of a device that nobody has given one: its platform."""
    agent = request.headers.get("User-Agent", "")
    return next((word for word in PLATFORMS if word in agent), "")


class DeviceForm(forms.Form):
    """Name of a device."""

    name = NameField(
        label=_("What this device is called"),
        help_text=_("So that the others recognise it: “Anna's phone”, “laptop in the clubroom”."),
        max_length=60,
        required=False,
    )

    def __init__(self, data: Any, *, request: HttpRequest, name: str = "") -> None:
        super().__init__(data, initial={"name": name or platform_of(request)})


class RescueForm(DeviceForm):
    """A club's rescue code, as it is read from paper, and what the device is called that is to manage it."""

    code = forms.CharField(
        label=_("Rescue code"),
        help_text=_("Six groups of five letters and digits."),
        max_length=100,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ("code", "name")

    def clean_code(self) -> str:
        """The code without blanks and hyphens."""
        code = typed_rescue_code(self.cleaned_data["code"])
        if code is None:
            raise forms.ValidationError(_("A rescue code has six groups of five letters and digits. Look again."))
        return code


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
