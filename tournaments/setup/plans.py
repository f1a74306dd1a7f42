"""Plans of categories and prizes, as forms and files hand them to the services, and names of categories as typed."""

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


SPELLINGS = {
    CategoryKind.WOMEN: {"women", "woman", "best woman", "frauen", "frau", "damen", "dame", "beste frau", "w"},
    CategoryKind.JUNIORS: {"juniors", "junior", "best junior", "junioren", "jugend", "bester junior", "j"},
    CategoryKind.OLDEST: {"oldest", "oldest player", "älteste", "ältester", "ältester spieler", "älteste spielerin"},
}
"""In both languages, as people write them in lists."""


def label_of(category: CategoryPlan) -> str:
    """Name of the category on a page."""
    kind, name = category
    return name or str(kind.label)


def spellings(category: CategoryPlan) -> set[str]:
    """Everything that means this category, in small letters."""
    kind, _name = category
    return {label_of(category).casefold(), *SPELLINGS.get(kind, ())}
