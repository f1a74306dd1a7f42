"""Names of seasons and house rules that are in both clubs: none is offered twice when they are one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Model
from django.utils import timezone

from cegoscore.clubs.models import Club, HouseRuleSet
from tournaments.seasons.models import Season

NAMED: dict[str, type[Model]] = {"season": Season, "house_rules": HouseRuleSet}
MOST = 120
ASIDE = 0
"""Stands for house rules that were put aside, where the others have the length of their name."""


def name_apart(kept: Club, gone: Club, label: str) -> list[list[Any]]:
    """Call those of the club that goes by its name, too, where the other club has one of that name.

    House rules with the same content are put aside instead. Kind, key and length of the name before of each: what may
    be somebody's name is kept nowhere else.
    """
    found: list[list[Any]] = []
    for kind, row, is_same in (*_rules(kept, gone), *_seasons(kept, gone)):
        room = MOST - len(row.name) - len(" ()")
        if is_same:
            NAMED[kind]._base_manager.filter(pk=row.pk).update(retired_at=timezone.now())
        elif room > 0:
            NAMED[kind]._base_manager.filter(pk=row.pk).update(name=f"{row.name} ({label[:room]})")
        found.append([kind, str(row.pk), ASIDE if is_same else len(row.name)])
    return found


def _rules(kept: Club, gone: Club) -> Iterator[tuple[str, Any, bool]]:
    offered = {row.name.casefold(): row.rule_set_id for row in kept.house_rule_sets.filter(retired_at=None)}
    for row in gone.house_rule_sets.filter(retired_at=None):
        if row.name.casefold() in offered:
            yield "house_rules", row, offered[row.name.casefold()] == row.rule_set_id


def _seasons(kept: Club, gone: Club) -> Iterator[tuple[str, Any, bool]]:
    names = {name.casefold() for name in kept.seasons.values_list("name", flat=True)}
    return (("season", row, False) for row in gone.seasons.all() if row.name.casefold() in names)


def name_as_before(renamed: Sequence[Sequence[Any]]) -> None:
    """Undo `name_apart` for what nobody has called otherwise since."""
    for kind, key, length in renamed:
        rows = NAMED[kind]._base_manager.filter(pk=key)
        if length == ASIDE:
            rows.update(retired_at=None)
        for row in rows:
            name = getattr(row, "name", "")
            if length and name[length:].startswith(" (") and name.endswith(")"):
                rows.update(name=name[:length])
