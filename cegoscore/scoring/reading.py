"""Reading untrusted mappings: take every key, remember every fault, never raise.

`Fields` is handed a mapping as it came from JSON, TOML or a form. Each `take_` method removes one key, checks its type
and limits, and returns the value or `None` after noting a `Problem`. `done` complains about whatever is left over.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeVar
from uuid import UUID

from cegoscore.scoring.names import tidy
from cegoscore.scoring.problems import Problem

LANGUAGES = ("de", "en")
"""Languages in which every rule set says its texts."""

Choice = TypeVar("Choice", bound=StrEnum)
Document = TypeVar("Document")
Part = TypeVar("Part")
REQUIRED: Any = object()
"""Given as default, a missing key is a problem; `None` would be a value."""

_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters but tab and line break, and halves of characters: nothing that could be stored or shown."""

_ISO_TIME = re.compile(r"[0-9W:.,+TZ -]+")


class Fields:
    """The keys of one mapping, to be taken one by one."""

    def __init__(self, data: Mapping[str, Any], *, path: str = "", hand: int | None = None) -> None:
        self._left = dict(data)
        self._path = path
        self.hand = hand
        self.problems: list[Problem] = []

    def __contains__(self, key: str) -> bool:
        return key in self._left

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys that have not been taken yet."""
        return tuple(str(key) for key in self._left)

    def complain(self, code: str, key: str = "", **params: int | str) -> None:
        """Note a problem with `key` of this mapping."""
        path = ".".join(part for part in (self._path, key) if part)
        self.problems.append(Problem(code=code, key=path, hand=self.hand, params=tuple(params.items())))

    def done(self) -> None:
        """Every key that nobody took is a mistake of the writer's."""
        for key in self._left:
            self.complain("unknown_key", printable(str(key)[:40]))
        self._left.clear()

    def skip(self, keys: Iterable[str]) -> None:
        """Put keys aside that nobody can judge, because what they depend on is itself wrong."""
        for key in keys:
            self._left.pop(key, None)

    def take(self, key: str, default: Any = REQUIRED) -> Any:
        """The raw value of `key`; a missing one without a default is a problem."""
        if key in self._left:
            return self._left.pop(key)
        if default is REQUIRED:
            self.complain("missing", key)
            return None
        return default

    def is_mapping(self, key: str) -> bool:
        """True if `key` holds named values; it is not taken."""
        return isinstance(self._left.get(key), Mapping)

    def take_null(self, key: str) -> bool:
        """True if `key` is there and null; then it is taken."""
        if key in self._left and self._left[key] is None:
            del self._left[key]
            return True
        return False

    def take_false(self, key: str) -> None:
        """Take `key` if it is false and therefore says nothing."""
        if self._left.get(key) is False:
            del self._left[key]

    def _checked(self, key: str, default: Any, check: Callable[..., Any], *limits: Any) -> Any:
        if key in self._left:
            return check(key, self._left.pop(key), *limits)
        return self.take(key) if default is REQUIRED else default

    def take_int(self, key: str, least: int, most: int, default: Any = REQUIRED) -> Any:
        """A whole number in limits."""
        return self._checked(key, default, self._int, least, most)

    def _int(self, key: str, value: Any, least: int, most: int) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            self.complain("not_whole", key)
        elif not least <= value <= most:
            self.complain("out_of_range", key, least=least, most=most)
        else:
            return value
        return None

    def take_ints(self, key: str, least: int, most: int, default: Any = REQUIRED, *, none: bool = False) -> Any:
        """A list of whole numbers in limits, as a tuple; with `none` an entry may be null."""
        return self._checked(key, default, lambda key, value: self._ints(key, value, least, most, none=none))

    def _ints(self, key: str, value: Any, least: int, most: int, *, none: bool) -> tuple[int | None, ...] | None:
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.complain("not_a_list", key)
            return None
        before = len(self.problems)
        entries = tuple(None if none and entry is None else self._int(key, entry, least, most) for entry in value)
        return entries if len(self.problems) == before else None

    def take_bool(self, key: str, *, default: Any = REQUIRED) -> Any:
        """True or false, nothing that merely looks like it."""
        return self._checked(key, default, self._bool)

    def _bool(self, key: str, value: Any) -> bool | None:
        if isinstance(value, bool):
            return value
        self.complain("not_bool", key)
        return None

    def take_text(self, key: str, most: int, default: Any = REQUIRED) -> Any:
        """Text of at least one and at most `most` characters, without blanks around it."""
        return self._checked(key, default, self._text, most)

    def _text(self, key: str, value: Any, most: int) -> str | None:
        if not isinstance(value, str) or not is_text(value):
            self.complain("not_text", key)
        elif not value.strip():
            self.complain("empty_text", key)
        elif len(value) > most:
            self.complain("long_text", key, most=most)
        else:
            return value.strip()
        return None

    def take_texts(self, most: int) -> Mapping[str, str]:
        """Text of at most `most` characters in every language, each under the language's code."""
        return MappingProxyType({language: self.take_text(language, most) for language in LANGUAGES})

    def take_format(self, name: str) -> None:
        """The document's own word for what it is; anything but `name` is a problem."""
        if self.take_text("format", 2 * len(name)) not in (None, name):
            self.complain("not_one_of", "format", choices=name)

    def take_name(self, key: str, most: int, default: Any = REQUIRED) -> Any:
        """Text as a name is written down (`names.tidy`)."""
        return self._checked(key, default, self._name, most)

    def _name(self, key: str, value: Any, most: int) -> str | None:
        text = self._text(key, value, most)
        return None if text is None else self._text(key, tidy(text), most)

    def take_choice(self, key: str, choices: type[Choice], default: Any = REQUIRED) -> Any:
        """One of the names of a closed set."""
        return self._checked(key, default, self._choice, choices)

    def _choice(self, key: str, value: Any, choices: type[Choice]) -> Choice | None:
        if isinstance(value, str) and value in choices.__members__.values():
            return choices(value)
        self.complain("not_one_of", key, choices=", ".join(choices))
        return None

    def take_decimal(self, key: str, default: Any = REQUIRED) -> Any:
        """A positive amount written as text, for money only."""
        return self._checked(key, default, self._decimal)

    def _decimal(self, key: str, value: Any) -> Decimal | None:
        try:
            number = Decimal(value) if isinstance(value, str) and len(value) <= 20 else Decimal("NaN")
        except InvalidOperation:
            number = Decimal("NaN")
        if number.is_finite() and 0 < number < 10**9:
            return number
        self.complain("not_decimal", key)
        return None

    def take_uuid(self, key: str, default: Any = REQUIRED) -> Any:
        """A UUID as text."""
        return self._checked(key, default, self._uuid)

    def _uuid(self, key: str, value: Any) -> UUID | None:
        try:
            return UUID(value)
        except (ValueError, TypeError, AttributeError):
            self.complain("not_uuid", key)
            return None

    def take_time(self, key: str, default: Any = REQUIRED) -> Any:
        """A date or time in ISO form; kept as the text it was."""
        return self._checked(key, default, self._time)

    def _time(self, key: str, value: Any) -> str | None:
        try:
            if isinstance(value, str) and _ISO_TIME.fullmatch(value) and _is_whole(datetime.fromisoformat(value)):
                return value
        except ValueError:
            pass
        self.complain("not_time", key)
        return None

    def take_fields(self, key: str, default: Any = REQUIRED) -> Fields | None:
        """A mapping inside this one; its problems are collected by `adopt`."""
        inner: Fields | None = self._checked(key, default, self._fields)
        return inner

    def _fields(self, key: str, value: Any) -> Fields | None:
        if isinstance(value, Mapping):
            return Fields(value, path=".".join(part for part in (self._path, key) if part), hand=self.hand)
        self.complain("not_a_mapping", key)
        return None

    def adopt(self, inner: Fields) -> None:
        """Close a mapping inside this one and take over its problems."""
        inner.done()
        self.problems += inner.problems

    def take_part(self, key: str, read: Callable[[Fields], Part], default: Any = REQUIRED) -> Part | None:
        """Read a mapping inside this one with `read`; its problems and what is left over are noted here."""
        inner = self.take_fields(key, default)
        if inner is None:
            return None
        part = read(inner)
        self.adopt(inner)
        return part

    def take_list(self, key: str, default: Any = REQUIRED) -> list[Any]:
        """A list of anything; an empty one after a problem."""
        return list(self._checked(key, default, self._list) or ())

    def _list(self, key: str, value: Any) -> list[Any] | None:
        if isinstance(value, list | tuple):
            return list(value)
        self.complain("not_a_list", key)
        return None

    def only_one_of(self, keys: Iterable[str], *, none: str, several: str) -> str | None:
        """The single one of `keys` that is here; complains with the given codes if none or several are."""
        choices = tuple(keys)
        here = [key for key in choices if key in self._left]
        if len(here) != 1:
            self.complain(several if here else none, choices=", ".join(here or choices))
            return None
        return here[0]


