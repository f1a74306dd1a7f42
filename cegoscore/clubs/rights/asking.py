"""The address that asks, as a fingerprint: for counting, never for knowing who it was."""

from __future__ import annotations

import hashlib
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

from cegoscore.reached import address_asking

NETWORK_BITS = 64
"""Of an IPv6 address: the rest is the customer's own choice."""


def address_hash(request: HttpRequest) -> str:
    """Fingerprint of the address, or of its network where a customer has a whole one."""
    network = _network_of(address_asking(request))
    return hashlib.sha256(f"{settings.SECRET_KEY}{network}".encode()).hexdigest()


def _network_of(address: str) -> str:
    """The address, or its network where a customer has a whole one (IPv6)."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Address(int(known) >> (128 - NETWORK_BITS) << (128 - NETWORK_BITS)))
