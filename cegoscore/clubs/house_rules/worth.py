"""House rules that can be read, but that no table can mean: games for which nobody would pay anything."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.tariff_card import games_of
from cegoscore.scoring.amounts import normal_amounts
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules, NormalGames, SchindenPays


def worthless(rules: HouseRules) -> Iterator[tuple[str, str]]:
    """Fields of the form, each with the sentence on what would be worth nothing there."""
    if rules.normal is not None:
        yield from _normal(rules, rules.normal)
    pays = rules.schinden.pays if rules.schinden else None
    if pays is SchindenPays.SOLO_WITHOUT_TRICK and Contract.SOLO not in rules.contracts:
        yield "schinden.pays", _("There is no Solo here that could be paid. Choose something else.")


def _normal(rules: HouseRules, normal: NormalGames) -> Iterator[tuple[str, str]]:
    rows = [normal_amounts(rules, *game) for game in games_of(rules)]
    nothing = sorted({points for row in rows for points, amount in enumerate(row) if not amount})
    level = {rules.half} if 2 * rules.half == rules.total and normal.buergermeister is None else set()
    if level.intersection(nothing):
        yield (
            "normal.buergermeister",
            _("Without a number here %(points)s each would cost nothing.") % {"points": rules.half},
        )
    if others := [points for points in nothing if points not in level]:
        sentence = _("With %(points)s card points nobody would pay anything. How much is the least?")
        yield "normal.rounded.at_least", sentence % {"points": others[0]}
