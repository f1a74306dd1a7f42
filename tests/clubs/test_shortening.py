"""Names in typed texts: initials for those read by them, however they are spelled, and nobody else's name."""

import re

from hypothesis import given, strategies as st

from cegoscore.clubs.likeness import letters_of
from cegoscore.clubs.shortening import shortened

NAMES = ["Lena Kern", "Jörg Müller-Straub", "Zoë von Hagen", "Ali"]
WORDS = st.sampled_from(["war", "da", "Tisch", "3", "und", "Paul", "Maier,", "–"])


@given(
    name=st.sampled_from(NAMES),
    turned=st.booleans(),
    cased=st.sampled_from([str, str.upper, str.lower, letters_of]),
    ending=st.sampled_from(["", "s", "'s", "es"]),
    between=st.sampled_from([" ", ", ", "-", "/", " und Paul "]),
    around=st.lists(WORDS, max_size=4),
)
def test_no_word_of_a_name_is_left_however_it_is_spelled(
    name: str, turned: bool, cased: type[str], ending: str, between: str, around: list[str]
) -> None:
    parts = re.findall(r"\w+", name)[:: -1 if turned else 1]
    text = " ".join([*around, cased(between.join(parts)) + ending, *around])
    read = letters_of(shortened(NAMES)(text))
    assert [part for part in parts if len(part) > 3 and re.search(rf"\b{letters_of(part)}", read)] == []
    assert all(word in read for word in map(letters_of, around))


def test_names_of_others_stand_as_they_were_typed() -> None:
    text = "Paul Kern, Alina, von Tisch 3: 60, Kernobst. Joerg"
    assert shortened(NAMES)(text) == text
    assert shortened([])(text) == text
    assert shortened(NAMES)("Das war Lena Kern.") == "Das war L. K."
