"""Names and amounts as people type them; names in the order of lists, cut for columns, and no two that look alike."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from django import forms

from cegoscore.scoring.names import MARKS, tidy

APPENDED = frozenset({"jun", "jr", "junior", "sen", "sr", "senior"})
"""Words behind a surname that are no part of it."""
CUTS = re.compile(r"(?<=[^\W\d_aeiouyäöü])(?=[aeiouyäöü])|(?<=^\w)|(?<=-\w)", re.IGNORECASE)
"""Places where people cut a word: before a vowel, behind an initial."""


class NameField(forms.CharField):
    """A name without anything unseen in it; one of which nothing is seen counts as not typed."""

    def to_python(self, value: Any) -> str:
        """The tidied name."""
        return tidy(str(super().to_python(value) or ""))


FIRST_FROM_RIGHT = "\u0590"
"""No letter before these, of Hebrew, runs from right to left."""


def set_apart(text: str) -> str:
    """The text as a sentence has it: one that runs from right to left turns no number round that stands beside it."""
    if text.isascii():
        return text
    from_right = max(text) >= FIRST_FROM_RIGHT and any(
        unicodedata.bidirectional(letter) in ("R", "AL") for letter in text
    )
    return f"\u2068{text}\u2069" if from_right else text


PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that Unicode does not take apart, as a German list files them."""
FILED = MARKS | PLAIN


def sort_key(name: str) -> str:
    """Alphabetical sort key of a name: Ä with A, ß with ss, Ł with L, upper and lower case alike.

    Databases do not agree about that, so names are put in order here.
    """
    if name.isascii():  # most are, in lists of hundreds
        return name.casefold().replace("`", MARKS[ord("`")])
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(FILED))
    return "".join([letter for letter in decomposed if not unicodedata.combining(letter)])


def in_capitals_or_not(word: str) -> set[str]:
    """Forms in which a word is looked for: SQLite takes capitals for small letters in plain letters only."""
    return {word} if word.isascii() else {word, word.lower(), word.upper(), word.capitalize()}


def surname(name: str, sorted_by: str = "") -> str:
    """The surname in a name: its last word, without "jun." or a number behind it, or what `sorted_by` says instead.

    A single name is its own surname.
    """
    words = name.split()
    while len(words) > 1 and (words[-1].strip(".").casefold() in APPENDED or not any(map(str.isalpha, words[-1]))):
        words.pop()
    return sorted_by or (words[-1] if words else "")


def surname_key(name: str, sorted_by: str = "") -> tuple[str, str]:
    """Sort key of lists by surname: the surname, then the whole name."""
    return sort_key(surname(name, sorted_by)), sort_key(name)


def surname_first(name: str, sorted_by: str = "") -> str:
    """A name as lists by surname write it: "Müller, Hans"; as it is if the surname is no part of it."""
    last = surname(name, sorted_by)
    before, there, behind = name.rpartition(last) if last else ("", "", "")
    return f"{last}{behind}, {before.strip()}" if there and before.strip() else name


SYLLABLES = re.compile(
    r"(?<=\w)([aeiouyäöü][^\W\d_aeiouyäöü]*?)(?=(?:sch[lmnrw]?|(?<!s)ch|ck|[pt]h|(?<!c)[hk]|[^\W\d_aeiouyäöühk])"
    r"[aeiouyäöü]\w)",
    re.IGNORECASE,
)
"""A vowel with its consonants up to the next syllable of a name, which has two letters at least."""


def hyphenated(name: str) -> str:
    """The name with soft hyphens, for a narrow column in browsers that know no language's syllables."""
    return SYLLABLES.sub("\\1\u00ad", name)


Key = TypeVar("Key", bound=Hashable)


def told_apart(labels: Mapping[Key, str], more: Callable[[Key], str]) -> dict[Key, str]:
    """The labels by key; of those that look alike each with `more`, and with a number if that does not tell either."""
    alike = Counter(label.casefold() for label in labels.values())
    longer = {key: more(key) if alike[label.casefold()] > 1 else label for key, label in labels.items()}
    seen: Counter[str] = Counter()
    different: dict[Key, str] = {}
    for key, label in longer.items():
        seen[label.casefold()] += 1
        number = seen[label.casefold()]
        different[key] = label if number == 1 else f"{label} · {number}"
    return different


@lru_cache(maxsize=256)
def short_names(names: tuple[str, ...], most: int) -> dict[str, str]:
    """The names as narrow columns show them, with at most so many letters if that tells them apart: "Chr. B", "Chr. K".

    None takes a form that another could take. One that runs from right to left stays as it is.
    """
    forms = {name: _short_forms(name, most) for name in names}
    taken = Counter(form for short in forms.values() for form in short)
    return {name: next((form for form in short if taken[form] == 1), name) for name, short in forms.items()}


def _short_forms(name: str, most: int) -> list[str]:
    """All to which a name may be cut, the most telling first, at last its beginning and its end."""
    if len(name) <= most or name != set_apart(name):
        return [name]
    first, _blank, last = name.partition(" ")
    pairs = (f"{one} {other}".strip() for one in (first, *_cut(first)) for other in (last, *_cut(last), ""))
    ends = f"{name[: most - 1].rstrip(' -.')}.", f"{name[: most - 3]}…{name[-1]}"  # the dots are as wide as two
    return list(dict.fromkeys(form for form in (*pairs, *ends) if len(form) <= most))


def _cut(word: str) -> list[str]:
    return [f"{word[: cut.start()]}." for cut in CUTS.finditer(word)][::-1]


MINUSES = str.maketrans(dict.fromkeys("−–—‒‐‑﹣－", "-"))
WHOLE = re.compile(r"([+-]?) ?([1-9]\d{0,2}([.,'’ ])\d{3}(?:\3\d{3})*|\d{1,300})(?:[.,]0{1,2})?( ?-)?")
"""A whole number with its sign in front or behind, with marks between thousands, or with decimals that say nothing."""


def whole_number(text: str) -> int | None:
    """The number that people and spreadsheets write; none if it is none: `1.000` is a thousand, not one."""
    number = WHOLE.fullmatch(" ".join(text.translate(MINUSES).split()))
    if not number or (number[1] and number[4]):
        return None
    points = int(re.sub(r"\D", "", number[2]))
    return -points if "-" in (number[1], (number[4] or "").strip()) else points


class WholeField(forms.IntegerField):
    """A whole number as people type it or as the pages write it."""

    def to_python(self, value: Any) -> Any:
        """The number, `None` if nothing was typed."""
        value = value.strip() if isinstance(value, str) else value
        if not isinstance(value, str) or not value or value.lstrip("+-").isdigit():
            return super().to_python(value)
        if (number := whole_number(value)) is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return number


class SignedField(WholeField):
    """An amount with its sign."""

    widget = forms.TextInput(attrs={"inputmode": "text", "maxlength": 8, "placeholder": "–"})
