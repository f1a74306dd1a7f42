"""Normal form of names: one spelling for what looks the same, without invisible characters."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Unseen, but they decide how the letters beside them look, in Persian or in an emoji of several."""

BLANKS = dict.fromkeys(map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"), " ")
"""Letters by their class, but nothing is seen of them."""


def tidy(name: str) -> str:
    """The name with composed letters, single blanks, and without control or formatting characters.

    Empty if nothing would be seen of it.
    """
    text = unicodedata.normalize("NFC", name).translate(BLANKS)
    seen = "".join(letter for letter in text if letter in JOINERS or letter.isspace() or _is_shown(letter))
    words = (word.strip(JOINERS) for word in seen.split())
    tidied = " ".join(word for word in words if word)
    return tidied if any(unicodedata.category(letter)[0] in "LNPS" for letter in tidied) else ""


def _is_shown(letter: str) -> bool:
    return unicodedata.category(letter)[0] != "C"
