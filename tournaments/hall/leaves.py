"""Paging of long lists for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def leaves(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """A long list in pages."""
    return [items[start : start + size] for start in range(0, len(items), size)]
