"""Tasks on the cards: what they are, which of two is higher, what may be played, who wins, what a pile counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from django.utils.translation import gettext as _

from cegoscore.learning.task import NAMES, Ground, Task, tap
from cegoscore.scoring.cards import GROUPS, CardKind, Counting
from cegoscore.scoring.rules.play_rules import SUITS
from cegoscore.scoring.tricks import NONE, TRUMP, Card, card_points, in_order, legal, winner

BLACK, RED = SUITS[:2], SUITS[2:]
LOW = 10
"""Height below which a trump looks smaller than a picture."""


def _empty(card: Card) -> bool:
    return card.is_empty


# Lesson 1


def what_is_what(ground: Ground) -> Iterator[Task]:
    """Cards that are worth more than one, then the empty ones, among some of each kind."""
    worth = _("Tap all cards that count more than 1.")
    yield _tell_apart(
        ground,
        worth,
        lambda card: card.worth > 1,
        lambda card: _("This card counts %(points)s.") % {"points": card.worth},
    )
    yield _tell_apart(ground, _("Tap every Leere."), _empty, _kind)


def _tell_apart(ground: Ground, question: str, is_right: Callable[[Card], bool], why: Callable[[Card], str]) -> Task:
    right = ground.some(4, fits=is_right)
    return tap(question, in_order([*right, *ground.some(4, fits=lambda card: not is_right(card))]), right, why)


def _kind(card: Card) -> str:
    if card.suit == TRUMP:
        return _("This is a trump.")
    return _("This is a Leere.") if card.is_empty else _("This is a picture.")


# Lesson 2


def which_is_higher(ground: Ground) -> Iterator[Task]:
    """Pairs: trumps, pictures of a suit, empty ones of a black and of a red suit; a picture and a trump, if told."""
    suit, black, red = map(ground.lots.one_of, (SUITS, BLACK, RED))
    courts = ground.some(2, [suit], lambda card: not card.is_empty)
    higher, wins = _("Which of the two is higher?"), _("The first was led, the second played on it. Which wins?")
    yield _pair(higher, ground.some(2, [TRUMP]), ground.text("cards.trumps"))
    yield _pair(higher, courts, ground.text("cards.red" if suit in RED else "cards.black"))
    yield _pair(higher, ground.some(2, [black], _empty), ground.text("cards.black"))
    yield _pair(higher, ground.some(2, [red], _empty), ground.text("cards.red"))
    if why := ground.text("tricks.winner"):
        low = ground.some(1, [TRUMP], lambda card: card.height < LOW)
        yield _pair(wins, [courts[0], *low], why)


def _pair(question: str, pair: Sequence[Card], why: str) -> Task:
    return tap(question, pair, [pair[winner(pair)]], why)


# Lesson 3


def tricks(ground: Ground) -> Iterator[Task]:
    """Three hands with what may be played; tricks won by the highest of the suit, by a trump, never by a Leere."""
    yield _may_play(ground, (2, 2, 2), _("You hold a card of the suit that was led: follow it."))
    yield _may_play(ground, (0, 2, 3), _("You cannot follow, but you hold a trump: you have to trump."))
    yield _may_play(ground, (0, 0, 5), _("You can neither follow nor trump: you may play anything."))
    suit, other, third = ground.lots.shuffled(SUITS)[:3]
    for number, strange in ((1, other), (2, TRUMP)):
        led, *more = ground.some(ground.rules.players - number, [suit])
        trick = [led, *ground.lots.shuffled([*more, *ground.some(number, [strange])])]
        question = _("%(name)s has led, then it went round. Who wins the trick?") % {"name": NAMES[0]}
        yield _won(question, trick, ground.text("tricks.winner"))
    if "games.open_never_wins" in ground.sentences:
        lying = ground.some(1, [suit], _empty)
        trick = [*lying, *ground.some(ground.rules.players - 2, [other]), *ground.some(1, [third])]
        question = _("In the game Eine Leere a Leere lies open. %(name)s leads it. Who wins the trick?")
        yield _won(question % {"name": NAMES[0]}, trick, ground.text("games.open_never_wins"), lying)


def _may_play(ground: Ground, numbers: tuple[int, int, int], why: str) -> Task:
    """A hand with so many cards of the suit led, trumps, and others."""
    [led] = ground.some(1, SUITS)
    parts = ([led.suit], [TRUMP], [suit for suit in SUITS if suit != led.suit])
    hand = in_order(
        card
        for number, suits in zip(numbers, parts, strict=True)
        for card in ground.some(number, suits, lambda card: card != led)
    )
    question = _("%(name)s has led. Tap all cards that you may play.") % {"name": NAMES[0]}
    return tap(question, hand, legal(hand, [led]), why, table=[(NAMES[0], led)])


def _won(question: str, trick: Sequence[Card], why: str, powerless: Collection[Card] = NONE) -> Task:
    names = NAMES[: len(trick)]
    return tap(question, names, [names[winner(trick, powerless)]], why, table=list(zip(names, trick, strict=True)))


# Lesson 4


def short_piles(ground: Ground) -> Iterator[Task]:
    """Three piles that grow."""
    for number in (1, 2, 3):
        yield _pile(ground, ground.some(number * ground.rules.players))


def long_piles(ground: Ground) -> Iterator[Task]:
    """Ten piles for the trainer."""
    for _number in range(10):
        yield _pile(ground, ground.some((2 + ground.lots.below(4)) * ground.rules.players))


def example(ground: Ground) -> Task:
    """A trick to be counted: a king, a jack, and empty ones."""
    kinds = (CardKind.KING, CardKind.JACK)
    courts = [next(card for card in ground.cards if card.kind is kind) for kind in kinds]
    empty = [card for card in ground.cards if card.is_empty]
    return _pile(ground, [*courts, *empty[: ground.rules.players - len(courts)]])


def _pile(ground: Ground, cards: Sequence[Card]) -> Task:
    hand, counting = in_order(cards), ground.rules.counting
    points, values = card_points(hand, counting), [card.worth for card in hand]
    groups, rest = divmod(len(hand), GROUPS[counting].size)
    off = {
        Counting.TWOS: _("Less 1 for each of the pairs, %(groups)s: %(points)s."),
        Counting.THREES: _("Less 2 for each of the threes, %(groups)s, and 1 for the rest: %(points)s.")
        if rest
        else _("Less 2 for each of the threes, %(groups)s: %(points)s."),
    }[counting]
    answer = f"{' + '.join(map(str, values))} = {sum(values)}. {off % {'groups': groups, 'points': points}}"
    return Task(question=_("What does this pile count?"), hand=hand, number=points, answer=answer)
