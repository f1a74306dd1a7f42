"""Settings that are fixed once the first draw stands: rules, hands, tie-breaks, prizes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.contest.replay import DECIDING, HANDS, TEAMS, category_digest
from tournaments.course.entrants import teams_of
from tournaments.models import PrizeKind, Tournament


def fixed_now(tournament: Tournament) -> dict[str, Any]:
    """Rules (by their digest), hands, tie-breaks and teams, as the chain of decisions names them."""
    names = HANDS + DECIDING + (TEAMS if tournament.team_size else ())
    return {"rules": tournament.rule_set.digest} | {name: getattr(tournament, name) for name in names}


def categories_now(tournament: Tournament) -> str:
    """The digest of who is in which category, as the end of the tournament names it."""
    rows = tournament.categories.order_by("pk").prefetch_related("entrants")
    members = [(row.kind, [entrant.number for entrant in row.entrants.all()]) for row in rows]
    return category_digest([*members, *(("team", numbers) for numbers in teams_of(tournament).values())])


def prizes_in_words(tournament: Tournament) -> str:
    """The prizes, a line each, in the program's own words: free text of the organiser's, so no part of the chain."""
    rows = tournament.prizes.order_by("pk")
    return told(rows.values_list("kind", "rank", "what", "category__kind", "category__name"))


def told(prizes: Iterable[tuple[str, int | None, str, str | None, str | None]]) -> str:
    """The same from kind, rank and prize, with kind and name of their category, if they have one."""
    lines = []
    for kind, rank, what, category, name in prizes:
        place = {PrizeKind.LAST: "-", PrizeKind.PLUS: "+", PrizeKind.TEAM: f"team {rank}"}.get(
            PrizeKind(kind), str(rank)
        )
        lines.append(f"{place} {name or category}: {what}" if category else f"{place}: {what}")
    return "\n".join(lines)[:MOST_IN_WORDS]


MOST_IN_WORDS = 900
"""Letters of the prizes that a decision keeps, before and after a change."""


def uneven(tournament: Tournament, sizes: Iterable[int]) -> list[str]:
    """A sentence for those at tables of each size: hands there, and how many of them everybody plays.

    Empty if all tables are of one size.
    """
    different = sorted(set(sizes))
    if len(different) < 2:
        return []
    sentences = []
    for size in different:
        small = tournament.small_rule_set
        rules = rules_of(small if small and size < tournament.table_size else tournament.rule_set)
        hands, playing = tournament.hands_at(size), min(*rules.sizes, size)
        least, more = divmod(hands * playing, size)
        words = {"size": size, "hands": hands, "least": least, "most": least + 1}
        sentence = (
            _("Tables of %(size)s: %(hands)s hands, everybody plays %(least)s or %(most)s of them.")
            if more
            else _("Tables of %(size)s: %(hands)s hands, everybody plays %(least)s of them.")
        )
        sentences.append(sentence % words)
    return sentences
