"""Names of categories as people type them."""

from __future__ import annotations

from tournaments.models import CategoryKind
from tournaments.setup.plans import CategoryPlan

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
