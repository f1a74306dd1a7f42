"""Names and addresses by which we are reached, and those of them that links and QR codes carry for phones."""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

# Nothing is sent to these: choosing a route is enough to learn which address of ours would be used.
# The first and the last stand for "the internet", the others for the ranges of private networks without a way out.
DESTINATIONS = ("192.0.2.1", "192.168.254.254", "10.254.254.254", "172.16.254.254", "2001:db8::1")

HOME_NETWORKS = re.compile(r"\.(local|fritz\.box|lan|home\.arpa|[a-z0-9-]+\.ts\.net)")
"""Endings that routers, devices in a network without one, and Tailscale give to the name of a machine."""

NETWORK_BITS = 64
"""Of an IPv6 address: the rest is the customer's own choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneAddresses:
    """Ways of phones to the server, seen from a page that was opened by a name of the machine itself."""

    opened: str
    """The host of the page, with its port."""
    addresses: tuple[str, ...]
    """Addresses for phones, the likeliest first; links and codes carry the first. Empty: no phone reaches it."""


def is_ours(host: str) -> bool:
    """True for a host, with or without port, by which we answer: any address in numbers, our own names, and given ones.

    A name of somebody else's would let their pages ask us from within the network (DNS rebinding). Who typed an address
    in numbers is led nowhere by a name.
    """
    domain, _port = split_domain_port(host)
    names = ["localhost", urlsplit(settings.PUBLIC_URL).hostname or "localhost", *settings.OTHER_NAMES]
    return _is_address(domain) or _is_own_name(domain) or validate_host(domain, names)


def is_loopback(host: str) -> bool:
    """True if the name or address means, wherever it is opened, the machine that opens it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return _is_address(host) and ipaddress.ip_address(host.strip("[]")).is_loopback


def is_reachable(address: str) -> bool:
    """True unless the address means this machine to whoever opens it, and settings do not say that phones are on it."""
    host = urlsplit(address).hostname or ""
    return not is_loopback(host) or host in phone_hosts()


def public_address(request: HttpRequest, path: str) -> str:
    """The full address of a path, as a link or QR code has to carry it: one that phones reach, if there is any."""
    here = settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)
    instead = phone_addresses_of(request)
    return instead.addresses[0] + path if instead and instead.addresses else here


def is_plain(request: HttpRequest) -> bool:
    """True if phones come over plain HTTP, where browsers keep no page; on this machine itself they do."""
    here = urlsplit(public_address(request, "/"))
    return here.scheme == "http" and not is_loopback(here.hostname or "")


def phone_addresses_of(request: HttpRequest) -> PhoneAddresses | None:
    """Addresses by which phones reach the server instead; none if they do under the page's own address."""
    here = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    if is_reachable(here):
        return None
    hosts = () if settings.PUBLIC_URL else phone_hosts()
    port = urlsplit(here).port
    with_port = [f"{host}:{port}" if port else host for host in hosts]
    return PhoneAddresses(
        opened=urlsplit(here).netloc, addresses=tuple(f"{request.scheme}://{host}" for host in with_port)
    )


def announced(port: int) -> list[str]:
    """Addresses to open us by, as a terminal shows them, the likeliest first."""
    hosts = phone_hosts() or ["localhost"]
    return [settings.PUBLIC_URL] if settings.PUBLIC_URL else [f"http://{host}:{port}" for host in hosts]


def printed(path: str) -> str:
    """The full address of a path as a command prints it for people to open."""
    return announced(settings.PORT)[0] + path


def phone_hosts() -> list[str]:
    """Hosts by which phones reach this machine at this moment, the likeliest first: those on which it listens."""
    if settings.PHONE_HOSTS is not None:
        return list(settings.PHONE_HOSTS)
    host = settings.HOST
    if is_loopback(host):
        return []
    if _is_address(host) and not ipaddress.ip_address(host).is_unspecified:
        return [as_in_address(host)]
    return addresses(both=host == "::")


def as_in_address(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def addresses(*, both: bool) -> list[str]:
    """Addresses of this machine in its networks, as a URL has them: IPv4, and `both` that and IPv6."""
    towards = map(_address_towards, DESTINATIONS if both else DESTINATIONS[:-1])
    local = [as_in_address(address) for address in towards if address]
    return list(dict.fromkeys(address for address in local if not is_loopback(address)))


def address_of(forwarded: str, connected: str) -> str:
    """The client's address: behind proxies the one that the first of them has seen, which the client cannot forge.

    `forwarded` is the header X-Forwarded-For. A proxy that hands it on as it came, without adding to it, would let
    clients be whoever they say: `doctor` finds it.
    """
    hops = forwarded_for(forwarded) if settings.PUBLIC_URL and settings.PROXIES else []
    seen = without_port(hops[-settings.PROXIES :][0]) if hops else connected
    return seen if _is_address(seen.partition("%")[0]) else connected


def forwarded_for(header: str) -> list[str]:
    """Addresses that proxies have seen, the last one's word last; before them, what the client says itself."""
    return [part.strip() for part in header.split(",") if part.strip()]


def network_of(address: str) -> str:
    """The address, or its network where a customer has a whole one (IPv6)."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, ipaddress.IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(known) >> (128 - NETWORK_BITS) << (128 - NETWORK_BITS)))


def without_port(address: str) -> str:
    """An address as some proxies write it, without the port, which is another one for each connection."""
    return (
        address.strip("[").partition("]")[0]
        if "[" in address or address.count(":") > 1
        else address.split(":", maxsplit=1)[0]
    )


def family_of(host: str) -> socket.AddressFamily:
    """IPv6 or IPv4, by how a host is written."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _is_own_name(domain: str) -> bool:
    """True for the name of this machine: as it stands, bare, or as its network calls it. It may change while we run."""
    whole = socket.gethostname().lower()
    bare = whole.partition(".")[0]
    return domain in (whole, bare) or bool(
        domain.startswith(f"{bare}.") and HOME_NETWORKS.fullmatch(domain.removeprefix(bare))
    )


def _address_towards(destination: str) -> str | None:
    try:
        with socket.socket(family_of(destination), socket.SOCK_DGRAM) as probe:
            probe.connect((destination, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
