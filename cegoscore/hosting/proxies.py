"""Questions to our own `PUBLIC_URL`: whether proxies hand on what pages rest on."""

from __future__ import annotations

import http.client
import json
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from cegoscore.reached import forwarded_for

CLAIMED = "192.0.2.77"
"""The address that `doctor` pretends to have; nobody has it."""
SECONDS = 10


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


def came_by(request: HttpRequest) -> dict[str, Any]:
    """Name and scheme by which a question came here, and how many proxies have added whom they saw."""
    added = forwarded_for(request.headers.get("X-Forwarded-For", ""))
    proxies = len(added) - (added[:1] == [CLAIMED])
    return {"host": request.get_host(), "scheme": request.scheme, "proxies": proxies}


def lost_on_the_way() -> list[str]:
    """Everything that proxies lose between `PUBLIC_URL` and us, each with its effect."""
    try:
        return _problems(asked(settings.PUBLIC_URL))
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as problem:
        return [f"no answer of this server from there ({problem})"]


def asked(address: str) -> dict[str, Any]:
    """Ask there for `came_by`. Raises what comes instead of our answer."""
    question = urllib.request.Request(f"{address}/readyz", headers={"X-Forwarded-For": CLAIMED})  # noqa: S310 - http(s)
    with urllib.request.build_opener(_NoRedirect).open(question, timeout=SECONDS) as answer:
        came: dict[str, Any] = json.load(answer)["came"]
    return came


def _problems(came: dict[str, Any]) -> list[str]:
    public = urlsplit(settings.PUBLIC_URL)
    host = urlsplit(f"//{came['host']}").hostname
    checks = {
        f"Host (it says {came['host']}: redirects lead there, and passkeys are not offered)": host == public.hostname,
        "X-Forwarded-Proto (pages redirect for ever)": came["scheme"] == public.scheme,
        "X-Forwarded-For (all visitors are one address)": came["proxies"] > 0 or not settings.PROXIES,
    }
    lost = [f"the proxy loses {what}" for what, is_well in checks.items() if not is_well]
    if came["proxies"] not in (0, settings.PROXIES):
        lost.append(f"{came['proxies']} proxies add to X-Forwarded-For: set PROXIES={came['proxies']}")
    return lost
