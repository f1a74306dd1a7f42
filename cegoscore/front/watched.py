"""Registry of what can be followed. Higher floors, which know versions and rights, fill it in `AppConfig.ready`."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from cegoscore.registry import Registry

Device = UUID | None
"""Whoever asks; `None` without a cookie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """A thing as a device may see it: its version and, if the right to look ends by the clock, the end of that."""

    version: str
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedKind:
    """Things of one kind that can be followed."""

    device_in: Callable[[Mapping[str, str]], Device]
    """The device of a request by its cookies."""
    versions: Callable[[Collection[UUID]], Mapping[UUID, str]]
    """The versions of those things that are there. One statement."""
    sights: Callable[[UUID, Collection[Device]], Mapping[Device, Sight]]
    """The thing as devices see it, for those of them that may look at it. One statement."""


KINDS: Registry[WatchedKind] = Registry()
"""By the word for them in the bell's addresses."""
