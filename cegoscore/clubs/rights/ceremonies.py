"""Questions to passkeys and the check of their answers (WebAuthn, by the package `webauthn`).

That package and its cryptography are a sixth of a process's start and of its memory: they come with the first passkey.

A challenge is signed by the server and says what it is for, so that asking writes nothing to the database; it holds for
minutes, and once it was answered well it is spent (`SpentChallenge`).
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Passkey, SpentChallenge, is_there

HOLDS = timedelta(minutes=5)
"""As long as a browser's dialogue may stand open."""
HANDLE_BYTES = 32
LOCALHOST = "localhost"

_NO_ANSWER = (ValueError, TypeError, KeyError, AttributeError)
"""Errors of the package, beside its own, about what is no answer at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelyingParty:
    """The host that passkeys are bound to, and the origin of the pages that may ask for them."""

    id: str
    origin: str


class Answered(NamedTuple):
    """A passkey that answered its challenge well, with its new count of signatures; nothing of it is stored yet."""

    passkey: Passkey
    challenge: bytes


def bound_to() -> str:
    """The host that passkeys of this server are bound to, by its settings; without `PUBLIC_URL` it is localhost."""
    return urlsplit(settings.PUBLIC_URL).hostname or LOCALHOST


def relying_party(request: HttpRequest) -> RelyingParty | None:
    """The server as a passkey's counterpart; none where browsers allow no passkeys.

    They want HTTPS or localhost, a name and not an address of numbers, and the page under that very name. A proxy may
    leave the port out.
    """
    here = urlsplit(f"{request.scheme}://{request.get_host()}")
    host = here.hostname or ""
    is_secure = here.scheme == "https" or host == LOCALHOST
    if not is_secure or _is_address(host) or host != bound_to():
        return None
    return RelyingParty(id=host, origin=settings.PUBLIC_URL or f"{here.scheme}://{here.netloc}")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def question_for_new(party: RelyingParty, club: Club, *, label: str, device: UUID) -> str:
    """Options with which the browser makes a passkey for the club, as JSON; it answers for this device only."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, structs

    handle = secrets.token_bytes(HANDLE_BYTES)
    known = Passkey.objects.filter(club=club, rp_id=party.id).values_list("credential_id", flat=True)
    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Cego",
        user_name=label,
        user_id=handle,
        challenge=_challenge(_for_new(club, device), bytes_to_base64url(handle)),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(key)) for key in known],
    )
    return options_to_json(options)


def question_for_known(party: RelyingParty) -> str:
    """Options with which the browser asks for a passkey of any club, as JSON."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=party.id,
        challenge=_challenge(_FOR_KNOWN, secrets.token_urlsafe(HANDLE_BYTES)),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json(options)


def check_new(text: str, party: RelyingParty, club: Club, *, device: UUID) -> Answered:
    """The passkey in a browser's answer to `question_for_new`, without a name. Raises `Refused`."""
    from webauthn import helpers, verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        credential = helpers.parse_registration_credential_json(text)
        challenge = helpers.parse_client_data_json(credential.response.client_data_json).challenge
        handle = _signed(challenge, _for_new(club, device))
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, *_NO_ANSWER) as error:
        raise Refused("passkey_refused") from error
    passkey = Passkey(
        club=club,
        rp_id=party.id,
        credential_id=helpers.bytes_to_base64url(verified.credential_id),
        user_handle=handle,
        public_key=helpers.bytes_to_base64url(verified.credential_public_key),
        sign_count=verified.sign_count,
        device_id=device,
        made_with_id=device,
    )
    return Answered(passkey, challenge)


def check_known(text: str, party: RelyingParty) -> Answered:
    """The passkey in a browser's answer to `question_for_known`. Raises `Refused`; writes nothing."""
    from webauthn import helpers, verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        credential = helpers.parse_authentication_credential_json(text)
        challenge = helpers.parse_client_data_json(credential.response.client_data_json).challenge
        _signed(challenge, _FOR_KNOWN)
        passkey = Passkey.objects.select_related("club").get(
            is_there(),
            credential_id=helpers.bytes_to_base64url(credential.raw_id),
            rp_id=party.id,
            user_handle=helpers.bytes_to_base64url(credential.response.user_handle or b""),
        )
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=helpers.base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, Passkey.DoesNotExist, *_NO_ANSWER) as error:
        raise Refused("passkey_refused") from error
    passkey.sign_count = verified.new_sign_count
    return Answered(passkey, challenge)


def spend(challenge: bytes) -> None:
    """Take a challenge that was answered well, within somebody's transaction, and forget those that ran out.

    Raises `Refused` if it was taken before.
    """
    now = timezone.now()
    SpentChallenge.objects.filter(at__lt=now - 2 * HOLDS).delete()
    try:
        with transaction.atomic():
            SpentChallenge.objects.create(digest=hashlib.sha256(challenge).hexdigest(), at=now)
    except IntegrityError as error:
        raise Refused("passkey_refused") from error


_FOR_KNOWN = "known"


def _for_new(club: Club, device: UUID) -> str:
    return f"new:{club.pk}:{device}"


def _challenge(purpose: str, value: str) -> bytes:
    return _signer(purpose).sign(value).encode()


def _signed(challenge: bytes, purpose: str) -> str:
    """The value in a challenge of ours. Raises `ValueError` if it is for something else, or ran out."""
    try:
        return _signer(purpose).unsign(challenge.decode(), max_age=HOLDS)
    except BadSignature as error:
        raise ValueError(purpose) from error


def _signer(purpose: str) -> TimestampSigner:
    return TimestampSigner(salt=f"cegoscore.passkey.{purpose}")
