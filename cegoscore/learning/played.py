"""Hands played out, card by card: prepared ones, as far as a rule set lets them be played so."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from cegoscore.clubs.glossary import SUIT_NAMES
from cegoscore.clubs.wording import game_label
from cegoscore.learning.task import NAMES, Ground
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.table.why import why_of
from cegoscore.scoring.cards import GROUPS, Counting
from cegoscore.scoring.contracts import RAEUBER, Contract
from cegoscore.scoring.hands import Hand, Points, Raeuber
from cegoscore.scoring.payments import payments
from cegoscore.scoring.tricks import TRUMP, Card, Course, Dealt, Trick, card_of, card_points, deal, in_order


class CardPlayed(NamedTuple):
    """A card played: by whom, as which of all, why it may be or has to be this one, and whether it wins the trick."""

    card: Card
    seat: int
    step: int
    text: str
    wins: bool


@cache
def stored() -> Mapping[str, Any]:
    """The prepared hands by their keys."""
    hands: Mapping[str, Any] = json.loads(Path(__file__).with_name("played_hands.json").read_text("utf-8"))
    return hands


def titles(ground: Ground) -> dict[str, str]:
    """Games of the hands that can be played by these rules, by their keys."""
    begun = {key: _replay(key, ground) for key in stored()}
    return {key: game_label(ground.rules, replay.course.contract) for key, replay in begun.items() if replay}


class Replay(NamedTuple):
    """A prepared hand as these rules let it go on."""

    course: Course
    dealt: Dealt
    kept: tuple[Card, ...]
    away: tuple[Card, ...]
    tricks: list[Trick]


def _replay(key: str, ground: Ground) -> Replay | None:
    """Play a prepared hand; none if these rules do not have its game, or would have it played otherwise."""
    prepared = stored()[key]
    contract, seat = Contract(prepared["contract"]), prepared.get("declarer", 0)
    if contract not in ground.rules.contracts or ground.rules.pack.hands != len(NAMES):
        return None
    dealt = deal(prepared["seed"], ground.rules.pack)
    kept_cards, away, opened = (_cards(prepared.get(part, "")) for part in ("kept", "away", "opened"))
    hands = list(dealt.hands)
    if kept_cards:
        away = in_order((*away, *(card for card in hands[seat] if card not in kept_cards)))
        hands[seat] = tuple(card for card in (*kept_cards, *dealt.blind) if card not in away)
    course = Course(play=ground.play, contract=contract, hands=len(NAMES), first=seat, opened=opened)
    tricks = replayed(course, hands, [_cards(trick) for trick in prepared["tricks"]])
    return Replay(course, dealt, kept_cards, away, tricks) if tricks else None


def _cards(keys: str) -> tuple[Card, ...]:
    return tuple(map(card_of, filter(None, keys.split(", "))))


def replayed(course: Course, hands: Sequence[Sequence[Card]], played: Sequence[Sequence[Card]]) -> list[Trick]:
    """Tricks with who led to each; none at all if somebody would play a card that is not theirs to play."""
    tricks: list[Trick] = []
    left = [set(hand) for hand in hands]
    for cards in played:
        leader = course.leader(tricks)
        for place, card in enumerate(cards):
            hand = left[(leader + place) % course.hands]
            if card not in course.legal(tuple(hand), cards[:place], len(tricks)):
                return []
            hand.remove(card)
        tricks.append(Trick(leader, tuple(cards)))
    return tricks


def told(key: str, ground: Ground) -> dict[str, Any] | None:
    """Values for the page of a hand: its tricks, the count of the pile that decides, its line, and why it pays that.

    None if there is no such hand, or these rules would have it played otherwise.
    """
    replay = _replay(key, ground) if key in stored() else None
    if replay is None:
        return None
    course, rules = replay.course, ground.rules
    piles = _piles(replay)
    points = tuple(card_points(pile, rules.counting) for pile in piles)
    outcome: Points | Raeuber = Raeuber(contract=course.contract, card_points=points)
    counted = points.index(max(points))
    if course.contract not in RAEUBER:
        counted = course.first
        outcome = Points(contract=course.contract, declarer=counted, points=points[counted])
    hand = Hand(lineup=tuple(range(len(NAMES))), dealer=len(NAMES) - 1, outcome=outcome)
    tricks = tuple(_moves(replay))
    steps = {move.card: move.step for move in chain(*tricks) if move.seat == course.first}
    return {
        "title": title_of(outcome, rules),
        "about": ground.text(f"games.{course.contract}"),
        "replay": replay,
        "name": NAMES[course.first],
        "hand": [(card, steps[card]) for card in in_order(steps)],
        "tricks": tricks,
        "pile": NAMES[counted],
        "groups": _groups(piles[counted], rules.counting),
        "points": points[counted],
        "names": NAMES,
        "line": text_of(hand, rules, NAMES),
        "amounts": payments(hand, rules),
        "why": why_of(hand, rules, ground.original, names=NAMES),
    }


def _piles(replay: Replay) -> list[list[Card]]:
    """Cards that each seat has won, the declarer's with what was put away or nobody took up."""
    course = replay.course
    piles: list[list[Card]] = [[] for _name in NAMES]
    for trick in replay.tricks:
        piles[course.winner(trick)] += trick.cards
    if course.contract not in RAEUBER:
        piles[course.first] += replay.away or replay.dealt.blind
    return piles


def _moves(replay: Replay) -> Iterator[tuple[CardPlayed, ...]]:
    course = replay.course
    for done, trick in enumerate(replay.tricks):
        won = course.winner(trick)
        moves = []
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % course.hands
            text = _reason(card, trick.cards[0], NAMES[seat]) if place else _lead(course, done, NAMES[seat])
            if place == course.hands - 1:
                text = f"{text} " + _("%(name)s wins the trick.") % {"name": NAMES[won]}
            step = done * course.hands + place + 1
            moves.append(CardPlayed(card, seat, step, text, seat == won))
        yield tuple(moves)


def _lead(course: Course, done: int, name: str) -> str:
    if done:
        text = _("%(name)s won the last trick and leads.")
    elif course.contract in RAEUBER:
        text = _("%(name)s is Vorhand and leads.")
    else:
        text = _("%(name)s plays alone and leads.")
    return text % {"name": name}


def _reason(card: Card, led: Card, name: str) -> str:
    """Reason why a card may be played on the one that was led, or has to be."""
    if card.suit == led.suit:
        text = _("%(name)s follows suit.")
    elif card.suit == TRUMP:
        text = _("%(name)s has no %(suit)s and has to trump.")
    elif led.suit == TRUMP:
        text = _("%(name)s has no trumps left and may play anything.")
    else:
        text = _("%(name)s has neither %(suit)s nor trumps and may play anything.")
    return text % {"name": name, "suit": SUIT_NAMES.get(led.suit, "")}


def _groups(pile: Sequence[Card], counting: Counting) -> Iterator[tuple[tuple[Card, ...], int]]:
    """A pile as one counts it: what is worth much together with what is not, and at last what makes no group."""
    size = GROUPS[counting].size
    full = len(pile) // size
    cards = sorted(pile, key=lambda card: -card.worth)
    for group in (*(cards[at : full * size : full] for at in range(full)), cards[full * size :]):
        if group:
            yield tuple(group), card_points(group, counting)
