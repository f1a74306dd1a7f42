"""Settings that are fixed once the first draw stands: rules, hands, tie-breaks, prizes."""

from __future__ import annotations

from typing import Any

from tournaments.models import PrizeKind, Tournament


def fixed_now(tournament: Tournament) -> dict[str, Any]:
    """Rules (by their digest), hands and tie-breaks, as the chain of decisions names them."""
    return {
        "rules": tournament.rule_set.digest,
        "hands": tournament.hands,
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
