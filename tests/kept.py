"""Digests of many answers at once: what changes any of them is seen, and is wanted or not.

A row of a file is a name and a digest. After a wanted change the new digest stands in the failure of its row.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

NUMBERS = [-1, 0, 1, 2, 3, 10, 11, 21, 22, 54, 55, 79, 80, 99, 100, 101, 200, 201, 999, 1_000, 1_001]
NUMBERS += [most + more for most in (10_000, 100_000, 1_000_000) for more in (0, 1)]
OTHERS: Mapping[type, Sequence[Any]] = {
    bool: (True, False, None, 1),
    int: (None, True, "x", 1.5, *NUMBERS, *(-number for number in NUMBERS[-2:])),
    str: (None, "", "x", " a\nb ", "x" * 201, "x" * 501, 1),
    list: (None, {}, [], [1, 1], [0, 1, 2, 3]),
    dict: (None, [], {}),
}
"""By the type of a value, what may stand there instead."""


def rows(path: Path) -> dict[str, str]:
    """The digests of a file by their names."""
    return dict(line.split() for line in path.read_text().splitlines())


def digest_of(answers: Iterable[Any]) -> str:
    """Sixteen digits of all answers."""
    digest = sha256()
    for answer in answers:
        digest.update(json.dumps(answer, default=_plain).encode())
    return digest.hexdigest()[:16]


def _plain(value: Any) -> Any:
    """A value that JSON does not know."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    return sorted(value) if isinstance(value, frozenset) else str(value)


def changes(document: Any) -> Iterator[Any]:
    """The document with one place changed: another value, nothing, something unknown, or once more."""
    if isinstance(document, Mapping):
        yield {**document, "colour": 1}
        for key, value in document.items():
            yield {other: kept for other, kept in document.items() if other != key}
            yield from ({**document, key: changed} for changed in changes(value))
    elif isinstance(document, list):
        yield from ([*document, *document], document[:-1])
        for place, value in enumerate(document):
            yield from ([*document[:place], changed, *document[place + 1 :]] for changed in changes(value))
    yield from OTHERS.get(type(document), ())
