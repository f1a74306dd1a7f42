"""Plans of categories and prizes, as forms and files hand them to the services."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import CategoryKind, PrizeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """A prize as the organiser plans it: by rank, for the last, or in a category (the index of it in the plan)."""

    kind: PrizeKind
    what: str
    rank: int | None = None
    category: int | None = None


CategoryPlan = tuple[CategoryKind, str]
"""The kind of a category, and its name if it is an own one."""
