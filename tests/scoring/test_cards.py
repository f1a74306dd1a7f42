"""Counting card points: the pack, the rests, the bonus point, and what a pile can and cannot make."""

import itertools

import pytest

from cegoscore.scoring.cards import (
    FOUR_HANDS,
    THREE_HANDS,
    TWO_HANDS,
    VALUES,
    CardKind,
    Counting,
    Pack,
    count,
    least_against,
    least_with_a_trick,
    pack_total,
    raeuber_sums,
)

THREES, TWOS = Counting.THREES, Counting.TWOS
KING, QUEEN, KNIGHT, JACK, OTHER = (
    CardKind.KING,
    CardKind.QUEEN,
    CardKind.KNIGHT,
    CardKind.JACK,
    CardKind.OTHER,
)


@pytest.mark.parametrize(
    ("pile", "threes", "twos"),
    [
        ({}, 0, 0),
        # a king alone: 5 less 1 for the rest of one card; in twos nothing off a single card
        ({KING: 1}, 4, 5),
        ({KING: 2}, 9, 9),
        ({KING: 1, OTHER: 1}, 5, 5),
        ({KING: 1, OTHER: 2}, 5, 6),
        ({OTHER: 3}, 1, 2),
        ({OTHER: 4}, 1, 2),
        ({OTHER: 5}, 2, 3),
        ({KING: 4, QUEEN: 1, JACK: 1}, 22, 23),
        ({CardKind.GSTIESS: 1, CardKind.TRUMP_21: 1, CardKind.TRUMP_1: 1}, 13, 14),
        ({KNIGHT: 2, JACK: 2}, 7, 8),
    ],
)
def test_pile_counts_in_threes_and_in_twos(pile: dict[CardKind, int], threes: int, twos: int) -> None:
    assert (count(pile, THREES), count(pile, TWOS)) == (threes, twos)


def test_threes_said_another_way() -> None:
    """4, 3, 2, 1, 0 a card, plus 1 for every three cards, plus 1 for a rest of two."""
    for size in range(1, 6):
        for cards in itertools.combinations_with_replacement([KING, QUEEN, KNIGHT, JACK, OTHER], size):
            kinds = {kind: cards.count(kind) for kind in cards}
            other_way = sum(VALUES[kind] - 1 for kind in cards) + size // 3 + (1 if size % 3 == 2 else 0)
            assert count(kinds, THREES) == other_way


@pytest.mark.parametrize(
    ("pack", "cards", "raw", "threes", "twos"),
    [(FOUR_HANDS, 54, 106, 70, 79), (THREE_HANDS, 51, 103, 70, 79), (TWO_HANDS, 54, 106, 70, 79)],
)
def test_pack_has_the_total_of_the_rules(pack: Pack, cards: int, raw: int, threes: int, twos: int) -> None:
    assert sum(pack.kinds.values()) == cards == pack.hands * pack.hand + pack.blind
    assert sum(VALUES[kind] * number for kind, number in pack.kinds.items()) == raw
    assert (pack_total(pack, THREES), pack_total(pack, TWOS)) == (threes, twos)


def test_three_players_have_69_points_and_a_bonus() -> None:
    assert (count(THREE_HANDS.kinds, THREES), THREE_HANDS.bonus) == (69, 1)


def test_both_sides_together_have_the_pack_in_threes_and_in_twos() -> None:
    """Four players: the declarer's side is the blind and whole tricks of four, so the rests always add up."""
    for tricks in range(12):
        declarer, others = {OTHER: 10 + 4 * tricks}, {OTHER: 44 - 4 * tricks}
        assert count(declarer, TWOS) + count(others, TWOS) == 54 - 27
        assert count(declarer, THREES) + count(others, THREES) == 54 - 36


@pytest.mark.parametrize(
    ("pack", "counting", "declarer", "defenders"),
    [(FOUR_HANDS, THREES, 5, 1), (THREE_HANDS, THREES, 6, 1), (FOUR_HANDS, TWOS, 7, 2)],
)
def test_fewest_points_with_a_trick(pack: Pack, counting: Counting, declarer: int, defenders: int) -> None:
    assert (least_with_a_trick(pack, counting), least_against(pack, counting)) == (declarer, defenders)


@pytest.mark.parametrize(("counting", "sums"), [(THREES, (29, 68)), (TWOS, (37, 74))])
def test_piles_of_a_raeuber_together(counting: Counting, sums: tuple[int, int]) -> None:
    assert raeuber_sums(FOUR_HANDS, counting) == sums
