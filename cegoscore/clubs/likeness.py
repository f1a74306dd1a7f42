"""Likeness of names: for searching and asking. It never decides who somebody is (`people.py`)."""

import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import eq
from typing import NamedTuple

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import identity, names_in, same_person

TITLES = {"dr", "prof", "med", "dipl", "ing"}
UMLAUT = "(?<![aeq])([aou])e"
"""An umlaut in two letters; in Bauer, Neuer and Quelle it is none."""

Words = Sequence[str]


def letters_of(text: str) -> str:
    """The letters of a text as they are compared: small, without accents, an umlaut in two as one."""
    return re.sub(UMLAUT, r"\1", sort_key(text))


@lru_cache(maxsize=20_000)
def words(name: str) -> tuple[str, ...]:
    """Words of a name in an order of their own: `Müller, Jörg` and `Dr. Joerg Mueller` are alike.

    A title stays where it is all: it may be the beginning of a name.
    """
    parts = re.findall(r"[^\s,.-]+", letters_of(name))
    return tuple(sorted([word for word in parts if word not in TITLES] or parts))


def begin(typed: Words, name: Words) -> bool:
    """True if each typed word is the beginning of a different one of the name's, the longest chosen first: `Karl K`."""
    left = list(name)
    for word in sorted(typed, key=len, reverse=True):
        match = next((initial for initial in left if initial.startswith(word)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def alike(
    people: Iterable[Player], name: str, village: str = "", same: Callable[[Words, Words], bool] = eq
) -> list[Player]:
    """Everybody who has a name that is alike, whose words are the `same`; no two villages that are known may differ."""
    wanted = words(name)
    rows = (player for player in people if same(words(player.name), wanted) and may_be_one(player.village, village))
    return list(dict.fromkeys(player.person for player in rows))


def may_be_one(one: str, other: str) -> bool:
    """True if two villages may be one: alike as names are, or not known."""
    first, second = words_of_village(one), words_of_village(other)
    return not (first and second) or first == second


def words_of_village(village: str) -> tuple[str, ...]:
    """Words of a village as they are compared; none if it is not known."""
    return words(village.replace("Sankt", "St"))


def initialled(one: Words, other: Words) -> bool:
    """True if one may be short for the other: `A. Kern` for Anna Kern."""
    differ = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    return len(differ) < len(one) == len(other) and all(a == b[0] or b == a[0] for a, b in differ)


def may_mean(name: str, village: str, typed: str, typed_village: str) -> bool:
    """True if somebody of a name and village may be meant by what is typed, in other letters or shortened."""
    return initialled(words(typed), words(name)) and may_be_one(village, typed_village)


def _has_initial(name: str) -> bool:
    return 1 in map(len, words(name))


class Likely(NamedTuple):
    """People of a club who may be meant by a line, and the one who is meant as far as nobody says otherwise."""

    found: Sequence[Player]
    proposed: Player | None
    is_sure: bool
    """True if just the one proposed has this name, and comes from this village."""

    def meant(self, choice: str | None) -> Player | None:
        """The one chosen by key, nobody if that is none of them; without a choice the one proposed."""
        if choice is None:
            return self.proposed
        return next((player for player in self.found if str(player.pk) == choice), None)


def likely_people(club: uuid.UUID, lines: Mapping[int, tuple[str, str]]) -> dict[int, Likely]:
    """Those who may be meant by each name and village, by line.

    Proposed is the same person, then who had the name before it turned out to be theirs, unless they stand in another
    line by their own, then the only one alike by the same words.
    """
    names = list(names_in(club))
    people = [row for row in names if row.person == row]
    short = [row for row in names if _has_initial(row.name)]
    candidates = {
        line: alike(names, name, village) or alike(names if _has_initial(name) else short, name, village, initialled)
        for line, (name, village) in lines.items()
    }
    same = {line: same_person(people, *who) for line, who in lines.items()}
    former = [row for row in names if row.merged_into and row.merged_into not in same.values()]
    for line, who in lines.items():
        if not same[line] and (row := same_person(former, *who)):
            same[line] = row.person
    likely = {}
    for line, (name, village) in lines.items():
        free = [player for player in candidates[line] if player not in same.values()]
        in_other_order = [player for player in free if spelled(player.name) == spelled(name)]
        person = same[line] or (in_other_order[0] if len(in_other_order) == 1 else None)
        is_sure = bool(person and identity(person.name, person.village) == identity(name, village))
        likely[line] = Likely(candidates[line], person, is_sure)
    return likely


def spelled(name: str) -> list[str]:
    """Words of a name as they are written, in an order of their own."""
    return sorted(identity(*name.replace(",", " ").split()))
