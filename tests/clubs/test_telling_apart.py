"""Labels that people choose by."""

from __future__ import annotations

import pytest

from cegoscore.clubs.names import own_part, told_apart


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
    ("names", "own"),
    [
        (["Christian B", "Christian K", "Anna"], [" B", " K", ""]),
        (["Christian", "Christian K"], ["", " K"]),
        (["Hans Müller (1)", "Hans Müller (Wolfach)"], [" (1)", " (Wolfach)"]),
        (["Karl", "Karla", "Anna Lena"], ["", "", ""]),
    ],
)
def test_a_name_keeps_the_word_that_its_neighbour_has_not(names: list[str], own: list[str]) -> None:
    assert [own_part(name, names) for name in names] == own
