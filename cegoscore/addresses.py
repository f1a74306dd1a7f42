"""Addresses of views: routes named like these, addresses put together once, and numbers that stand in them."""

from collections.abc import Callable, Mapping
from functools import cache
from uuid import UUID

from django.http import HttpResponseBase
from django.urls import URLPattern, path, reverse

MARKS: dict[type, tuple[UUID, ...] | tuple[int, ...]] = {
    UUID: tuple(UUID(int=mark) for mark in range(0xC0DE, 0xC0E2)),
    int: tuple(range(7_000_000_001, 7_000_000_005)),
}
"""Keys that no view has, to find their places in an address by."""


def address(view: str, *keys: UUID | int) -> str:
    """The address of a view by its name and the keys in it, as `reverse` has it."""
    return _pattern(view, tuple(type(key) for key in keys)).format(*keys)


@cache
def _pattern(view: str, types: tuple[type, ...]) -> str:
    marks = [MARKS[kind][at] for at, kind in enumerate(types)]
    pattern = reverse(view, args=marks)
    for mark in marks:
        pattern = pattern.replace(str(mark), "{}")
    return pattern


def number_of(text: str, *, most: int = 10**14) -> int | None:
    """The whole number that a part of an address is; none if it is something else, or larger than it can be."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 15 else None
    return None if number is None or number > most else number


def uuid_of(text: str | None) -> UUID | None:
    """The UUID that a part of an address, or a field of a form, is; none if it is something else."""
    try:
        return UUID(text or "")
    except ValueError:
        return None


def routes(start: str, views: Mapping[str, Callable[..., HttpResponseBase]]) -> list[URLPattern]:
    """Routes by the end of the address behind this start, each named like its view."""
    return [path(f"{start}{end}", view, name=view.__name__) for end, view in views.items()]
