"""Values that pages and papers are made of, held against those that were looked at; they hold no sentence of a page.

`GOLDEN=1` writes them anew, for a change that wants them to be different; look at what `git diff` says then.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cached_property
from pprint import pformat
from typing import Any
from uuid import UUID

from django.db.models import Model

from tests.golden import HERE
from tournaments.course.entrants import Person
from tournaments.seasons.queries import NamedPlayer

KEY = re.compile(
    r'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=/players/)\d+|(?<=me=)\d+|(?<=id="p)\d+|(?<=sort=e)\d+|\d\d?\.\d\d?\.\d{4}'
)
"""A key of a row, which another database gives another number, or a day in digits, which may be today."""
KEYS = ("pk", "key", "keys", "player", "tied_with", "me", "category", "ranking")


def hold(name: str, value: Any) -> None:
    """Fail if a value is not what it was; keys and moments are left out."""
    path, text = HERE / "values" / f"{name}.txt", f"{pformat(_plain(value), width=150, sort_dicts=False)}\n"
    if os.environ.get("GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def _plain(value: Any) -> Any:
    match value:
        case Person():
            return f"{value.number} {value.name}"
        case NamedPlayer():
            return value.name
        case UUID() | date():
            return "…"
        case Model():
            return type(value).__name__
        case str():
            return [KEY.sub("…", row) for row in value.split("</tr>")] if "</tr>" in value else KEY.sub("…", value)
        case Mapping():
            return {_plain(key): _plain(one) for key, one in value.items() if key not in KEYS}
        case tuple() if names := getattr(value, "_fields", ()):
            return dict(_attributes(value, names))
        case list() | tuple() | Iterator():
            return [_plain(one) for one in value]
        case _ if is_dataclass(value):
            return dict(_attributes(value, [field.name for field in fields(value)]))
    return value


def _attributes(value: Any, names: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a value, and its properties, without keys and what is false or empty."""
    yield "is", type(value).__name__
    more = [name for name, one in vars(type(value)).items() if isinstance(one, (property, cached_property))]
    told = ((name, _plain(getattr(value, name))) for name in dict.fromkeys([*names, *more]))
    yield from ((name, one) for name, one in told if one not in ([], {}, "") and one is not False and name not in KEYS)
