"""Awards beside the points: for what somebody gets one, and who gets none."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import HandKind, Outcome, Points, declarer_of, kind_of


class Honour(StrEnum):
    """Awards in the order in which they are given; `docs/contest.md` has their definitions."""

    FIRST = "first"
    LAST = "last"
    MOUNTAIN = "mountain"
    NERVES = "nerves"
    SOLOIST = "soloist"
    HOST = "host"
    COMEBACK = "comeback"


JOKES = (Honour.LAST, Honour.HOST)
"""Awards that no junior gets."""
ENOUGH = 12
"""Hands from which on there are awards."""
MOST_GIVEN, MOST_EACH = 5, 2
NARROW = 5
"""Card points above half with which a game is still won narrowly."""
LEAST = {Honour.NERVES: 2, Honour.SOLOIST: 2, Honour.COMEBACK: 5}
"""The least that is worth an award; for all others 1."""
SOLOS = (Contract.SOLO, Contract.SOLO_DURCH, Contract.SOLO_ULTI, Contract.SOLO_ULTI_DURCH)


class HonourHand(NamedTuple):
    """A hand with what each person got, by their keys; `seats` are the keys by seat, `half` is half of the pack."""

    outcome: Outcome
    half: int
    seats: Mapping[int, int]
    amounts: Mapping[int, int]


class Given(NamedTuple):
    """An award, whoever shares it, and the figure that it rests on."""

    honour: Honour
    keys: tuple[int, ...]
    figure: int


HonourFigures = dict[Honour, Mapping[int, int]]


def figures_in(hands: Iterable[HonourHand]) -> HonourFigures:
    """Count what the hands say: games won narrowly, Solos won, and what was paid in games of others."""
    nerves, solos, paid = Counter[int](), Counter[int](), Counter[int]()
    for outcome, half, seats, amounts in hands:
        if kind_of(outcome) is not HandKind.DECLARED:
            continue
        declarer = seats.get(-1 if (seat := declarer_of(outcome)) is None else seat)
        for key, amount in amounts.items():
            if key == declarer and amount > 0:
                nerves[key] += isinstance(outcome, Points) and half < outcome.points <= half + NARROW
                solos[key] += getattr(outcome, "contract", None) in SOLOS
            elif key != declarer and amount < 0:
                paid[key] -= amount
    return {Honour.NERVES: nerves, Honour.SOLOIST: solos, Honour.HOST: paid}


def figures_by_rank(ranks: Mapping[int, int]) -> HonourFigures:
    """The first and the last by their ranks: nobody, if all are level."""
    last = max(ranks.values(), default=1)
    if last == 1:
        return {}
    ends = {Honour.FIRST: 1, Honour.LAST: last}
    return {honour: {key: place for key, place in ranks.items() if place == rank} for honour, rank in ends.items()}


def over_the_mountain(totals: Mapping[int, Sequence[int]]) -> Mapping[int, int]:
    """The rise of each person from the lowest total below zero to an end above it."""
    return {key: row[-1] - min(row) for key, row in totals.items() if row and min(row) < 0 < row[-1]}


def honours(figures: Mapping[Honour, Mapping[int, int]], *, juniors: Collection[int] = ()) -> list[Given]:
    """The awards: the highest figure gets each, who is level shares it, by their keys; nobody gets more than two."""
    had, awards = Counter[int](), list[Given]()
    for honour in Honour:
        by_key = dict(sorted(figures.get(honour, {}).items()))
        most = max(by_key.values(), default=0)
        barred = juniors if honour in JOKES else ()
        keys = [key for key, figure in by_key.items() if figure == most and had[key] < MOST_EACH and key not in barred]
        if most >= LEAST.get(honour, 1) and keys and len(awards) < MOST_GIVEN:
            awards.append(Given(honour, tuple(keys), most))
            had.update(keys)
    return awards
