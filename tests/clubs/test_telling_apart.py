"""Labels that people choose by."""

import pytest
from hypothesis import given, strategies as st

from cegoscore.clubs.names import short_names, told_apart


def test_only_those_that_look_alike_say_more() -> None:
    labels = {1: "Winter", 2: "Sommer", 3: "winter"}
    assert told_apart(labels, lambda key: f"{labels[key]} {key}") == {1: "Winter 1", 2: "Sommer", 3: "winter 3"}


def test_a_number_tells_apart_what_nothing_else_does() -> None:
    labels = dict.fromkeys(range(3), "Winter")
    assert list(told_apart(labels, lambda _key: "Winter 2026").values()) == [
        "Winter 2026",
        "Winter 2026 · 2",
        "Winter 2026 · 3",
    ]


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Christian B", "Christian K", "Anna"], ["Chr. B", "Chr. K", "Anna"]),
        (["Chr. B", "Christian B"], ["Chr. B", "Christ."]),
        (["Hans Müller", "Hans Meier", "Bernd Schulze"], ["H. Müll.", "H. Meier", "Bernd S."]),
        (["Maximilian", "Maximiliane", "Karl-Friedrich"], ["Maxim…n", "Maxim…e", "Karl-Fr."]),
        (["\u2068محمد بن عبد الله\u2069", "Anna"], ["\u2068محمد بن عبد الله\u2069", "Anna"]),
        (["Hausspieler 1", "Hausspieler 2"], ["H. 1", "H. 2"]),
    ],
)
def test_a_name_is_cut_with_a_look_at_its_neighbours(names: list[str], short: list[str]) -> None:
    assert list(short_names(tuple(names), 8).values()) == short


@given(st.lists(st.text("aeibmrstAÄ .-(1)", min_size=1, max_size=16), unique=True, max_size=6), st.integers(5, 13))
def test_short_names_are_as_distinct_as_the_names_and_fit_unless_nothing_does(names: list[str], most: int) -> None:
    short = short_names(tuple(names), most)
    assert len(set(short.values())) == len(names)
    for name, form in short.items():
        assert form == name if len(name) <= most else len(form) <= most or form == name


@given(st.lists(st.text("ABCDEFGH", min_size=1, max_size=1), unique=True, min_size=2, max_size=6))
def test_the_letter_behind_a_common_first_name_always_tells_apart_within_the_limit(letters: list[str]) -> None:
    names = [f"Christian {letter}" for letter in letters]
    assert short_names(tuple(names), 6) == {name: f"Chr. {name[-1]}" for name in names}
