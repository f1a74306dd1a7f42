"""Players of the club who are likely to be meant by the lines of a list; the preview asks about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cegoscore.clubs.likeness import alike, words
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.people import persons_of
from cegoscore.clubs.who import identity, same_person
from tournaments.seasons.totals_csv import Total


def candidates(club: Club, totals: Sequence[Total]) -> dict[int, list[Player]]:
    """Players of the club with the name in each line, in any order of its words, by line; the same village first."""
    known: dict[tuple[str, ...], list[Player]] = {}
    for player in persons_of(club.pk).exclude(name="").order_by("pk"):
        known.setdefault(words(player.name), []).append(player)
    return {
        total.line: sorted(
            known.get(words(total.name), ()), key=lambda player: identity(player.village) != identity(total.village)
        )
        for total in totals
    }


def proposed(totals: Sequence[Total], found: Mapping[int, Sequence[Player]]) -> dict[int, Player | None]:
    """The most likely player of each line: the same, or the only one alike who is in no other line, if any.

    Two villages that are known may not differ.
    """
    same = {total.line: same_person(found[total.line], total.name, total.village) for total in totals}
    likely = same.copy()
    for total in totals:
        others = [player for player in found[total.line] if player not in same.values()]
        fitting = alike(others, total.name, total.village)
        if same[total.line] is None and len(fitting) == 1:
            likely[total.line] = fitting[0]
    return likely
