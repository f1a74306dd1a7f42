"""Typed texts as strangers read them: no name of somebody read by initials, however it is spelled there."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from cegoscore.clubs.likeness import letters_of

WORD = re.compile(r"[^\W\d_]+")
ENDINGS = ("", "s", "n", "es", "ns", "ens")
"""Endings that a sentence may put behind a word of a name, as in `Kerns`."""
SHORTEST = 3
"""Letters of a word that tells a name: shorter ones stand in any text."""


def shortened(names: Iterable[str]) -> Callable[[str], str]:
    """The change of a text to one with initials for these names: every word that is like one of a name's.

    Two words of a name tell it, in whatever order and however far apart, with other accents, capitals and endings; a
    name of one word is told by that.
    """
    words_of_names = [parts for name in names if (parts := _parts(name))]
    by_word: dict[str, set[int]] = defaultdict(set)
    for place, parts in enumerate(words_of_names):
        for word in parts:
            by_word[word].add(place)

    def short(text: str) -> str:
        text = unicodedata.normalize("NFC", text)
        tokens = [(match, _like(letters_of(match[0]), by_word)) for match in WORD.finditer(text)]
        met: dict[int, set[str]] = defaultdict(set)
        for _found, words in tokens:
            for word in words:
                for place in by_word[word]:
                    met[place].add(word)
        named = {place for place, words in met.items() if len(words) >= min(2, len(words_of_names[place]))}
        for match, words in reversed(tokens):
            if any(by_word[word] & named for word in words):
                text = f"{text[: match.start()]}{match[0][0].upper()}.{text[match.end() :].removeprefix('.')}"
        return text

    return short


def _parts(name: str) -> frozenset[str]:
    """Words of a name as they are compared."""
    words = [letters_of(word) for word in WORD.findall(unicodedata.normalize("NFC", name))]
    return frozenset([word for word in words if len(word) >= SHORTEST] or words)


def _like(token: str, words: Collection[str]) -> list[str]:
    """Those of the words that the token is, apart from its ending."""
    return [word for ending in ENDINGS if token.endswith(ending) and (word := token.removesuffix(ending)) in words]
