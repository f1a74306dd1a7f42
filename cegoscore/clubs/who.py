"""Identity of people: the same name but for blanks and capitals; an accent makes somebody else.

Likeness (`likeness.py`) is for searching and asking; it never decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from cegoscore.clubs.models import Player
from cegoscore.scoring.names import tidy


@lru_cache(maxsize=20_000)
def identity(*texts: str) -> tuple[str, ...]:
    """A name, or name and village, as far as they decide who it is; remembered, as a club has many."""
    return tuple(tidy(text).lower() for text in texts)


def name_and_village(text: str) -> tuple[str, str]:
    """Name and home village of somebody typed as `Name, village`; what stands behind the last comma is the village."""
    name, comma, village = text.rpartition(",")
    return (tidy(name), tidy(village)) if comma else (tidy(text), "")


def same_person(people: Iterable[Player], name: str, village: str = "") -> Player | None:
    """The one of this name and village; without a village also the one of another, if all of the name are of that."""
    named = [player for player in people if name and identity(player.name) == identity(name)]
    villages, wanted = {identity(player.village) for player in named}, identity(village)
    if not wanted[0] and len(villages) == 1:
        (wanted,) = villages
    return next((player for player in named if identity(player.village) == wanted), None)


def person_typed(people: Collection[Player], typed: str) -> Player | None:
    """The one meant by a typed name, or name and village; a comma may be part of the name."""
    return same_person(people, typed) or same_person(people, *name_and_village(typed))
