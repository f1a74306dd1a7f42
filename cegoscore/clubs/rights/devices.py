"""Devices, known by a signed, HTTP-only cookie that is set when there is something to remember.

The cookie is renewed by ordinary use (`lasting_cookie`): rights are lost by a browser that is not used for 400 days.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from http import HTTPStatus
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from cegoscore.clubs.models import Device, Grant
from cegoscore.reached import address_of, network_of

COOKIE = "device"
"""The cookie's name over plain HTTP; its signature is bound to it under either name."""
HOST_COOKIE = "__Host-device"
"""Its name behind HTTPS, and the only one that counts there: a browser takes this prefix from the host itself only, but
the other one also from a sister domain or over plain HTTP."""
SALT = "cegoscore.device"
KEPT = timedelta(days=400)
"""The longest time for which browsers keep a cookie."""
RENEWED_AFTER = timedelta(days=1)
"""A device that only looks is handed a fresh cookie once a day."""


class Request(HttpRequest):
    """A request as our middleware leaves it."""

    htmx: HtmxDetails


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A cookie's content: whose it is, and when it was signed, in seconds since 1970."""

    device: UUID
    signed_at: int


def device_id(request: HttpRequest) -> UUID | None:
    """The id in the request's cookie; `None` without one or with a forged one."""
    return device_in(request.COOKIES)


def device_in(cookies: Mapping[str, str]) -> UUID | None:
    """The id in a cookie among these, by name; `None` without one or with a forged one."""
    sign = _sign_in(cookies)
    return sign.device if sign else None


def _sign_in(cookies: Mapping[str, str]) -> Sign | None:
    signed = cookies.get(HOST_COOKIE if settings.BEHIND_TLS else COOKIE)
    return _read(signed, settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS)) if signed else None


@lru_cache(maxsize=4096)
def _read(signed: str, _key: str, _old_keys: tuple[str, ...]) -> Sign | None:
    """Check a cookie. A hall of phones asks every other second, always with the same ones: each is checked once."""
    request = HttpRequest()
    request.COOKIES[COOKIE] = signed
    value = request.get_signed_cookie(COOKIE, default=None, salt=SALT)
    try:
        device = UUID(value) if value else None
    except ValueError:
        return None
    return Sign(device=device, signed_at=signing.b62_decode(signed.split(":")[-2])) if device else None


def known_device(request: HttpRequest, *, gets_right: bool = True) -> Device:
    """The device of the request, stored if it is new; answer with `remember` so that it stays known.

    One that has no right yet is made anew when it gets its first: whoever planted its cookie has nothing of it.
    """
    key = device_id(request)
    known = Device.objects.filter(pk=key) if key else Device.objects.none()
    if gets_right:
        known = known.filter(Exists(Grant.objects.filter(device=OuterRef("pk"))))
    device = known.first() or Device.objects.create()
    device.came_from = address_hash(request) if settings.PUBLIC_URL else ""
    return device


def device_to_manage(request: HttpRequest, club: UUID) -> Device:
    """The device of a request that comes to manage a club; `take_along` what it had once it does.

    Over plain HTTP somebody on the network, or another server of the same name, can plant the cookie of a device that
    has rights already. So it is made anew there, unless it manages the club as it is.
    """
    known = known_device(request)
    is_new = known.pk != device_id(request)
    if settings.BEHIND_TLS or is_new or Grant.objects.managed_by(known).filter(target=club).exists():
        return known
    return Device.objects.create(name=known.name)


def take_along(request: HttpRequest, device: Device) -> None:
    """Give a device that was made anew the rights of the one of before, which keeps them: its owner may be another."""
    before = device_id(request)
    if before and before != device.pk:
        had = Grant.objects.valid().filter(device=before)
        copied = [
            Grant(device=device, club_id=one.club_id, right=one.right, target=one.target, link_id=one.link_id)
            for one in had
        ]
        Grant.objects.bulk_create(copied, ignore_conflicts=True)


def granted_device(request: HttpRequest) -> Device:
    """The device of a request whose rights were checked: it has a grant, so it is stored, and nothing is asked for."""
    return Device(id=device_id(request))


def remember(response: HttpResponseBase, device: Device) -> None:
    """Hand the device its cookie."""
    _set_cookie(response, device.pk)


def _set_cookie(response: HttpResponseBase, device: UUID) -> None:
    """Set it under the name for this host; it is signed for its first name, whichever it has now."""
    draft = HttpResponse()
    draft.set_signed_cookie(COOKIE, str(device), salt=SALT)
    value = draft.cookies[COOKIE].value
    secure = settings.BEHIND_TLS
    name = HOST_COOKIE if secure else COOKIE
    response.set_cookie(name, value, max_age=KEPT, httponly=True, samesite="Lax", secure=secure)


def lasting_cookie(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Renew a device's cookie with whatever it looks at, once a day, so that it never runs out while it is used.

    The day is noted as the one on which the device was last seen.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_framed = getattr(response, "xframe_options_exempt", False)
        sign = None if is_framed else _sign_in(request.COOKIES)  # no cookie from within another site's page
        is_due = sign and time.time() - sign.signed_at > RENEWED_AFTER.total_seconds()
        if sign and is_due and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            Device.objects.filter(pk=sign.device).update(seen_at=timezone.now())
            if not {COOKIE, HOST_COOKIE} & response.cookies.keys():
                _set_cookie(response, sign.device)
        return response

    return middleware


def address_hash(request: HttpRequest) -> str:
    """Fingerprint of the address, or of its network where a customer has a whole one."""
    network = network_of(address_of(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", "")))
    return hashlib.sha256(f"{settings.SECRET_KEY}{network}".encode()).hexdigest()
