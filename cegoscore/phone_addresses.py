"""The address that phones reach: what links and QR codes carry, whatever name the page itself was opened by."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host

from cegoscore import network


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneAddresses:
    """Ways of phones to the server, seen from a page that was opened by a name of the machine itself."""

    opened: str
    """The host of the page, with its port."""
    addresses: tuple[str, ...]
    """Addresses for phones, the likeliest first; links and codes carry the first. Empty: no phone reaches it."""


def is_reachable(address: str) -> bool:
    """True unless the address means this machine to whoever opens it, and settings do not say that phones are on it."""
    host = urlsplit(address).hostname or ""
    return not network.is_loopback(host) or host in _phone_hosts()


def public_address(request: HttpRequest, path: str) -> str:
    """The full address of a path, as a link or QR code has to carry it: one that phones reach, if there is any."""
    here = settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)
    found = phone_addresses_of(request)
    return found.addresses[0] + path if found and found.addresses else here


def phone_addresses_of(request: HttpRequest) -> PhoneAddresses | None:
    """Addresses by which phones reach the server instead; none if they do under the page's own address."""
    here = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    if is_reachable(here):
        return None
    hosts = () if settings.PUBLIC_URL else _phone_hosts()
    port = urlsplit(here).port
    with_port = [f"{host}:{port}" if port else host for host in hosts]
    return PhoneAddresses(
        opened=urlsplit(here).netloc, addresses=tuple(f"{request.scheme}://{host}" for host in with_port)
    )


def _phone_hosts() -> list[str]:
    """Hosts by which phones reach this machine now, those only to which the server answers."""
    hosts = network.addresses() if settings.PHONE_HOSTS is None else settings.PHONE_HOSTS
    return [host for host in hosts if validate_host(host, settings.ALLOWED_HOSTS)]