def _is_whole(written: datetime) -> bool:
    """False for a zone that is off by parts of a second: no zone is, and PostgreSQL does not take it."""
    offset = written.utcoffset()
    return offset is None or not offset.microseconds


def parse_text(
    text: str, parse: Callable[[Any], tuple[Document | None, tuple[Problem, ...]]]
) -> tuple[Document | None, tuple[Problem, ...]]:
    """Read JSON and hand it to its reader; the document, or every problem found."""
    try:
        data = json.loads(text, parse_float=_number, parse_constant=_number, object_pairs_hook=_mapping)
    except (ValueError, RecursionError) as error:
        return None, (Problem(code="not_json", params=(("why", str(error)),)),)
    return parse(data)


def _number(text: str) -> float:
    """A number as JSON has it: neither beyond every limit nor none at all."""
    if not isfinite(number := float(text)):
        raise ValueError(f"{text[:20]} is no number")
    return number


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The keys with their values, each key once: of two points nobody knows which was meant."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        twice = Counter(key for key, _value in pairs).most_common(1)[0][0]
        raise ValueError(f"{printable(twice[:20])} stands twice in one object")
    return mapping


def is_text(text: str) -> bool:
    """True if it has only characters that can be stored and shown."""
    return not _NO_TEXT.search(text)


def printable(text: str) -> str:
    """Foreign text as a problem may echo it: one line, nothing that could not be shown."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
