"""Is this hand possible under this rule set? Problems refuse it; warnings name what is possible, but hardly true.

`check_hand` needs nothing but the hand: it serves documents, forms and stored rows alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from cegoscore.scoring.amounts import normal_amounts, target_amount
from cegoscore.scoring.cards import least_against, least_with_a_trick, raeuber_sums
from cegoscore.scoring.contracts import NORMAL, TARGET, Contract
from cegoscore.scoring.hands import (
    Aim,
    Amount,
    Dresch,
    Fault,
    Free,
    Hand,
    Partie,
    Penalty,
    PfeifFrei,
    Points,
    Raeuber,
    Schinden,
)
from cegoscore.scoring.house_rules import Claimant, HouseRules
from cegoscore.scoring.problems import Problem

DECLARED = (*NORMAL, *TARGET)
"""Games that one player declares."""


def _problem(code: str, key: str, **params: int | str) -> Problem:
    return Problem(code=code, key=key, params=tuple(params.items()))


def check_hand(hand: Hand, rules: HouseRules, seats: int) -> list[Problem]:
    """Everything that makes the hand impossible, among so many seats; empty if it can be paid."""
    found = list(_check_lineup(hand, rules, seats))
    return found or list(_check_outcome(hand, rules, seats))


def _check_lineup(hand: Hand, rules: HouseRules, seats: int) -> Iterator[Problem]:
    if len(hand.lineup) not in rules.sizes:
        sizes = " / ".join(map(str, rules.sizes))
        yield _problem("lineup_size", "lineup", sizes=sizes, size=len(hand.lineup))
    if len(set(hand.lineup)) != len(hand.lineup):
        yield _problem("seat_twice", "lineup")
    for seat in hand.lineup:
        if not 0 <= seat < seats:
            yield _problem("unknown_seat", "lineup", seat=seat)
    if hand.dealer not in hand.lineup:
        yield _problem("not_at_table", "dealer", seat=hand.dealer)


def playing(hand: Hand, rules: HouseRules) -> tuple[int, ...]:
    """The seats that hold cards: the line-up, without the dealer where one sits out."""
    if len(hand.lineup) > rules.players:
        return tuple(seat for seat in hand.lineup if seat != hand.dealer)
    return hand.lineup


def _check_player(hand: Hand, rules: HouseRules, key: str, seat: int | None) -> Iterator[Problem]:
    """The seat must hold cards in this hand."""
    if seat is None or seat in playing(hand, rules):
        return
    yield _problem("sits_out" if seat in hand.lineup else "not_at_table", key, seat=seat)


def _check_outcome(hand: Hand, rules: HouseRules, seats: int) -> Iterator[Problem]:
    player = partial(_check_player, hand, rules)
    match hand.outcome:
        case Points() | PfeifFrei() | Aim() | Amount() as game:
            yield from player("declarer", game.declarer)
            yield from _check_game(rules, game)
        case Raeuber() as game:
            if game.contract not in rules.raeuber:
                yield _problem("unknown_game", "contract", contract=game.contract)
            yield from player("declarer", game.announcer)
            yield from _check_piles(hand, rules, game.card_points, seats)
        case Dresch() as game:
            if rules.dresch is None:
                yield _problem("unknown_game", "contract", contract=Contract.DRESCH)
            yield from player("last_trick", game.last_trick)
            yield from player("declarer", game.announcer)
        case Partie() as game:
            if rules.partie is None:
                yield _problem("unknown_game", "contract", contract=Contract.PARTIE)
            piles = list(_check_piles(hand, rules, game.card_points, seats))
            yield from piles or _check_partie(rules, game)
        case Schinden() as claim:
            yield from _check_claim(hand, rules, claim)
        case Fault() as fault:
            yield from _check_breach(hand, rules, "fault", rules.fault, fault)
            yield from player("fault.offender", fault.offender)
        case Penalty() as penalty:
            if rules.penalty is None:
                yield _problem("not_under_rules", "penalty")
            if penalty.offender not in hand.lineup:
                yield _problem("not_at_table", "offender", seat=penalty.offender)
        case Free() as free:
            yield from _check_free(hand, free, seats)


def _check_game(rules: HouseRules, game: Points | PfeifFrei | Aim | Amount) -> Iterator[Problem]:
    contract = Contract.KLEINER_MANN if isinstance(game, PfeifFrei) else game.contract
    if contract not in rules.contracts:
        yield _problem("unknown_game", "contract", contract=contract)
        return
    if isinstance(game, PfeifFrei) and not rules.pfeif_frei:
        yield _problem("not_under_rules", "pfeif_frei")
    if not isinstance(game, Aim):
        yield from _check_over_solo(rules, contract, game.over_solo)
    if isinstance(game, Points | PfeifFrei) and game.points > rules.total:
        yield _problem("points_too_many", "points", total=rules.total)
    if isinstance(game, Aim | Amount):
        yield from _check_target(rules, contract, game)


def _check_over_solo(rules: HouseRules, contract: Contract, over_solo: bool) -> Iterator[Problem]:
    if over_solo and (rules.normal is None or contract not in rules.normal.over_solo):
        yield _problem("no_over_solo", "over_solo", contract=contract)


def _check_target(rules: HouseRules, contract: Contract, game: Aim | Amount) -> Iterator[Problem]:
    target = rules.targets.get(contract)
    if target is not None and target.amount is None and isinstance(game, Aim):
        yield _problem("no_value", "made", contract=contract)
    if game.ouvert and (target is None or target.ouvert is None):
        yield _problem("no_ouvert", "ouvert", contract=contract)
    if game.trumps and (target is None or not set(game.trumps) <= set(target.trumps)):
        choices = ", ".join(map(str, target.trumps)) if target else "-"
        yield _problem("trumps_not_allowed", "trumps", choices=choices)


def _check_piles(hand: Hand, rules: HouseRules, card_points: tuple[int | None, ...], seats: int) -> Iterator[Problem]:
    """One pile for each who played, null for the others; somebody took a trick; no more than the pack holds."""
    if len(card_points) != seats:
        yield _problem("points_per_player", "card_points", players=seats)
        return
    players = playing(hand, rules)
    for seat, points in enumerate(card_points):
        if points is None and seat in players:
            yield _problem("points_missing", "card_points", seat=seat)
        if points is not None and seat not in players:
            yield _problem("points_of_absent", "card_points", seat=seat)
    total = sum(points or 0 for points in card_points)
    if total == 0:
        yield _problem("nobody_took_a_trick", "card_points")
    if total > rules.total:
        yield _problem("points_over_pack", "card_points", total=rules.total)


def _check_partie(rules: HouseRules, game: Partie) -> Iterator[Problem]:
    least = rules.half + 1
    if sum(points is not None and points >= least for points in game.card_points) != 1:
        yield _problem("partie_undecided", "card_points", least=least)


def _check_claim(hand: Hand, rules: HouseRules, claim: Schinden) -> Iterator[Problem]:
    yield from _check_breach(hand, rules, "schinden", rules.schinden is not None, claim)
    for culprit in claim.culprits:
        yield from _check_player(hand, rules, "schinden.culprits", culprit)
    if len(set(claim.culprits)) != len(claim.culprits):
        yield _problem("seat_twice", "schinden.culprits")
    yield from _check_player(hand, rules, "schinden.challenger", claim.challenger)
    declarer_only = rules.schinden is not None and rules.schinden.claimant is Claimant.DECLARER
    if declarer_only and claim.challenger not in (None, claim.declarer):
        yield _problem("declarer_claims", "schinden.challenger")


def _check_breach(
    hand: Hand, rules: HouseRules, key: str, allowed: bool, outcome: Schinden | Fault
) -> Iterator[Problem]:
    """What a claim and a fault have in common: a game of the rule set with a value, and its declarer."""
    contract = outcome.contract
    if not allowed:
        yield _problem("not_under_rules", key)
    if contract not in rules.contracts:
        yield _problem("unknown_game", "contract", contract=contract)
    elif contract in rules.targets and rules.targets[contract].amount is None:
        yield _problem("no_value", key, contract=contract)
    elif contract in DECLARED and outcome.declarer is None:
        yield _problem("no_declarer", "declarer")
    yield from _check_over_solo(rules, contract, outcome.over_solo)
    yield from _check_player(hand, rules, "declarer", outcome.declarer)


def _check_free(hand: Hand, free: Free, seats: int) -> Iterator[Problem]:
    if len(free.amounts) != seats:
        yield _problem("points_per_player", "free", players=seats)
        return
    if sum(free.amounts) != 0:
        yield _problem("amounts_not_zero", "free", sum=sum(free.amounts))
    for seat, amount in enumerate(free.amounts):
        if amount and seat not in hand.lineup:
            yield _problem("not_at_table", "free", seat=seat)


def warn_hand(hand: Hand, rules: HouseRules) -> list[Problem]:
    """What is possible but hardly true in a hand that `check_hand` let pass."""
    match hand.outcome:
        case Points() | PfeifFrei() as game if game.points:
            return _warn_points(rules, game.points)
        case Raeuber() as game:
            least, most = raeuber_sums(rules.pack, rules.counting)
            piles = sum(points or 0 for points in game.card_points)
            if not least <= piles <= most:
                return [_problem("raeuber_sum", "card_points", sum=piles, least=least, most=most)]
        case Partie() as game:
            piles = sum(points or 0 for points in game.card_points)
            if piles != rules.total:
                return [_problem("partie_sum", "card_points", sum=piles, total=rules.total)]
        case Amount() as game if game.per_defender not in _known_amounts(rules, game):
            return [_problem("amount_not_in_tariff", "per_defender", amount=game.per_defender, contract=game.contract)]
    return []


def _warn_points(rules: HouseRules, points: int) -> list[Problem]:
    least = least_with_a_trick(rules.pack, rules.counting)
    if points < least:
        return [_problem("few_points", "points", points=points, least=least)]
    if rules.total - least_against(rules.pack, rules.counting) < points < rules.total:
        return [_problem("impossible_points", "points", points=points)]
    return []


def _known_amounts(rules: HouseRules, game: Amount) -> Collection[int]:
    """Every amount per defender that the game can bring; the given one where the house sets the value."""
    if game.contract in NORMAL:
        return normal_amounts(rules, game.contract, game.over_solo)
    if rules.targets[game.contract].amount is None:
        return (game.per_defender,)
    once = target_amount(rules, game.contract, made=True, ouvert=game.ouvert)
    return (once, -once)
