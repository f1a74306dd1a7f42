"""Every result that a rule set can pay, as tables: for people, for the `tariff` command, and for the entry panel.

And the limits of one hand: the most that it brings, and in which steps.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Any

from cegoscore.scoring.amounts import (
    EIGHTFOLD,
    amounts_by_points,
    dresch_amount,
    game_value,
    normal_amounts,
    raeuber_amount,
    schinden_amount,
    target_amount,
)
from cegoscore.scoring.cards import GROUPS, VALUES, CardKind, count, least_with_a_trick, missing_cards, raeuber_sums
from cegoscore.scoring.checks import impossible_points
from cegoscore.scoring.contracts import NORMAL, TARGET, Contract
from cegoscore.scoring.house_rules import HouseRules, RaeuberRules

Row = dict[str, Any]


def tariff(rules: HouseRules) -> list[Row]:
    """Rows of the published format's tariff, one for every result.

    Amounts are per defender and signed from the declarer's side, or per player from the side of the one who loses or,
    taking everything, wins.
    """
    rows: list[Row] = []
    for contract in rules.contracts:
        if contract in NORMAL:
            rows += _normal_rows(rules, contract)
        elif contract in TARGET:
            rows += _target_rows(rules, contract)
        elif contract in rules.raeuber:
            rows += _raeuber_rows(rules, contract, rules.raeuber[contract])
        elif rules.dresch and contract is Contract.DRESCH:
            vorhand = (False, True) if rules.dresch.vorhand_factor != 1 else (False,)
            rows += [
                {"contract": str(contract)}
                | ({"vorhand_loses": loses} if len(vorhand) > 1 else {})
                | {"per_player": -dresch_amount(rules, vorhand=loses)}
                for loses in vorhand
            ]
        else:
            rows.append({"contract": str(contract), "per_player": -(rules.partie or 0)})
    return rows


def _normal_rows(rules: HouseRules, contract: Contract) -> list[Row]:
    over_solo = contract in rules.normal.over_solo if rules.normal else False
    return [
        {"contract": str(contract), "over_solo": over, "points": points, "per_defender": amount}
        for over in ((False, True) if over_solo else (False,))
        for points, amount in enumerate(normal_amounts(rules, contract, over))
    ]


def _target_rows(rules: HouseRules, contract: Contract) -> list[Row]:
    target = rules.targets[contract]
    if target.amount is None:
        return []
    return [
        {"contract": str(contract), "made": made}
        | ({"ouvert": True} if ouvert else {})
        | {"per_defender": target_amount(rules, contract, made=made, ouvert=ouvert)}
        for ouvert in ((False, True) if target.ouvert else (False,))
        for made in (True, False)
    ]


def _raeuber_rows(rules: HouseRules, contract: Contract, raeuber: RaeuberRules) -> list[Row]:
    """One row for each combination of what the amount depends on; keys that change nothing are left out."""
    vorhand = (False, True) if raeuber.vorhand_factor != 1 else (False,)
    by_trick = len(set(raeuber.amounts)) > 1 or raeuber.takes_all is not None
    others = rules.players - 1
    losing = others + 1 if raeuber.takes_all is None else others
    points = range(1, rules.total + 1) if raeuber.points_above is not None else (0,)
    rows = [
        {"contract": str(contract)}
        | ({"vorhand_loses": loses} if len(vorhand) > 1 else {})
        | ({"without_trick": without} if by_trick else {})
        | ({"points": count} if raeuber.points_above is not None else {})
        | {"per_player": -raeuber_amount(raeuber, points=count, without_trick=without, vorhand=loses)}
        for loses in vorhand
        for without in (range(losing) if by_trick else (0,))
        for count in points
    ]
    if raeuber.takes_all is not None:
        rows.append({"contract": str(contract), "without_trick": others, "per_player": raeuber.takes_all})
    return rows


def panel(rules: HouseRules) -> dict[str, Any]:
    """The amounts that the entry panel looks up, small: one array per game, one table for each Raeuber.

    `normal` and `over_solo`: by contract, amounts per defender by card points. `targets`: by contract the amount if
    made and, where allowed, played ouvert. `raeuber`: by contract, see `_panel_raeuber`. `dresch`: `[anyone, Vorhand]`.
    `schinden`: what a culprit and who claims wrongly pay each. `fault`: a declarer's once and eightfold, a defender's
    once and eightfold (times the number of defenders). Both as `[plain, over a Solo or ouvert]`, the latter where it
    can be. `least`, `impossible`, `raeuber_sums`: beyond which numbers the panel asks to count again.
    """
    normal = rules.normal
    plain, over = False, True
    return {
        "total": rules.total,
        "players": rules.players,
        "normal": {game: normal_amounts(rules, game, plain) for game in rules.contracts if game in NORMAL},
        "over_solo": {game: normal_amounts(rules, game, over) for game in (normal.over_solo if normal else ())},
        "targets": {
            game: [target.amount, target.amount * target.ouvert if target.ouvert else None]
            for game, target in rules.targets.items()
            if target.amount is not None
        },
        "raeuber": {game: _panel_raeuber(rules, game) for game in rules.raeuber},
        "dresch": [dresch_amount(rules, vorhand=loses) for loses in (False, True)] if rules.dresch else None,
        "partie": rules.partie,
        "schinden": {
            game: [_panel_schinden(rules, game, **manner) for manner in _manners(rules, game)]
            for game in (_with_value(rules) if rules.schinden else ())
        },
        "fault": {
            game: [_panel_fault(rules, game, **manner) for manner in _manners(rules, game)]
            for game in (_with_value(rules) if rules.fault else ())
        },
        "least": least_with_a_trick(rules.pack, rules.counting),
        "impossible": list(impossible_points(rules)),
        "raeuber_sums": raeuber_sums(rules.pack, rules.counting),
        **({"sits_out_free": True} if rules.sits_out_free else {}),
    }


def _manners(rules: HouseRules, game: Contract) -> list[dict[str, bool]]:
    """Plain, and over a Solo or ouvert where the game can be played so; no game can be both."""
    plain = {"over_solo": False, "ouvert": False}
    if rules.normal and game in rules.normal.over_solo:
        return [plain, plain | {"over_solo": True}]
    return [plain, plain | {"ouvert": True}] if game in rules.targets and rules.targets[game].ouvert else [plain]


def _panel_schinden(rules: HouseRules, game: Contract, *, over_solo: bool, ouvert: bool) -> list[int]:
    return [schinden_amount(rules, game, true=true, over_solo=over_solo, ouvert=ouvert) for true in (True, False)]


def _panel_fault(rules: HouseRules, game: Contract, *, over_solo: bool, ouvert: bool) -> list[int]:
    return [
        game_value(rules, game, times, won=won, over_solo=over_solo, ouvert=ouvert)
        for won in (False, True)
        for times in (1, EIGHTFOLD)
    ]


def _with_value(rules: HouseRules) -> list[Contract]:
    """Games of which the rule set says what they are worth."""
    return [game for game in rules.contracts if game not in rules.targets or rules.targets[game].amount is not None]


def counting_table(rules: HouseRules) -> dict[str, Any]:
    """Table of the counting help: `kinds`, by kind of card the value of one.

    By the number of cards in a pile: what is taken `off` their values, and how many are `missing` (`missing_cards`)
    in any pile and in a declarer's. `group`: how many are counted together; `bonus`: for a declarer with a trick;
    `trick`: how many cards make one.
    """
    pack, sizes = rules.pack, range(rules.pack.cards + 1)
    return {
        "total": rules.total,
        "group": GROUPS[rules.counting].size,
        "bonus": pack.bonus,
        "trick": pack.hands,
        "kinds": {kind: VALUES[kind] for kind in pack.kinds},
        "off": [VALUES[CardKind.OTHER] * cards - count({CardKind.OTHER: cards}, rules.counting) for cards in sizes],
        "missing": [[missing_cards(pack, cards, blind=blind) for cards in sizes] for blind in (False, True)],
    }


def _panel_raeuber(rules: HouseRules, contract: Contract) -> dict[str, Any]:
    """`amounts[Vorhand loses][players without a trick]`, and `by_points[...][points]` where they decide, if more.

    `factor` is only to be said: the amounts have it in them.
    """
    raeuber = rules.raeuber[contract]
    return {
        "amounts": [
            [
                raeuber_amount(raeuber, points=0, without_trick=without, vorhand=loses)
                for without in range(rules.players)
            ]
            for loses in (False, True)
        ],
        "by_points": [amounts_by_points(rules, contract, vorhand=loses) for loses in (False, True)],
        "tie_with_vorhand": str(raeuber.tie_with_vorhand),
        "takes_all": raeuber.takes_all,
        "factor": raeuber.vorhand_factor,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of what one hand brings a player, in points of the sheet."""

    most: int
    """Largest gain or loss."""
    grain: int
    """Largest number of which every gain and loss is a multiple."""


@lru_cache(maxsize=64)
def limits_of(rules: HouseRules) -> Limits | None:
    """The limits under a rule set; none where it leaves the value of a game to the house."""
    if any(target.amount is None for target in rules.targets.values()):
        return None
    amounts = [row["per_defender" if "per_defender" in row else "per_player"] for row in tariff(rules)]
    grain = gcd(*amounts, rules.penalty or 0, *_of_faults(rules))
    return Limits(most=max(map(abs, amounts)) * (max(rules.sizes) - 1), grain=grain)


def _of_faults(rules: HouseRules) -> Iterator[int]:
    """Every amount that a fault or a claim costs besides."""
    normal = rules.normal
    games = [(contract, False) for contract in rules.contracts]
    games += [(contract, True) for contract in normal.over_solo] if normal else []
    for contract, over_solo in games:
        for won in (False, True):
            for times in (1, EIGHTFOLD):
                yield game_value(rules, contract, times, won=won, over_solo=over_solo)
