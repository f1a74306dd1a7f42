"""A person's names in a text: whole, or a part of one, which may be somebody else's. Only people decide the latter."""

import re
from collections.abc import Collection, Iterator
from unicodedata import normalize

from cegoscore.clubs.likeness import letters_of
from cegoscore.scoring.names import MARKS

SPELLED = {mark: f"[{mark}{''.join(chr(code) for code, to in MARKS.items() if to == mark)}]" for mark in "'-"}
"""Every way to write an apostrophe or a hyphen, as a pattern."""
SHORTEST_PART = 3
"""Shorter parts of a name stand in every other text."""
GENITIVE = "(?:['’]?s)?"


class Names:
    """Matcher for all names of a person in texts, also with a genitive's s, however the letters are composed.

    A name that stands inside of a longer one of the `others` is theirs.
    """

    def __init__(self, names: Collection[str], others: Collection[str] = ()) -> None:
        own = {_composed(name) for name in names} - {""}
        self._whole = _pattern(own)
        self._longer = _pattern(
            other for other in map(_composed, others) if other not in own and self._is_longer(other)
        )
        words = [[letters_of(word) for word in re.findall(r"\w+", name)] for name in own]
        self._parts = {word for name in words for word in name if len(word) >= SHORTEST_PART}
        self._sets = [set(name) for name in words if len(name) > 1]

    def _is_longer(self, other: str) -> bool:
        return bool(self._whole and self._whole.search(other))

    def stand_in(self, text: str) -> bool:
        """True if the text has one of the names as a whole, and not only inside of somebody else's longer one."""
        return any(True for _span in self._spans(_composed(text)))

    def partly_stand_in(self, text: str) -> bool:
        """True if the text has a part of a name, or letters like it, which may be somebody else's."""
        text = _composed(text)
        return bool(self._whole and self._whole.search(text)) or any(True for _span in self._like(text))

    def replaced(self, text: str, by: str, *, parts: bool) -> str:
        """The text with something else in the place of every name, and on demand of every part of one."""
        text = _composed(text)
        if parts and self._whole:
            text = self._whole.sub(lambda _found: by, text)
        for spans in (self._spans, self._like) if parts else (self._spans,):
            for start, end in reversed(list(spans(text))):
                text = text[:start] + by + text[end:]
        return text

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Places of a name that is no part of a longer one."""
        longer = [match.span() for match in self._longer.finditer(text)] if self._longer else []
        for match in self._whole.finditer(text) if self._whole else ():
            start, end = match.span()
            if not any(first <= start and end <= last for first, last in longer):
                yield start, end

    def _like(self, text: str) -> Iterator[tuple[int, int]]:
        """Places of a word of a name; short ones only if all words of the name are there."""
        words = [(match, letters_of(match[0])) for match in re.finditer(r"\w+", text)]
        all_letters = {letters for _found, letters in words}
        wanted = self._parts.union(*(name for name in self._sets if name <= all_letters))
        for match, letters in words:
            if letters in wanted or (letters.endswith("s") and letters[:-1] in self._parts):
                behind = re.compile(r"['’]s(?!\w)").match(text, match.end())
                yield match.start(), behind.end() if behind else match.end()


def _composed(text: str) -> str:
    return normalize("NFC", text)


def _pattern(names: Collection[str] | Iterator[str]) -> re.Pattern[str] | None:
    longest_first = sorted({name.translate(MARKS) for name in names}, key=len, reverse=True)
    return re.compile("|".join(map(_one, longest_first)), re.IGNORECASE) if longest_first else None


def _one(name: str) -> str:
    """The pattern of a name; a single word is none where a hyphen makes another one of it: Anna-Lena."""
    spelled = "".join(SPELLED.get(sign, re.escape(sign)) for sign in name)
    beside = r"\w" if " " in name else rf"\w|{SPELLED['-']}(?=\w)"
    before = r"(?<!\w)" if " " in name else rf"(?<!\w)(?<!\w{SPELLED['-']})"
    return rf"{before}{spelled}{GENITIVE}(?!{beside})"
