"""The last deal after "der Gstieß gibt ab", and the deals left of a compulsory round."""

import pytest

from cegoscore.scoring.documents.customs import Deal, Gstiess, compulsory_left, factor_after_round, gstiess
from cegoscore.scoring.documents.document import Note, NoteKind
from cegoscore.scoring.rules.rule_files import published

FOUR = (0, 1, 2, 3)


def deals(*dealers: int, dead: tuple[int, ...] = (), again: tuple[int, ...] = ()) -> list[Deal]:
    """Deals in a row; positions that had no result, or were dealt again."""
    return [
        Deal(position=at, dealer=dealer, result=at not in dead + again, passed_on=at not in again)
        for at, dealer in enumerate(dealers, 1)
    ]


def held(seat: int | None, after: int) -> Note:
    return Note(after=after, kind=NoteKind.GSTIESS, seat=seat)


def off(after: int) -> Note:
    return Note(after=after, kind=NoteKind.GSTIESS_OFF)


# A compulsory round


@pytest.mark.parametrize(
    ("since", "dealer", "left"),
    [
        ([], 2, 4),
        (deals(2), 3, 3),
        (deals(2, 3, 0), 1, 1),
        (deals(2, 3, 0, 1), 2, 0),
        (deals(2, 3, 0, 1, 2), 3, 0),
        (deals(2, 2, again=(1,)), 3, 3),  # dealt again: it was not this player's one deal
        (deals(2, dead=(1,)), 3, 3),  # thrown in: it was
        (deals(2, 0, 1), 2, 2),  # somebody was passed over: the round lasts until they have dealt
    ],
)
def test_everybody_deals_once(since: list[Deal], dealer: int, left: int) -> None:
    assert compulsory_left(since, FOUR, dealer) == left


def test_who_joins_in_a_round_deals_once_too_and_who_left_is_not_waited_for() -> None:
    assert compulsory_left(deals(0, 1), (0, 1, 4, 2, 3), 4) == 3
    assert compulsory_left(deals(0, 1), (0, 1, 2), 2) == 1


def test_only_the_loewen_plays_higher_after_a_round() -> None:
    assert [factor_after_round(published(name)) for name in ("braeunlingen-loewen", "grupp")] == [10, 1]


# Der Gstiess gibt ab


def test_nobody_said_anything() -> None:
    assert gstiess([], deals(0, 1, 2), FOUR, 3) is None
    assert gstiess([Note(after=1, kind=NoteKind.SCHNAPS_BOUGHT, seat=0)], deals(0), FOUR, 1) is None


@pytest.mark.parametrize(
    ("dealt", "dealer", "expected"),
    [
        # Said after two deals: the third one is watched. Whoever holds it is not known yet.
        (deals(0, 1), 2, Gstiess(holder=None, watched=None, left=None)),
        (deals(0, 1, 2), 3, Gstiess(holder=None, watched=3, left=None)),
        (deals(0, 1, 2, 2, again=(3,)), 3, Gstiess(holder=None, watched=4, left=None)),
        (deals(0, 1, 2, dead=(3,)), 3, Gstiess(holder=None, watched=None, left=None)),
    ],
)
def test_the_next_deal_that_is_played_is_watched(dealt: list[Deal], dealer: int, expected: Gstiess) -> None:
    assert gstiess([held(None, 2)], dealt, FOUR, dealer) == expected


@pytest.mark.parametrize(("holder", "left"), [(3, 1), (0, 2), (1, 3), (2, 4)])
@pytest.mark.parametrize("noted_after", [2, 3])
def test_the_holder_deals_the_last_one_whenever_it_was_noted(holder: int, left: int, noted_after: int) -> None:
    # Noted while the third deal was played or when it was written: it is the same deal. Seat 2 dealt it.
    state = gstiess([held(None, 2), held(holder, noted_after)], deals(0, 1, 2), FOUR, 3)
    assert state == Gstiess(holder=holder, watched=3, left=left)


@pytest.mark.parametrize(("holder", "left"), [(2, 5), (3, 2), (0, 3), (1, 4)])
def test_while_the_watched_deal_is_played_it_counts_too(holder: int, left: int) -> None:
    state = gstiess([held(None, 2), held(holder, 2)], deals(0, 1), FOUR, 2)
    assert state == Gstiess(holder=holder, watched=None, left=left)


def test_it_is_over_once_the_holder_has_dealt() -> None:
    notes = [held(None, 2), held(0, 3)]
    assert gstiess(notes, deals(0, 1, 2, 3), FOUR, 0) == Gstiess(holder=0, watched=3, left=1)
    assert gstiess(notes, deals(0, 1, 2, 3, 0), FOUR, 1) == Gstiess(holder=0, watched=3, left=0)
    assert gstiess(notes, deals(0, 1, 2, 3, 0, 1), FOUR, 2) == Gstiess(holder=0, watched=3, left=0)


def test_last_deal_that_is_dealt_again_is_still_to_come() -> None:
    dealt = deals(0, 1, 2, 3, 0, again=(5,))
    assert gstiess([held(None, 2), held(0, 3)], dealt, FOUR, 0) == Gstiess(holder=0, watched=3, left=1)


def test_in_the_blind_the_next_deal_is_watched() -> None:
    dealt = deals(0, 1, 2)
    assert gstiess([held(None, 2), held(None, 3)], dealt, FOUR, 3) == Gstiess(holder=None, watched=None, left=None)
    assert gstiess([held(None, 2), held(None, 3), held(1, 4)], deals(0, 1, 2, 3), FOUR, 0) == Gstiess(
        holder=1, watched=4, left=2
    )


def test_in_the_blind_noted_before_the_deal_was_written() -> None:
    # Both notes stand after two deals: the third one is over as far as the Gstiess goes, the fourth is watched.
    dealt = deals(0, 1, 2, 3)
    assert gstiess([held(None, 2), held(None, 2), held(3, 4)], dealt, FOUR, 0) == Gstiess(holder=3, watched=4, left=4)


def test_wrong_holder_is_corrected_without_watching_again() -> None:
    notes = [held(None, 2), held(3, 3), held(1, 4)]
    assert gstiess(notes, deals(0, 1, 2, 3), FOUR, 0) == Gstiess(holder=1, watched=3, left=2)


def test_holder_without_a_word_before_held_it_in_the_last_deal() -> None:
    assert gstiess([held(2, 3)], deals(0, 1, 2), FOUR, 3) == Gstiess(holder=2, watched=3, left=4)
    assert gstiess([held(2, 3), held(3, 4)], deals(0, 1, 2, 3), FOUR, 0) == Gstiess(holder=3, watched=3, left=0)


def test_taken_back_nothing_is_left_of_it() -> None:
    assert gstiess([held(None, 2), held(1, 3), off(3)], deals(0, 1, 2), FOUR, 3) is None
    again = [held(None, 1), held(1, 2), off(2), held(None, 3)]
    assert gstiess(again, deals(0, 1, 2), FOUR, 3) == Gstiess(holder=None, watched=None, left=None)


def test_holder_who_left_deals_no_more() -> None:
    state = gstiess([held(None, 2), held(3, 3)], deals(0, 1, 2), (0, 1, 2), 0)
    assert state == Gstiess(holder=3, watched=3, left=None)
