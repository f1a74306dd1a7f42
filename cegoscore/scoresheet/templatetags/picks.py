"""Template tags: the panel's buttons for games and people, each in one piece, because a panel has forty of them."""

from collections.abc import Iterable
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString

register = template.Library()

PICK = """<label class="pick"{}>
<input type="{}" name="{}" value="{}"{}>
<span>{}</span>
</label>
"""
CHECKED = " checked"


@register.simple_tag
def pick_games(games: Iterable[Any], chosen: str) -> SafeString:
    """Draw a button for each game, with the flags that the panel's script reads."""
    drawn = [
        PICK.format("", "radio", "game", game.value, _flags(game, chosen), escape(str(game.on_button)))
        for game in games
    ]
    return SafeString("".join(drawn))  # labels are escaped, the rest is of the core


def _flags(game: Any, chosen: str) -> str:
    manners = "".join(f" data-{name.replace('_', '-')}" for name in game.manners)
    trumps = f' data-trumps="{" ".join(map(str, game.trumps))}"' if game.trumps else ""
    return f' data-kind="{game.kind}"{manners}{trumps}{CHECKED if game.value == chosen else ""}'


@register.simple_tag
def pick_people(seats: Iterable[Any], kind: str, name: str, sitting_out: str = "") -> SafeString:
    """Draw a `radio` or `checkbox` for each seat of the panel; it is chosen where the seat has that role.

    `sitting_out`: the kinds of entries for which who sits out may be chosen.
    """
    only = f' data-kinds="{sitting_out}"'
    drawn = [
        PICK.format(
            only if seat.sits_out and sitting_out else "",
            kind,
            name,
            seat.number,
            CHECKED if name in seat.roles else "",
            seat.label,
        )
        for seat in seats
    ]
    return SafeString("".join(drawn))  # a label is markup of ours
