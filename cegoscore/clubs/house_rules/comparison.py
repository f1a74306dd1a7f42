"""Two rule sets side by side: what they say, and what they pay."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.house_rules.bidding import open_points
from cegoscore.clubs.house_rules.derivations import citations_of, source_of
from cegoscore.clubs.house_rules.document import value_of, values_of
from cegoscore.clubs.house_rules.facts import Fact, facts_of
from cegoscore.clubs.house_rules.fields import RuleField, fields_in
from cegoscore.clubs.house_rules.groups import groups_of
from cegoscore.clubs.house_rules.tariff_card import TariffGame, games_of, grouped, label_of, range_text
from cegoscore.scoring.amounts import normal_amounts
from cegoscore.scoring.auction.house_auctions import decisions_of
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import LIKE
from cegoscore.scoring.rules.rule_files import published

SAMPLES = (50, 20)
"""Card points between the extremes for which amounts are shown: a clear win and a clear loss."""


Comparison = dict[str, Any]
"""Everything that two rule sets can differ in: `aspects`, `games`, and the number of `differences` among them.

`results` are the headings of the games' cells: what happened, and with how many card points.
"""


def differences_in_words(left: HouseRules, right: HouseRules, original: HouseRules | None = None) -> tuple[str, str]:
    """All that differs, as the first and as the second says it, on a line each; empty if nothing does."""
    compared = compare(left, right, original)
    pairs = [(aspect["label"], aspect["left"], aspect["right"]) for aspect in compared["aspects"] if not aspect["same"]]
    pairs += [
        (f"{game['label']} {points}", str(ours), str(theirs))
        for game in compared["games"]
        for points, ours, theirs in game["changes"]
    ]
    one, other = ("; ".join(f"{row[0]}: {row[side] or '–'}" for row in pairs) for side in (1, 2))
    return one, other


def compare(left: HouseRules, right: HouseRules, original: HouseRules | None = None) -> Comparison:
    """Put two rule sets side by side, in the order of the first.

    `original` is the published one that both go back to; if it is not said, the one of the two that is published.
    """
    base = original or next((rules for rules in (left, right) if citations_of(rules)), left)
    chosen = [field for field in fields_in(groups_of(left, base)) if field.default is not None]
    chosen = [field for field in chosen if any(value_of(rules.document, field) is not None for rules in (left, right))]
    ours, theirs = (
        {fact.key: fact for fact in (*facts_of(rules), *_chosen(chosen, rules), *_bidding(left, right, rules))}
        for rules in (left, right)
    )
    points = _results(left, right)
    games = sorted(dict.fromkeys([*games_of(left), *games_of(right)]), key=_low_to_high)
    aspects = [_aspect(left, right, fact, ours.get(key), theirs.get(key)) for key, fact in {**ours, **theirs}.items()]
    rows = [_game_row(left, right, game, points) for game in games]
    return {
        "aspects": aspects,
        "results": [(name, _both(str(a), str(b))) for name, a, b in points],
        "games": rows,
        "differences": sum(not row["same"] for row in (*aspects, *rows)),
    }


def _aspect(left: HouseRules, right: HouseRules, fact: Fact, ours: Fact | None, theirs: Fact | None) -> dict[str, Any]:
    """One aspect in the words of both rule sets, empty where one has nothing of the kind, with the origins of both."""
    one, other = (side.text if side else "" for side in (ours, theirs))
    return {
        "label": _both(*(side.label if side else "" for side in (ours, theirs))),
        "left": one,
        "right": other,
        "same": one == other,
        "sources": (source_of(fact.cell, left), source_of(fact.cell, right)),
    }


def _chosen(fields: Sequence[RuleField], rules: HouseRules) -> Iterator[Fact]:
    """Values of these rules in what one of the two decided, where it would else go by its original."""
    values = values_of(rules.document, fields)
    for field in fields:
        yield Fact(field.key, field.key, field.label, field.in_words(values[field.key]))


def _bidding(left: HouseRules, right: HouseRules, rules: HouseRules) -> Iterator[Fact]:
    """Readings of these rules in every point of the bidding that one of the two decided."""
    decided = {*decisions_of(left), *decisions_of(right)}
    like = left.auction.get(LIKE) or right.auction.get(LIKE, "")
    points = open_points(rules, published(like)) if like else ()
    for point in points:
        if point.key.removeprefix("auction.") in decided:
            yield Fact(point.key, point.key, point.label, point.answer)


def _low_to_high(game: TariffGame) -> tuple[bool, int]:
    return game.over_solo, list(type(game.contract)).index(game.contract)


def _results(left: HouseRules, right: HouseRules) -> list[tuple[str, int, int]]:
    """Result in words, and the declarer's card points under either rule set."""
    clear_win, clear_loss = SAMPLES
    return [
        (_("all tricks"), left.total, right.total),
        (_("clear win"), clear_win, clear_win),
        (_("narrow win"), left.half + 1, right.half + 1),
        (_("narrow loss"), left.half, right.half),
        (_("clear loss"), clear_loss, clear_loss),
        (_("no trick"), 0, 0),
    ]


def _game_row(
    left: HouseRules, right: HouseRules, game: TariffGame, points: list[tuple[str, int, int]]
) -> dict[str, Any]:
    """A normal game: amounts of a few results, in a word how far the two differ, and every single difference."""
    ours, theirs = (_amounts(rules, game) for rules in (left, right))
    return {
        "label": _both(*(label_of(rules, game) if game in games_of(rules) else "" for rules in (left, right))),
        "cells": [(ours[a] if ours else None, theirs[b] if theirs else None) for _name, a, b in points],
        "verdict": _verdict(ours, theirs),
        "same": ours == theirs,
        "changes": _changes(ours, theirs),
    }


def _changes(ours: tuple[int, ...], theirs: tuple[int, ...]) -> list[tuple[str, int, int]]:
    """Card points of the declarer, always with the same two amounts, which differ, best result first.

    None to be listed where the packs do not hold the same card points.
    """
    if len(ours) != len(theirs):
        return []
    pairs = list(zip(ours, theirs, strict=True))
    runs = grouped(range(len(pairs) - 1, -1, -1), pairs.__getitem__)
    return [(range_text(run), *pairs[run[0]]) for run in runs if pairs[run[0]][0] != pairs[run[0]][1]]


def _amounts(rules: HouseRules, game: TariffGame) -> tuple[int, ...]:
    """Amounts by card points; empty for a game that is not played."""
    return normal_amounts(rules, *game) if game in games_of(rules) else ()


def _verdict(ours: tuple[int, ...], theirs: tuple[int, ...]) -> str:
    if ours == theirs:
        return _("the same")
    if not theirs:
        return _("on the left only")
    if not ours:
        return _("on the right only")
    if len(ours) != len(theirs):
        return _("differs")
    count = sum(a != b for a, b in zip(ours, theirs, strict=True))
    text = ngettext("differs in %(count)s of %(all)s results", "differs in %(count)s of %(all)s results", count)
    return text % {"count": count, "all": len(ours)}


def _both(left: str, right: str) -> str:
    """One text, or both if they are not the same."""
    return " / ".join(dict.fromkeys(text for text in (left, right) if text))
