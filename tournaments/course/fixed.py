"""Settings that are fixed once the first draw stands: rules, hands, tie-breaks, prizes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from tournaments.models import PrizeKind, Tournament


def fixed_now(tournament: Tournament) -> dict[str, Any]:
    """Rules (by their digest), hands and tie-breaks, as the chain of decisions names them."""
    return {
        "rules": tournament.rule_set.digest,
        "hands": tournament.hands,
        "hands_larger": tournament.hands_larger,
        "hands_smaller": tournament.hands_smaller,
        "rounds": tournament.rounds,
        "tie_breaks": list(tournament.tie_breaks),
        "one_prize_each": tournament.one_prize_each,
    }


def prizes_in_words(tournament: Tournament) -> str:
    """The prizes, a line each, in the program's own words: free text of the organiser's, so no part of the chain."""
    rows = tournament.prizes.select_related("category").order_by("pk")
    lines = []
    for row in rows:
        place = "-" if row.kind == PrizeKind.LAST else str(row.rank)
        category = f" {row.category.name or row.category.kind}" if row.category else ""
        lines.append(f"{place}{category}: {row.what}")
    return "\n".join(lines)[:MOST_IN_WORDS]


MOST_IN_WORDS = 900
"""Letters of the prizes that a decision keeps, before and after a change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uneven:
    """The tables of a size in a round: how many hands they play, and how many of them everybody there plays."""

    size: int
    hands: int
    least: int
    most: int

    @property
    def sentence(self) -> str:
        """A sentence for those who sit there."""
        words = {"size": self.size, "hands": self.hands, "least": self.least, "most": self.most}
        if self.least == self.most:
            return _("Tables of %(size)s: %(hands)s hands, everybody plays %(least)s of them.") % words
        return _("Tables of %(size)s: %(hands)s hands, everybody plays %(least)s or %(most)s of them.") % words


def uneven(tournament: Tournament, sizes: Iterable[int]) -> list[Uneven]:
    """Comparison of tables of different sizes; empty if all are of one size."""
    different = sorted(set(sizes))
    if len(different) < 2:
        return []
    found = []
    for size in different:
        small = tournament.small_rule_set
        rules = rules_of(small if small and size < tournament.table_size else tournament.rule_set)
        hands, playing = tournament.hands_at(size), min(*rules.sizes, size)
        least, more = divmod(hands * playing, size)
        found.append(Uneven(size=size, hands=hands, least=least, most=least + bool(more)))
    return found
