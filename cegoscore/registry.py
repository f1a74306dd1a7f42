"""The one kind of registry: lower floors define it and read it, higher floors fill it in `AppConfig.ready`."""

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


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
        return self._values.get(name)

    def __iter__(self) -> Iterator[T]:
        return iter(self._values.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the order in which they were registered."""
        return tuple(self._values)
