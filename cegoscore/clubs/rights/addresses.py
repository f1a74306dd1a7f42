"""Addresses of what links open. A link's target is opaque here; higher floors register how to find theirs."""

from __future__ import annotations

from collections.abc import Callable

from cegoscore.clubs.models import Link
from cegoscore.registry import Registry

Finder = Callable[[Link], str | None]
"""The address of a link's target, if it is one of the finder's own."""

TARGETS: Registry[Finder] = Registry()
"""One finder for each kind of target."""


def address_of(link: Link) -> str | None:
    """The clean address that the link leads to; `None` if its target is gone."""
    return next((address for finder in TARGETS if (address := finder(link)) is not None), None)
