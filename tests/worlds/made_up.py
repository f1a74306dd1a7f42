"""People and hands that nobody met or played, but might have: for demos and measurements.

The same seed makes the same evening. How often each game is played, and how it ends, is set so that final scores over
48 hands lie where those of the championship do: winners at +650 to +1190, the last at about −800 to −890.
"""

import json
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from django.db import transaction

from cegoscore.scoresheet import models
from cegoscore.scoresheet.ledger.services.ledger import move_totals, paid_by, row_of
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import NORMAL, TARGET, Contract, DeadKind, PenaltyKind
from cegoscore.scoring.hands import (
    Aim,
    Dead,
    Fault,
    Free,
    Hand,
    Outcome,
    Penalty,
    Points,
    Raeuber,
    Schinden,
    next_seat,
)
from cegoscore.scoring.house_rules import HouseRules

WOMEN = 0.2
"""Their part of a field."""
JUNIORS = 0.05

NAMES = Path(__file__).parent / "made_up_names.json"

OFTEN = {
    Contract.SOLO: 27,
    Contract.CEGO: 46,
    Contract.HALBE: 3,
    Contract.EINE: 3,
    Contract.EINE_LEERE: 2,
    Contract.ZWEI_LEERE: 1,
    Contract.ZWEI_VERSCHIEDENE: 1,
    Contract.KLEINER_MANN: 1,
    Contract.ULTI: 1,
    Contract.PICCOLO: 5,
    Contract.BETTEL: 4,
    Contract.RAEUBER: 9,
}
"""Relative frequency of a game among those of its rule set."""

NO_TRICK = 0.02
MADE = {Contract.ULTI: 0.55, Contract.PICCOLO: 0.6, Contract.BETTEL: 0.65}


class Made(NamedTuple):
    """An invented person."""

    name: str
    village: str
    is_woman: bool


def people(random: Random, count: int) -> list[Made]:
    """Make different names with home villages; a fifth of them are women's."""
    names = json.loads(NAMES.read_text(encoding="utf-8"))
    found: dict[str, Made] = {}
    while len(found) < count:
        is_woman = random.random() < WOMEN
        name = f"{random.choice(names['women' if is_woman else 'men'])} {random.choice(names['last_names'])}"
        found.setdefault(name, Made(name, random.choice(names["villages"]), is_woman))
    return list(found.values())


def played_hands(random: Random, rules: HouseRules, count: int, *, dealer: int, skills: Sequence[float]) -> list[Hand]:
    """Make hands of a table; `skills` by seat are card points that a declarer makes above the average."""
    lineup = tuple(range(len(skills)))
    hands = []
    for _ in range(count):
        playing = [seat for seat in lineup if len(lineup) == rules.players or seat != dealer]
        hands.append(Hand(lineup=lineup, dealer=dealer, outcome=_outcome(random, rules, playing, skills)))
        dealer = next_seat(lineup, dealer)
    return hands


def hands_of_every_kind(random: Random, rules: HouseRules, count: int, *, dealer: int, seats: int) -> list[Hand]:
    """As `played_hands`, every third one a claim, a fault, a penalty, a free entry or a deal without result."""
    hands = played_hands(random, rules, count, dealer=dealer, skills=[0.0] * seats)
    return [replace(hand, outcome=_odd(random, rules, hand)) if random.random() < 1 / 3 else hand for hand in hands]


def _odd(random: Random, rules: HouseRules, hand: Hand) -> Outcome:
    """Another outcome of the same deal, as far as the rules have it."""
    playing = [seat for seat in hand.lineup if len(hand.lineup) == rules.players or seat != hand.dealer]
    declarer, *others = random.sample(playing, len(playing))
    amount = random.randint(1, 40)
    outcomes: list[Outcome] = [
        Free(amounts=tuple({declarer: amount, others[0]: -amount}.get(seat, 0) for seat in hand.lineup), why="Wette"),
        Dead(kind=DeadKind.THROWN_IN),
    ]
    if rules.penalty:
        outcomes.append(Penalty(kind=PenaltyKind.REVOKE, offender=declarer))
    if rules.fault:
        game = random.choice([Contract.CEGO, Contract.SOLO])
        outcomes.append(Fault(contract=game, declarer=declarer, offender=random.choice([declarer, others[0]])))
    if rules.schinden:
        culprits = tuple(sorted(others[: random.choice([0, 1, 1, 2])]))
        claim = Schinden(contract=Contract.CEGO, declarer=declarer, culprits=culprits)
        outcomes += [claim] * 3
    possible = [
        outcome for outcome in outcomes if not check_hand(replace(hand, outcome=outcome), rules, max(hand.lineup) + 1)
    ]
    return random.choice(possible)


def _outcome(random: Random, rules: HouseRules, playing: Sequence[int], skills: Sequence[float]) -> Outcome:
    games = [game for game in OFTEN if game in rules.contracts]
    game = random.choices(games, [OFTEN[each] for each in games])[0]
    if game is Contract.RAEUBER:
        return _raeuber(random, rules, playing, skills)
    declarer = random.choices(playing, [1 + max(-0.5, skills[seat] / 20) for seat in playing])[0]
    if game in TARGET:
        return Aim(contract=game, declarer=declarer, made=random.random() < MADE[game])
    assert game in NORMAL
    if random.random() < NO_TRICK:
        return Points(contract=game, declarer=declarer, points=0)
    wanted = random.gauss(rules.half + 2 + skills[declarer], rules.total / 9)
    return Points(contract=game, declarer=declarer, points=max(1, min(rules.total, round(wanted))))


def _raeuber(random: Random, rules: HouseRules, playing: Sequence[int], skills: Sequence[float]) -> Raeuber:
    """The pack divided among all players; good ones take less."""
    shares = {seat: random.expovariate(1) * (1.2 - min(0.5, skills[seat] / 20)) for seat in playing}
    whole = sum(shares.values())
    points = {seat: int(rules.total * share / whole) for seat, share in shares.items()}
    piles = [points.get(seat) for seat in range(len(skills))]
    return Raeuber(contract=Contract.RAEUBER, card_points=tuple(piles))


@transaction.atomic
def write_hands(sheet: models.Session, hands: Sequence[Hand]) -> None:
    """Write the hands of a sheet that is still empty; they must be possible by its rule set."""
    writings = [
        Writing(uuid=uuid.uuid4(), number=number, revision=1, hand=hand) for number, hand in enumerate(hands, 1)
    ]
    rows = models.Hand.objects.bulk_create(row_of(sheet, writing, None) for writing in writings)
    scores: list[models.Score] = []
    seats, totals = {seat.number: seat for seat in sheet.seats.all()}, Counter[int]()
    for row, writing in zip(rows, writings, strict=True):
        paid = paid_by(sheet, writing)
        totals.update(paid)
        scores += [models.Score(hand=row, seat=seats[seat], points=points) for seat, points in paid.items()]
    models.Score.objects.bulk_create(scores)
    move_totals(sheet, totals)
    models.Session.objects.filter(pk=sheet.pk).update(version=len(hands))
