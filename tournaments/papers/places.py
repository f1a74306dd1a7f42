"""Places in a tournament's document, as they are called in a hall."""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.course.decisions import SETTING_NAMES

WORDS = SETTING_NAMES | {
    "rounds.": _("Round"),
    "tables.": _("Table"),
    "points.": _("Number"),
    "before.": _("Number"),
    "decisions.": _("Decision"),
    "decisions": _("Decisions"),
    "points": _("Points"),
    "numbers": _("who played"),
    "penalties": _("points taken off"),
    "draw": _("the draw"),
    "state": _("where it stands"),
    "hands": _("Hands a round"),
    "hands_larger": _("Hands at larger tables"),
    "hands_smaller": _("Hands at smaller tables"),
    "team_size": _("Players per team"),
    "team_best": _("How many of them count"),
    "held_from": _("results held back"),
    "finished": _("the end"),
    "cancelled": _("calling off"),
}
"""By key; one that a number follows ends with a dot."""


def place_in_words(key: str, *, several: bool = False) -> str:
    """Round 2, number 5 for `rounds.2.points.5`; round 2, points with `several`; what has no words stays as it is."""
    key = re.sub(r"\.\d+$", "", key) if several else key
    parts = [(word + number[:1], number[1:]) for word, number in re.findall(r"([^.]+)((?:\.\d+)?)", key)]
    is_known = all(word in WORDS for word, _number in parts)
    if is_known:
        return ", ".join(f"{WORDS[word]} {number}".strip() for word, number in parts)
    row = re.fullmatch(r"([a-z_]+)\.(\d+)\.(.+)", key)
    return (
        gettext("%(part)s, row %(row)s, %(column)s") % dict(zip(("part", "row", "column"), row.groups(), strict=True))
        if row
        else key
    )
