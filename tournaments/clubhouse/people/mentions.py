"""Search for a person's names in typed texts: reasons, remarks, titles. The program's own texts hold no names."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from cegoscore.clubs.models import Club, Device, Grant, LogEntry, Passkey
from cegoscore.scoring.names import MARKS
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.backup.scopes import rows_of

LONGEST_DEVICE = 60
SPELLED = {mark: f"[{mark}{''.join(chr(code) for code, to in MARKS.items() if to == mark)}]" for mark in "'-"}
"""Every way to write an apostrophe or a hyphen, as a pattern."""
SHORTEST_PART = 3
"""Shorter parts of a name stand in every other text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A text of a club in which a name stands, whole or a part of it."""

    part: Part
    pk: Any
    column: str
    inside: str
    """The key at the top of a JSON column; empty for a text column."""
    text: str
    is_whole: bool

    @property
    def key(self) -> str:
        """The mention's key in a form."""
        return f"{self.part.name}:{self.pk}:{self.column}"


class Names:
    """Matcher for all names of a person in texts, also with a genitive's s."""

    def __init__(self, names: Collection[str]) -> None:
        parts = {part for name in names for part in re.findall(r"\w+", name) if len(part) >= SHORTEST_PART}
        self._whole, self._parts = _pattern(set(names) - {""}), _pattern(parts)

    def stand_in(self, text: str) -> bool:
        """True if the text has one of the names as a whole."""
        return bool(self._whole and self._whole.search(text))

    def partly_stand_in(self, text: str) -> bool:
        """True if the text has a part of a name, which may be somebody else's."""
        return bool(self._parts and self._parts.search(text))

    def replaced(self, text: str, by: str, *, parts: bool) -> str:
        """The text with something else in the place of every name, and on demand of every part of one."""
        for pattern in (self._whole, self._parts if parts else None):
            text = pattern.sub(lambda _found: by, text) if pattern else text
        return text


def _pattern(words: Collection[str]) -> re.Pattern[str] | None:
    if not words:
        return None
    longest_first = sorted({word.translate(MARKS) for word in words}, key=len, reverse=True)
    either = "|".join("".join(SPELLED.get(sign, re.escape(sign)) for sign in word) for word in longest_first)
    return re.compile(rf"(?<!\w)(?:{either})(?:['’]?s)?(?!\w)", re.IGNORECASE)


def mentions_of(club: Club, names: Names) -> Iterator[Mention]:
    """Every text of the club in which the names, or parts of them, stand, names of clubs that joined it too."""
    for part in (club, *club.joined.all()):
        yield from _mentions_in(part, names)


def _mentions_in(club: Club, names: Names) -> Iterator[Mention]:
    for part in PARTS:
        for column in part.texts:
            field = part.fields[column].name
            rows = rows_of(part, club).exclude(**{field: ""}).values_list("pk", field)
            yield from _found(part, column, "", rows.iterator(), names)
        for column, key in part.texts_inside:
            field = part.fields[column].name
            rows = rows_of(part, club).filter(**{f"{field}__has_key": key}).values_list("pk", field)
            texts = ((pk, value[key]) for pk, value in rows.iterator() if isinstance(value[key], str))
            yield from _found(part, column, key, texts, names)


def _found(part: Part, column: str, inside: str, rows: Any, names: Names) -> Iterator[Mention]:
    for pk, text in rows:
        is_whole = names.stand_in(text)
        if is_whole or names.partly_stand_in(text):
            yield Mention(part=part, pk=pk, column=column, inside=inside, text=text, is_whole=is_whole)


def take_out(club: Club, names: Names, by: str, also: Collection[str] = ()) -> None:
    """Put something else in the place of the names wherever they stand as a whole, and of their parts in `also`."""
    for mention in list(mentions_of(club, names)):
        if mention.is_whole or mention.key in also:
            text = names.replaced(mention.text, by, parts=mention.key in also)
            _write(mention, text)
    for device in _devices_of(club):
        if names.stand_in(device.name):
            device.name = names.replaced(device.name, by, parts=False)[:LONGEST_DEVICE]
            device.save(update_fields=["name"])


def _devices_of(club: Club) -> Iterator[Device | Passkey]:
    """Devices with a right in the club or in its log, and its passkeys: their names are typed, and in no backup."""
    clubs = [club, *club.joined.all()]
    able, noted = (model.objects.filter(club__in=clubs).values("device") for model in (Grant, LogEntry))
    yield from Device.objects.filter(Q(pk__in=able) | Q(pk__in=noted)).exclude(name="")
    yield from Passkey.objects.filter(club__in=clubs).exclude(name="")


def _write(mention: Mention, text: str) -> None:
    """A reason in a sheet's history changes, too: it is the one thing there that is not about points."""
    rows = mention.part.model._base_manager.filter(pk=mention.pk)
    if mention.part.salt:
        # The hash stays in a chain: without text and salt nobody can tell what it was made of.
        rows.update(**{mention.part.fields[name].name: "" for name in (*mention.part.texts, mention.part.salt)})
        return
    field = mention.part.fields[mention.column]
    value: str | Mapping[str, Any] = text[: getattr(field, "max_length", None)]
    if mention.inside:
        value = rows.values_list(field.name, flat=True).get() | {mention.inside: text}
    rows.update(**{field.name: value})
