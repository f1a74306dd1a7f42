"""The one table of words for tie-breaks."""

import pytest
from django.utils import translation

from cegoscore.contest.ties import TieBreak
from tournaments.course.tie_breaks import WORDS, drawn_choices, told


def test_every_tie_break_has_its_words() -> None:
    assert set(WORDS) == set(TieBreak)


@pytest.mark.parametrize(
    ("language", "expected"), [("de", "letzter Durchgang zählt, Karte gezogen"), ("en", "the last round, a card drawn")]
)
def test_tie_breaks_that_decided_are_told_in_their_order(language: str, expected: str) -> None:
    with translation.override(language):
        assert told([TieBreak.LAST_ROUND, TieBreak.CARD]) == expected


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [("wins lot best card", ["card", "lot"]), ("last_round lot", ["lot"]), ("games_won", [])],
)
def test_drawing_is_recorded_by_what_the_organiser_draws_with(tie_breaks: str, expected: list[str]) -> None:
    assert [value for value, _words in drawn_choices(tie_breaks.split())] == expected
