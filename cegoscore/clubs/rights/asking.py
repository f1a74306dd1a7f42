"""Fingerprints of the addresses that ask: enough to count by, and nothing that says whose they are."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import HttpRequest

from cegoscore.reached import address_of, network_of


def address_hash(request: HttpRequest) -> str:
    """Fingerprint of the address, or of its network where a customer has a whole one."""
    network = network_of(address_of(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", "")))
    return hashlib.sha256(f"{settings.SECRET_KEY}{network}".encode()).hexdigest()
