"""The passkeys of a club on the page with its managers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club
from cegoscore.clubs.rights.ceremonies import bound_to, relying_party
from cegoscore.clubs.rights.passkeys import passkeys_of
from tournaments.clubhouse.passkeys.forms import NewPasskeyForm


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPasskey:
    """A passkey of the club."""

    key: int
    name: str
    since: datetime
    used: datetime | None
    lost_with: str
    """The address that it is bound to, if the server has another one now: it opens nothing any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkeys:
    """Contents of the section."""

    listed: Sequence[ListedPasskey]
    form: NewPasskeyForm | None
    """None where browsers allow no passkeys: without HTTPS, and under an address of numbers."""


def passkeys_section(request: HttpRequest, club: Club) -> Passkeys:
    """The section as it is seen under the address that the request came to."""
    return Passkeys(
        listed=[
            ListedPasskey(
                key=passkey.pk,
                name=passkey.name or _("a fingerprint without a name"),
                since=passkey.created_at,
                used=passkey.used_at,
                lost_with="" if passkey.rp_id == bound_to() else passkey.rp_id,
            )
            for passkey in passkeys_of(club)
        ],
        form=NewPasskeyForm(None, request=request) if relying_party(request) else None,
    )
