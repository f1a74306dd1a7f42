"""Values for monitors that are read when somebody asks: registered by any room, shown by `cegoscore.metrics`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cegoscore.registry import Registry


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number of this moment, by Prometheus's rules for names: units at the end, in seconds or bytes."""

    name: str
    meaning: str
    value: float


GAUGES: Registry[Callable[[], Iterable[Gauge]]] = Registry()
