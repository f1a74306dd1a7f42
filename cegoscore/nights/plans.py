"""Values from which a club night is planned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.scoring.house_rules import HouseRules

MOST_TABLES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlan:
    """A night as somebody plans it."""

    name: str
    day: date
    place: str
    rules: HouseRules
    places: int
    stake: Decimal | None = None
    currency: str = ""

    @property
    def columns(self) -> dict[str, object]:
        """The columns of its row."""
        plain = {name: getattr(self, name) for name in ("name", "day", "place", "places", "stake", "currency")}
        return plain | {"rule_set": stored(self.rules)}
