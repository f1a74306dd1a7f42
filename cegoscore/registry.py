"""The one kind of registry: lower floors define it and read it, higher floors have it filled by `AppConfig.ready`."""

from collections.abc import Callable, Iterator
from threading import RLock
from typing import Generic, TypeVar

T = TypeVar("T")

_to_fill: list[Callable[[], None]] = []
_filling = RLock()


def fill_later(register: Callable[[], None]) -> None:
    """Have values registered before any registry is read: to load what they are is a quarter of Django's start."""
    _to_fill.append(register)


def fill() -> None:
    """Register all that waits, in the order of the apps; nobody reads a registry that is half filled."""
    with _filling:
        while _to_fill:
            _to_fill.pop(0)()


class Registry(Generic[T]):
    """Named values in the order in which they were registered.

    A second `ready` registers the same values again; that changes nothing. Two different values under one name are a
    programming error.
    """

    def __init__(self) -> None:
        self._values: dict[str, T] = {}

    def register(self, name: str, value: T) -> None:
        """Add a value under a name. Raises `ValueError` if the name has another value already."""
        if self._values.setdefault(name, value) != value:
            raise ValueError(f"{name} is registered already, with another value")

    def get(self, name: str) -> T | None:
        """The value under a name, if there is one."""
        fill()
        return self._values.get(name)

    def __iter__(self) -> Iterator[T]:
        fill()
        return iter(self._values.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the order in which they were registered."""
        fill()
        return tuple(self._values)
