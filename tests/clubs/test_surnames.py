"""Lists by surname: what of a name is the surname, and how it is corrected."""

import pytest

from cegoscore.clubs.likeness import words
from cegoscore.clubs.names import hyphenated, surname_first, surname_key


@pytest.mark.parametrize(
    ("name", "sorted_by", "surname", "listed"),
    [
        ("Hans Müller", "", "muller", "Müller, Hans"),
        ("Hans Peter Müller-Lüdenscheid", "", "muller-ludenscheid", "Müller-Lüdenscheid, Hans Peter"),
        ("Hans Müller jun.", "", "muller", "Müller jun., Hans"),
        ("Hans Müller 2", "", "muller", "Müller 2, Hans"),
        ("Hans von Berg", "", "berg", "Berg, Hans von"),
        ("Hans von Berg", "von Berg", "von berg", "von Berg, Hans"),
        ("Wirts-Karl", "", "wirts-karl", "Wirts-Karl"),
        ("Anna 1", "", "anna", "Anna 1"),
        ("Nguyen Van An", "Nguyen", "nguyen", "Nguyen Van An"),
        ("Karl Huber", "Adler", "adler", "Karl Huber"),
        ("", "", "", ""),
    ],
)
def test_surname_is_the_last_word_unless_it_was_corrected(name: str, sorted_by: str, surname: str, listed: str) -> None:
    assert (surname_key(name, sorted_by)[0], surname_first(name, sorted_by)) == (surname, listed)


def test_lists_stand_by_surname_then_by_the_whole_name() -> None:
    names = ["Zoe Adler", "Anna Maier", "Karl Maier", "Uwe Öhler", "Adam Zimmer"]
    assert sorted(["Uwe Öhler", *names[:3], names[4]], key=surname_key) == names


@pytest.mark.parametrize(
    ("name", "other"),
    [("Łukasz", "Lukasz"), ("Øyvind", "Oeyvind"), ("Đoko", "Doko"), ("Işık", "Isik"), ("Ægir", "Aegir")],
)
def test_letter_with_a_stroke_is_asked_about_like_one_with_an_accent(name: str, other: str) -> None:
    assert words(name) == words(other)


def test_long_names_break_between_syllables_with_a_hyphen() -> None:
    names = {
        "Oberschwandenbauer": "Ober-schwan-den-bauer",
        "Fischbäcker": "Fisch-bä-cker",
        "Anna": "Anna",
        "Uli": "Uli",
    }
    assert {name: hyphenated(name).replace("\u00ad", "-") for name in names} == names
