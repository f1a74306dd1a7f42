"""Likeness of names: for searching and asking. It never decides who somebody is (`who.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key

TITLES = frozenset({"dr", "prof", "med", "dipl", "ing"})
UMLAUT = re.compile("(?<![aeq])([aou])e")
"""An umlaut in two letters; in Bauer, Neuer and Quelle it is none."""


@lru_cache(maxsize=20_000)
def words(name: str) -> tuple[str, ...]:
    """Words of a name in an order of their own: `Müller, Jörg` and `Dr. Joerg Mueller` are alike."""
    letters = UMLAUT.sub(r"\1", sort_key(name).replace(",", " ").replace(".", " "))
    return tuple(sorted(word for word in letters.split() if word not in TITLES))


def alike(people: Iterable[Player], name: str, village: str = "") -> list[Player]:
    """Everybody whose name is alike, those of the same village first; no two villages that are known differ."""
    wanted, place = words(name), sort_key(village)
    near = [player for player in people if words(player.name) == wanted]
    fitting = [player for player in near if not (player.village and place) or sort_key(player.village) == place]
    return sorted(fitting, key=lambda player: sort_key(player.village) != place)
