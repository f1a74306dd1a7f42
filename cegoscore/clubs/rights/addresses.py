"""Where a link leads. Its target is opaque here; the floors above say which targets are theirs, and where they are."""

from __future__ import annotations

from collections.abc import Callable

from cegoscore.clubs.models import Link

Finder = Callable[[Link], str | None]
"""The address of a link's target, if it is one of the finder's own."""

_FINDERS: list[Finder] = []


def leads_to(finder: Finder) -> None:
    """Ask this finder too; each app names its own once, when it is ready."""
    if finder not in _FINDERS:
        _FINDERS.append(finder)


def address_of(link: Link) -> str | None:
    """The clean address that the link leads to; none if its target is gone."""
    return next((address for finder in _FINDERS if (address := finder(link)) is not None), None)
