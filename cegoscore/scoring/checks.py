"""Checks of a hand under a rule set. Problems refuse it; warnings name what is possible, but hardly true.

`check_hand` needs nothing but the hand: it serves documents, forms and stored rows alike.
"""

from collections.abc import Collection, Iterator
from functools import partial

from cegoscore.scoring.amounts import normal_amounts, target_amount
from cegoscore.scoring.cards import least_against, least_with_a_trick, raeuber_sums
from cegoscore.scoring.contracts import LAST_TRICK, NORMAL, TARGET, Contract, PenaltyKind
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
    UncountedRaeuber,
)
from cegoscore.scoring.house_rules import Claimant, HouseRules
from cegoscore.scoring.problems import Problem, problem

DECLARED = (*NORMAL, *TARGET)
"""Games that one player declares."""


def check_hand(hand: Hand, rules: HouseRules, seats: int) -> list[Problem]:
    """Everything that makes the hand impossible, among so many seats; empty if it can be paid."""
    problems = check_table(hand.lineup, hand.dealer, rules, seats)
    return problems or list(_check_outcome(hand, rules, seats))


UNDER_ANY_RULES = ("unknown_seat", "not_at_table", "seat_twice", "points_per_player", "amounts_not_zero")
"""Codes of problems that no rule set does away with."""


def check_seats(hand: Hand, rules: HouseRules, seats: int) -> list[Problem]:
    """Everything that makes the hand impossible whatever the rules were when it was written."""
    problems = [*check_table(hand.lineup, hand.dealer, rules, seats), *_check_outcome(hand, rules, seats)]
    return [problem for problem in problems if problem.code in UNDER_ANY_RULES]


def check_table(lineup: tuple[int, ...], dealer: int, rules: HouseRules, seats: int) -> list[Problem]:
    """Check that these can sit down together, and this one deal."""
    problems = []
    if len(lineup) not in rules.sizes:
        sizes = " / ".join(map(str, rules.sizes))
        problems.append(problem("lineup_size", "lineup", sizes=sizes, size=len(lineup)))
    if len(set(lineup)) != len(lineup):
        problems.append(problem("seat_twice", "lineup"))
    problems += [problem("unknown_seat", "lineup", seat=seat) for seat in lineup if not 0 <= seat < seats]
    if dealer not in lineup:
        problems.append(problem("not_at_table", "dealer", seat=dealer))
    return problems


def playing(hand: Hand, rules: HouseRules) -> tuple[int, ...]:
    """The seats that hold cards: the line-up, without the dealer where one sits out."""
    if len(hand.lineup) > rules.players:
        return tuple(seat for seat in hand.lineup if seat != hand.dealer)
    return hand.lineup


def _check_player(hand: Hand, rules: HouseRules, key: str, seat: int | None) -> Iterator[Problem]:
    """The seat must hold cards in this hand."""
    if seat is None or seat in playing(hand, rules):
        return
    yield problem("sits_out" if seat in hand.lineup else "not_at_table", key, seat=seat)


def _check_outcome(hand: Hand, rules: HouseRules, seats: int) -> Iterator[Problem]:
    player = partial(_check_player, hand, rules)
    match hand.outcome:
        case Points() | PfeifFrei() | Aim() | Amount() as declared:
            yield from player("declarer", declared.declarer)
            yield from _check_game(rules, declared)
        case Raeuber() | UncountedRaeuber() | Dresch() | Partie() as game:
            yield from _check_everyone(hand, rules, game, seats)
        case Schinden() as claim:
            yield from _check_claim(hand, rules, claim)
        case Fault() as fault:
            yield from _check_breach(hand, rules, "fault", fault, allowed=rules.fault)
            yield from player("fault.offender", fault.offender)
        case Penalty() as penalty:
            if rules.penalty is None:
                yield problem("not_under_rules", "penalty")
            if penalty.offender not in hand.lineup:
                yield problem("not_at_table", "offender", seat=penalty.offender)
        case Free() as free:
            yield from _check_free(hand, free, seats)


