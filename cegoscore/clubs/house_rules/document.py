"""A rule set's document as the values of its fields, and back: what a form shows, and what it sends.

Numbers stay the text that was typed until `document_of`; what is no number goes to the core as it is, and the core says
so. A document that nobody changed comes back equal.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.text import slugify

from cegoscore.clubs.house_rules.fields import (
    BASE,
    BETWEEN,
    BY_DIFFERENCE,
    BY_TABLE,
    SWITCHES,
    TEXTS,
    FieldKind,
    RuleField,
    Values,
)
from cegoscore.clubs.names import whole_number
from cegoscore.clubs.wording import in_language
from cegoscore.scoring.reading import LANGUAGES
from cegoscore.scoring.rules.auction_readings import LIKE

Document = dict[str, Any]


# From a document to values


def values_of(document: Mapping[str, Any], fields: Iterable[RuleField]) -> dict[str, str | bool]:
    """Every field with its value in the page's language; what is missing is empty or off, or has its default."""
    base = BY_TABLE if _at(document, "normal.brackets") else BY_DIFFERENCE
    return {field.key: _shown(field, value_of(document, field)) for field in fields} | {BASE: base}


def value_of(document: Mapping[str, Any], field: RuleField) -> Any:
    """The value that a document has for a field; `None` where it does not say it."""
    return _at(document, field.place)


def _at(document: Mapping[str, Any], place: str) -> Any:
    """The value at a place, in a list by its number; a factor that is one number is so won and lost."""
    value: Any = document
    for part in place.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list | tuple):
            value = dict(enumerate(value)).get(int(part))
    return value


def _shown(field: RuleField, value: Any) -> str | bool:
    if value is None and field.default is not None:
        return field.default
    if field.kind in SWITCHES:
        return value is not None and value is not False
    if field.kind in TEXTS and isinstance(value, Mapping):
        return in_language(value)
    if isinstance(value, list | tuple):
        return (BETWEEN if field.kind is FieldKind.SEVERAL else " ").join(map(str, value))
    return "" if value is None else str(value)


# From values to a document


def document_of(
    values: Values, fields: Iterable[RuleField], base: Mapping[str, Any], *, identifier: str, original: str = ""
) -> Document:
    """The document that the values say; `base` is the one that the fields were made from.

    `original` is the published rule set whose auction decisions about the bidding build on. What is empty, switched off
    or does not apply is left out. A text is used for every language, unless it is the one that `base` has.
    """
    document: Document = {"id": identifier}
    for field in fields:
        if field.key != BASE and field.applies(values):
            value = _said(field, values[field.key], value_of(base, field))
            if value is not None:
                _put(document, field.place, value)
    _complete(document)
    if "auction" in document:
        document["auction"] = {LIKE: original, **document["auction"]}
    rare = [game for game in base.get("rare", ()) if game in _played(document)]
    return document | ({"rare": rare} if rare else {})


def _said(field: RuleField, typed: str | bool, old: Any) -> Any:
    """The value that the document has for what was typed; nothing if nothing was."""
    if field.default is not None and typed == field.default:
        return None
    text = str(typed or "").strip()
    if not (text or field.needed or field.default is not None):
        return None
    if field.kind is FieldKind.PART:
        return {}
    if field.kind is FieldKind.SWITCH:
        return bool(typed)
    if field.kind in TEXTS:
        return old if old and _shown(field, old) == text else dict.fromkeys(LANGUAGES, text)
    if field.kind is FieldKind.SEVERAL:
        return [part for part in text.split(BETWEEN) if part]
    if field.default is not None:
        return text
    if field.kind is FieldKind.NUMBERS:
        return [_whole(part) for part in text.replace(",", " ").replace(";", " ").split()]
    return _whole(text)


def _whole(text: str) -> int | str:
    """The number, or the text if it is none."""
    number = whole_number(text)
    return text if number is None else number


def _put(document: Document, place: str, value: Any) -> None:
    *way, last = place.split(".")
    inner: Any = document
    for part in way:
        inner = inner.setdefault(part, [] if part == "amounts" else {})
    if isinstance(inner, list):
        inner += [None] * (int(last) - len(inner)) + [value]
    else:
        inner[last] = value


def _complete(document: Document) -> None:
    """Say what follows from other values as the published documents say it."""
    for target in document.get("targets", {}).values():
        if "amount" not in target:
            target["house_sets_it"] = True
    if normal := document.get("normal"):
        normal.setdefault("factors", {})
        for factors in (normal["factors"], normal.get("over_solo", {})):
            factors |= {game: factor["won"] for game, factor in factors.items() if _is_one_number(factor)}


def _is_one_number(factor: Document) -> bool:
    """True if a game counts the same won and lost."""
    return isinstance(factor.get("won"), int) and factor["won"] == factor.get("lost")


def _played(document: Document) -> list[str]:
    """Only games that are played may be folded away."""
    return [*document.get("normal", {}).get("factors", ()), *document.get("targets", ()), *document]


OWN = "own"


def own_identifier(name: str) -> str:
    """The identifier of a club's rule set in documents."""
    return "-".join(part for part in (OWN, slugify(name)[:50].strip("-_").replace("_", "-")) if part)
