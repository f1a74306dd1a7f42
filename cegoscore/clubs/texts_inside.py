"""Texts inside of values for JSON, under a key however deep."""

from collections.abc import Callable, Iterator
from typing import Any

ANYWHERE = "*"
"""Key of all texts there are."""


def texts_in(value: Any, key: str) -> Iterator[str]:
    """The texts under a key, each once."""
    texts: dict[str, None] = {}

    def take(text: str) -> str:
        texts[text] = None
        return text

    changed(value, key, take)
    return iter(texts)


def changed(value: Any, key: str, change: Callable[[str], str]) -> Any:
    """The value with the texts under a key changed."""
    if isinstance(value, dict):
        return {name: changed(inner, ANYWHERE if name == key else key, change) for name, inner in value.items()}
    if isinstance(value, list):
        return [changed(inner, key, change) for inner in value]
    return change(value) if isinstance(value, str) and key == ANYWHERE else value
