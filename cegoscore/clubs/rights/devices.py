"""Devices, known by a signed, HTTP-only cookie that is set when there is something to remember."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django_htmx.middleware import HtmxDetails

from cegoscore.clubs.models import Device

COOKIE = "device"
SALT = "cegoscore.device"
TWO_YEARS = 2 * 365 * 24 * 60 * 60


class Request(HttpRequest):
    """A request as our middleware leaves it."""

    htmx: HtmxDetails


def device_id(request: HttpRequest) -> uuid.UUID | None:
    """The id in the request's cookie; `None` without one or with a forged one."""
    return device_in(request.COOKIES)


def device_in(cookies: Mapping[str, str]) -> uuid.UUID | None:
    """As `device_id`, from cookies by name."""
    signed = cookies.get(COOKIE)
    return _device_in(signed) if signed else None


@lru_cache(maxsize=4096)
def _device_in(signed: str) -> uuid.UUID | None:
    """A hall of phones asks every other second, always with the same cookies: each is checked once."""
    request = HttpRequest()
    request.COOKIES[COOKIE] = signed
    value = request.get_signed_cookie(COOKIE, default=None, salt=SALT)
    try:
        return uuid.UUID(value) if value else None
    except ValueError:
        return None


def known_device(request: HttpRequest) -> Device:
    """The device of the request, stored if it is new; answer with `remember` so that it stays known."""
    device, _ = Device.objects.get_or_create(id=device_id(request) or uuid.uuid4())
    return device


def granted_device(request: HttpRequest) -> Device:
    """The device of a request whose rights were checked: it has a grant, so it is stored, and nothing is asked for."""
    return Device(id=device_id(request))


def remember(response: HttpResponseBase, device: Device) -> None:
    """Hand the device its cookie."""
    response.set_signed_cookie(
        COOKIE,
        str(device.id),
        salt=SALT,
        max_age=TWO_YEARS,
        httponly=True,
        samesite="Lax",
        secure=settings.BEHIND_TLS,
    )
