"""Labels that people choose by, and names in narrow columns: no two look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def told_apart(labels: Mapping[Key, str], more: Callable[[Key], str]) -> dict[Key, str]:
    """The labels by key; of those that look alike each with `more`, and with a number if that does not tell either."""
    alike = Counter(label.casefold() for label in labels.values())
    longer = {key: more(key) if alike[label.casefold()] > 1 else label for key, label in labels.items()}
    seen: Counter[str] = Counter()
    found: dict[Key, str] = {}
    for key, label in longer.items():
        seen[label.casefold()] += 1
        number = seen[label.casefold()]
        found[key] = label if number == 1 else f"{label} · {number}"
    return found


def own_part(name: str, others: Iterable[str]) -> str:
    """The end of a name from the word on by which it differs from another that begins alike; nothing if none does."""
    begun = [f"{other} " for other in others if other != name]
    ends = (at for at in reversed(range(len(name))) if name[at] == " ")
    return next((name[at:] for at in ends if any(other.startswith(name[: at + 1]) for other in begun)), "")
