"""Names of seasons and house rules that are in both clubs: none is offered twice when they are one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from cegoscore.clubs.models import Club

MOST = 120


def name_apart(kept: Club, gone: Club, label: str) -> None:
    """Call those of the club that goes by its name, too, where the other club has one of that name.

    House rules with the same content are put aside instead.
    """
    for row, is_same in (*_rules(kept, gone), *_seasons(kept, gone)):
        room = MOST - len(row.name) - len(" ()")
        if is_same:
            type(row)._base_manager.filter(pk=row.pk).update(retired_at=timezone.now())
        elif room > 0:
            type(row)._base_manager.filter(pk=row.pk).update(name=f"{row.name} ({label[:room]})")


def _rules(kept: Club, gone: Club) -> Iterator[tuple[Any, bool]]:
    offered = {row.name.casefold(): row.rule_set_id for row in kept.house_rule_sets.filter(retired_at=None)}
    for row in gone.house_rule_sets.filter(retired_at=None):
        if row.name.casefold() in offered:
            yield row, offered[row.name.casefold()] == row.rule_set_id


def _seasons(kept: Club, gone: Club) -> Iterator[tuple[Any, bool]]:
    names = {name.casefold() for name in kept.seasons.values_list("name", flat=True)}
    return ((row, False) for row in gone.seasons.all() if row.name.casefold() in names)