def _check_everyone(
    hand: Hand, rules: HouseRules, game: Raeuber | UncountedRaeuber | Dresch | Partie, seats: int
) -> Iterator[Problem]:
    """A game of everyone for themselves: who announced it if anyone did, and who took what."""
    if game.contract not in rules.contracts:
        yield problem("unknown_game", "contract", contract=game.contract)
    if isinstance(game, Dresch):
        yield from _check_player(hand, rules, "last_trick", game.last_trick)
    if not isinstance(game, Partie):
        yield from _check_player(hand, rules, "declarer", game.announcer)
    if isinstance(game, UncountedRaeuber):
        yield from _check_uncounted(hand, rules, game)
    if isinstance(game, Raeuber | Partie):
        piles = list(_check_piles(hand, rules, game.card_points, seats))
        yield from piles
        least = rules.half + 1
        if isinstance(game, Partie) and not piles and sum((points or 0) >= least for points in game.card_points) != 1:
            yield problem("partie_undecided", "card_points", least=least)


def _check_game(rules: HouseRules, game: Points | PfeifFrei | Aim | Amount) -> Iterator[Problem]:
    contract = game.contract
    if contract not in rules.contracts:
        yield problem("unknown_game", "contract", contract=contract)
        return
    if isinstance(game, PfeifFrei) and not rules.pfeif_frei:
        yield problem("not_under_rules", "pfeif_frei")
    if not isinstance(game, Aim):
        yield from _check_over_solo(rules, contract, over_solo=game.over_solo)
    if isinstance(game, Points | PfeifFrei) and not 0 <= game.points <= rules.total:
        yield problem("points_too_many", "points", total=rules.total)
    if isinstance(game, Aim) and contract in rules.targets and rules.targets[contract].amount is None:
        yield problem("no_value", "made", contract=contract)
    if isinstance(game, Aim | Amount):
        yield from _check_manner(rules, contract, game)


def _check_over_solo(rules: HouseRules, contract: Contract, *, over_solo: bool) -> Iterator[Problem]:
    if over_solo and (rules.normal is None or contract not in rules.normal.over_solo):
        yield problem("no_over_solo", "over_solo", contract=contract)


def _check_manner(rules: HouseRules, contract: Contract, game: Aim | Amount | Schinden | Fault) -> Iterator[Problem]:
    """Check that a target game may be played ouvert, and announced with these trumps."""
    target = rules.targets.get(contract)
    if game.ouvert and (target is None or target.ouvert is None):
        yield problem("no_ouvert", "ouvert", contract=contract)
    allowed = target.trumps if target and contract in LAST_TRICK else ()
    if not set(game.trumps) <= set(allowed):
        yield problem("trumps_not_allowed", "trumps", choices=", ".join(map(str, allowed)) or "-")


def _check_piles(hand: Hand, rules: HouseRules, card_points: tuple[int | None, ...], seats: int) -> Iterator[Problem]:
    """One pile for each who played, null for the others; somebody took a trick; no more than the pack holds."""
    if len(card_points) != seats:
        yield problem("points_per_player", "card_points", players=seats)
        return
    players = playing(hand, rules)
    for seat, points in enumerate(card_points):
        if points is None and seat in players:
            yield problem("points_missing", "card_points", seat=seat)
        if points is not None and seat not in players:
            yield problem("points_of_absent", "card_points", seat=seat)
    total = sum(points or 0 for points in card_points)
    if total == 0:
        yield problem("nobody_took_a_trick", "card_points")
    if total > rules.total:
        yield problem("points_over_pack", "card_points", total=rules.total)


def _check_uncounted(hand: Hand, rules: HouseRules, game: UncountedRaeuber) -> Iterator[Problem]:
    """Somebody has most, nobody is named twice, and no amount depends on card points."""
    if game.contract in rules.raeuber and rules.raeuber[game.contract].points_above is not None:
        yield problem("piles_needed", "most")
    for key, seats in (("most", game.most), ("without_trick", game.without_trick)):
        for seat in seats:
            yield from _check_player(hand, rules, key, seat)
    if not game.most:
        yield problem("nobody_has_most", "most")
    if len({*game.most, *game.without_trick}) != len(game.most) + len(game.without_trick):
        yield problem("seat_twice", "without_trick")


