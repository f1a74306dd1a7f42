"""The page with a club's managers: devices, open links, passkeys, rescue code, a deletion asked for; and its forms."""

from typing import Any
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.models import Club, Device, Removal, RemovalState, RescueCode, Right
from cegoscore.clubs.names import NameField
from cegoscore.clubs.rights.ceremonies import bound_to, relying_party
from cegoscore.clubs.rights.deletion import OPEN_FOR
from cegoscore.clubs.rights.link_pages import row_of
from cegoscore.clubs.rights.links import links_to
from cegoscore.clubs.rights.managers import managers_able, managers_of, rescue_codes
from cegoscore.clubs.rights.passkeys import passkeys_of
from cegoscore.clubs.rights.rescue import typed_rescue_code
from cegoscore.database.prepared import Prepared

PLATFORMS = ("iPhone", "iPad", "Android", "Windows", "Mac", "Linux")
"""Words of a browser's User-Agent that tell devices apart, the more particular ones first."""


def platform_of(request: HttpRequest) -> str:
    """Name of a device that nobody has given one: its platform."""
    agent = request.headers.get("User-Agent", "")
    return next((word for word in PLATFORMS if word in agent), "")


class DeviceForm(forms.Form):
    """Name of a device."""

    name = NameField(
        label=gettext_lazy("What this device is called"),
        help_text=gettext_lazy("So that the others recognise it: “Anna's phone”, “laptop in the clubroom”."),
        max_length=60,
        required=False,
    )

    def __init__(self, data: Any, *, request: HttpRequest, name: str = "") -> None:
        super().__init__(data, initial={"name": name or platform_of(request)})


class RescueForm(DeviceForm):
    """A club's rescue code, as it is read from paper, and what the device is called that is to manage it."""

    code = forms.CharField(
        label=gettext_lazy("Rescue code"),
        help_text=gettext_lazy("Six groups of five letters and digits."),
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
        label=gettext_lazy("What this fingerprint is called"),
        help_text=gettext_lazy("So that you find it again when you want to remove it: “Anna's thumb”."),
        max_length=60,
        required=False,
    )

    def __init__(self, data: Any, *, request: HttpRequest) -> None:
        super().__init__(data, request=request)
        self.auto_id = "passkey_%s"


def managers_page(request: HttpRequest, club: Club, this: UUID | None) -> dict[str, Any]:
    """The page as the device `this` sees it; with a spare the club is not lost if one device is.

    `managers` are grants, each with a `name`, the last day of use (`seen`), whether it `is_this`, and whether it
    `is_lost`: can never come back, because the server's key was lost.
    """
    rescue = RescueCode.objects.filter(club=club).first()
    able = {grant.device_id for grant in managers_able(club.pk)}
    managers: list[Any] = list(managers_of(club.pk))
    for grant in managers:
        grant.name = name_of(grant.device)
        grant.seen = max(grant.device.seen_at or grant.created_at, grant.created_at)
        grant.is_this, grant.is_lost = grant.device_id == this, grant.device_id not in able
    links = [link for link in links_to(club, club.pk) if link.right == Right.MANAGE]
    return {
        "managers": managers,
        "invitations": [row_of(request, link, "open_club") for link in links],
        "rescue_made": rescue.created_at if rescue else None,
        "has_spare": len(able) > 1 or rescue is not None,
    }


def passkeys_section(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The club's passkeys as they are seen under the address that the request came to.

    Each with the address that it is bound to if the server has another one now: then it opens nothing any more. No
    form where browsers allow no passkeys: without HTTPS, and under an address of numbers.
    """
    bound = bound_to()
    return {
        "listed": [(passkey, "" if passkey.rp_id == bound else passkey.rp_id) for passkey in passkeys_of(club)],
        "form": NewPasskeyForm(None, request=request) if relying_party(request) else None,
    }


def name_of(device: Device) -> str:
    """Name of a device, or that it has none."""
    return device.name or _("a device without a name")


def device_named(key: UUID | None) -> dict[str, Any]:
    """Initial values of a device's form."""
    name = Device.objects.filter(pk=key).values_list("name", flat=True).first() if key else None
    return {"name": name or ""}


def open_deletion(club: Club) -> dict[str, Any] | None:
    """Name of the device that asked to delete the club, and until when it can be stopped."""
    removal = next(iter(_asked(club.pk)), None)
    if removal is None or removal.device is None:
        return None
    return {"asked_by": name_of(Device.objects.get(pk=removal.device)), "until": removal.at + OPEN_FOR}


@Prepared
def _asked(club: UUID) -> QuerySet[Removal]:
    return Removal.objects.filter(club=club, state=RemovalState.ASKED)


def has_code(club: Club) -> bool:
    """True if a rescue code could bring the club back."""
    return rescue_codes(club).exists()
