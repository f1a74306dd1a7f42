"""Normal form of names: one spelling for what looks the same, without invisible characters."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Unseen, but they decide how the letters beside them look, in Persian or in an emoji of several."""

MARKS = dict.fromkeys(map(ord, "’‘ʼ‛´`＇"), "'") | dict.fromkeys(map(ord, "‐‑"), "-")
"""Apostrophes and hyphens of telephones and of word processors, which nobody tells from those of a keyboard."""

BLANKS = dict.fromkeys(map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"), " ")
"""Letters by their class, but nothing is seen of them."""

MOST_MARKS = 3
"""Accents on one letter: no script stacks more, and a name must not grow over the lines above it."""

LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХЅІЈаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABEKMHOPCTYXSIJaeopcyxsijABEZHIKMNOPTYXo",
)
"""Cyrillic and Greek letters that nobody tells from Latin ones."""


def tidy(name: str) -> str:
    """The name with composed letters, single blanks, and without control or formatting characters.

    A word that mixes scripts gets Latin letters where they look alike, so that nobody has a twin of other letters.

    Empty if nothing would be seen of it.
    """
    text = unicodedata.normalize("NFC", name).translate(BLANKS)
    seen = "".join(
        letter for letter in text if letter in JOINERS or letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    words = (_in_one_script(word.strip(JOINERS)) for word in _without_stacks(seen).split())
    tidied = " ".join(word for word in words if word)
    return tidied if any(unicodedata.category(letter)[0] in "LNPS" for letter in tidied) else ""


def _without_stacks(text: str) -> str:
    """The text with at most `MOST_MARKS` accents on each letter."""
    letters, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            letters.append(letter)
    return "".join(letters)


def _in_one_script(word: str) -> str:
    is_latin = any("LATIN" in unicodedata.name(letter, "") for letter in word)
    return word.translate(LOOKALIKES) if is_latin else word
