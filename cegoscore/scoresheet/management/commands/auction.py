"""`auction`, for `manage.py`: also by a club's own rules."""

import re
from collections.abc import Mapping
from typing import Any

from cegoscore.answers import auction
from cegoscore.clubs.house_rules.rule_sets import original_of, rules_of
from cegoscore.clubs.models import HouseRuleSet
from cegoscore.scoresheet.management.answering import AnsweringCommand
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.rules.auction_rules import AuctionRules

KEY = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?$")
"""End of the address of a club's own rules."""


class Command(AnsweringCommand):
    """See `cegoscore.answers.auction`."""

    help = auction.HELP
    answers = auction

    def answer(self, options: Mapping[str, Any]) -> str:
        """Fold by what is published, is in a file, or is here."""
        return auction.answer(options, _auction_named)


def _auction_named(named: str) -> AuctionRules | None:
    """The auction by its name; a club's own rules are bid as those that they go back to, if they do not say otherwise.

    Raises `ValueError` where there are no such rules.
    """
    key = KEY.search(named)
    if key is None:
        return auction.auction_named(named)
    row = HouseRuleSet.objects.select_related("rule_set").filter(id=key[1]).first()
    if row is None:
        raise ValueError(f"{named} is no club's own rules here")
    return auction_of(rules_of(row.rule_set), original_of(row))