def _check_claim(hand: Hand, rules: HouseRules, claim: Schinden) -> Iterator[Problem]:
    yield from _check_breach(hand, rules, "schinden", claim, allowed=rules.schinden is not None)
    for culprit in claim.culprits:
        yield from _check_player(hand, rules, "schinden.culprits", culprit)
    yield from _check_player(hand, rules, "schinden.challenger", claim.challenger)
    declarer_only = rules.schinden is not None and rules.schinden.claimant is Claimant.DECLARER
    if declarer_only and claim.challenger not in (None, claim.declarer):
        yield problem("declarer_claims", "schinden.challenger")
    claims = claim.declarer if declarer_only else claim.challenger
    if claims in claim.culprits or len(set(claim.culprits)) != len(claim.culprits):
        yield problem("seat_twice", "schinden.culprits")


def _check_breach(
    hand: Hand, rules: HouseRules, key: str, outcome: Schinden | Fault, *, allowed: bool | Fault
) -> Iterator[Problem]:
    """Check the part that a claim and a fault share: a game of the rule set with a value, and its declarer."""
    contract = outcome.contract
    if not allowed:
        yield problem("not_under_rules", key)
    if contract not in rules.contracts:
        yield problem("unknown_game", "contract", contract=contract)
    elif contract in rules.targets and rules.targets[contract].amount is None:
        yield problem("no_value", key, contract=contract)
    elif contract in DECLARED and outcome.declarer is None:
        yield problem("no_declarer", "declarer")
    yield from _check_over_solo(rules, contract, over_solo=outcome.over_solo)
    yield from _check_manner(rules, contract, outcome)
    yield from _check_player(hand, rules, "declarer", outcome.declarer)


def _check_free(hand: Hand, free: Free, seats: int) -> Iterator[Problem]:
    if len(free.amounts) != seats:
        yield problem("points_per_player", "free", players=seats)
        return
    if sum(free.amounts) != 0:
        yield problem("amounts_not_zero", "free", sum=sum(free.amounts))
    for seat, amount in enumerate(free.amounts):
        if amount and seat not in hand.lineup:
            yield problem("not_at_table", "free", seat=seat)


def warn_hand(hand: Hand, rules: HouseRules) -> list[Problem]:
    """Plausibility warnings for a hand that `check_hand` let pass."""
    match hand.outcome:
        case Points() | PfeifFrei() as game if game.points:
            return _warn_points(rules, game.points)
        case Raeuber() as game:
            least, most = raeuber_sums(rules.pack, rules.counting)
            piles = sum(points or 0 for points in game.card_points)
            if not least <= piles <= most:
                return [problem("raeuber_sum", "card_points", sum=piles, least=least, most=most)]
        case Partie() as game:
            piles = sum(points or 0 for points in game.card_points)
            if piles != rules.total:
                return [problem("partie_sum", "card_points", sum=piles, total=rules.total)]
        case Penalty(kind=PenaltyKind.REVOKE | PenaltyKind.WRONG_DISCARD, offender=seat) if seat not in playing(
            hand, rules
        ):
            return [problem("sits_out", "offender", seat=seat)]
        case Amount() as game if game.per_defender not in _known_amounts(rules, game):
            return [problem("amount_not_in_tariff", "per_defender", amount=game.per_defender, contract=game.contract)]
    return []


def _warn_points(rules: HouseRules, points: int) -> list[Problem]:
    least = least_with_a_trick(rules.pack, rules.counting)
    if points < least:
        return [problem("few_points", "points", points=points, least=least)]
    if points in impossible_points(rules):
        return [problem("impossible_points", "points", points=points)]
    return []


def impossible_points(rules: HouseRules) -> range:
    """A declarer lacks none of the card points, or at least those of one trick of the defenders."""
    return range(rules.total - least_against(rules.pack, rules.counting) + 1, rules.total)


def _known_amounts(rules: HouseRules, game: Amount) -> Collection[int]:
    """Every amount per defender that the game can bring; the given one where the house sets the value."""
    if game.contract in NORMAL:
        return normal_amounts(rules, game.contract, game.over_solo)
    if rules.targets[game.contract].amount is None:
        return (game.per_defender,)
    once = target_amount(rules, game.contract, made=True, ouvert=game.ouvert)
    return (once, -once)
