"""Tasks on the cards: ranks, who sits and plays where, tricks, piles."""

from collections.abc import Callable, Collection, Iterator, Sequence

from django.utils.translation import gettext as _

from cegoscore.clubs.glossary import SUIT_NAMES, card_label
from cegoscore.learning.task import NAMES, Ground, Task, tap
from cegoscore.scoring.cards import GROUPS, CardKind, Counting
from cegoscore.scoring.rules.play_rules import SUITS
from cegoscore.scoring.tricks import NONE, TRUMP, Card, card_points, in_order, legal, winner

BLACK, RED = SUITS[:2], SUITS[2:]
LOW = 10
"""Height below which a trump looks smaller than a picture."""


def _empty(card: Card) -> bool:
    return card.is_empty


# The cards


def what_is_what(ground: Ground) -> Iterator[Task]:
    """Cards that are worth more than one, then the empty ones, among some of each kind."""
    worth = _("Tap all cards that count more than 1.")
    yield _tell_apart(
        ground,
        worth,
        lambda card: card.worth > 1,
        lambda card: _("%(card)s counts %(points)s.") % {"card": card_label(card), "points": card.worth},
    )
    yield _tell_apart(ground, _("Tap every Leere."), _empty, kind_of)


def _tell_apart(ground: Ground, question: str, is_right: Callable[[Card], bool], why: Callable[[Card], str]) -> Task:
    right = ground.some(4, fits=is_right)
    return tap(question, in_order([*right, *ground.some(4, fits=lambda card: not is_right(card))]), right, why)


def kind_of(card: Card) -> str:
    """Description of a card in a sentence."""
    text = _("%(card)s is a Leere.") if card.is_empty else _("%(card)s is a picture.")
    return (_("%(card)s is a trump.") if card.suit == TRUMP else text) % {"card": card_label(card)}


# Who is higher


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


# At the table


def at_the_table(ground: Ground) -> Iterator[Task]:
    """Number of players and cards; who is Vorhand, plays next and deals next, each to the right of somebody."""
    pack, players = ground.rules.pack, ground.rules.players
    sits_out = ground.text("dealing.players")
    yield Task(
        question=_("How many play in a hand?"),
        number=players,
        answer=sits_out,
        slips={players + 1: sits_out} if ground.rules.one_sits_out else {},
    )
    vorhand = ground.text("dealing.vorhand")
    yield _to_the_right(ground, _("%(name)s deals. Who is Vorhand?"), vorhand)
    right = ground.text("dealing.to_the_right")
    yield _to_the_right(ground, _("%(name)s has led. Who plays the next card?"), right)
    yield _to_the_right(ground, _("%(name)s has dealt this hand. Who deals the next one?"), right)
    yield Task(
        question=_("How many cards lie in the middle as the blind?"),
        number=pack.blind,
        answer=" ".join(filter(None, map(ground.text, ("dealing.cards", "dealing.three")))),
        slips={pack.hand: _("Each player has this many.")},
    )


def _to_the_right(ground: Ground, question: str, why: str) -> Task:
    names = NAMES[: ground.rules.players]
    at = ground.lots.below(len(names))
    next_one = names[(at + 1) % len(names)]

    def wrong(name: str) -> str:
        if name == names[at]:
            return _("That is the one from whom it goes on.")
        if name == names[at - 1]:
            return _("%(name)s sits on the left of %(of)s.") % {"name": name, "of": names[at]}
        return _("%(name)s sits further along.") % {"name": name}

    seats = _("From one to the next on the right sit %(names)s.") % {"names": ", ".join(names)}
    return tap(f"{seats} {question % {'name': names[at]}}", names, [next_one], why, wrong=wrong)


# A trick


def tricks(ground: Ground) -> Iterator[Task]:
    """Three hands with what may be played; tricks won by the highest of the suit, by a trump, never by a Leere."""
    yield _may_play(ground, (2, 2, 2), _("You hold a card of the suit that was led: follow it."))
    yield _may_play(ground, (0, 2, 3), _("You cannot follow, but you hold a trump: you have to trump."))
    yield _may_play(ground, (0, 0, 5), _("You can neither follow nor trump: you may play anything."))
    suit, other, third = ground.lots.shuffled(SUITS)[:3]
    for number, strange in ((1, other), (2, TRUMP)):
        led, *more = ground.some(ground.rules.players - number, [suit])
        trick = [led, *ground.lots.shuffled([*more, *ground.some(number, [strange])])]
        question = _("%(name)s has led, then it went round to the right. Who wins the trick?") % {"name": NAMES[0]}
        yield _won(question, trick, ground.text("tricks.winner"))
    if "games.open_never_wins" in ground.sentences:
        yield _won_by_less(ground, suit, other, third)


def _won_by_less(ground: Ground, suit: str, other: str, third: str) -> Task:
    """A trick to a Leere that lies open, which somebody follows with a lower one and so wins.

    That nobody follows cannot happen in a first trick: they would have to trump, and the declarer cannot have put away
    all trumps.
    """
    low, high = sorted(ground.some(2, [suit], _empty), key=lambda card: card.height)
    strange = [*ground.some(ground.rules.players - 3, [other]), *ground.some(1, [third])]
    question = _("In the game Eine Leere, one Leere lies open. %(name)s leads it. Who wins the trick?")
    trick = [high, *ground.lots.shuffled([low, *strange])]
    return _won(question % {"name": NAMES[0]}, trick, ground.text("games.open_never_wins"), [high])


def _may_play(ground: Ground, numbers: tuple[int, int, int], why: str) -> Task:
    """A hand with so many cards of the suit led, trumps, and others."""
    [led] = ground.some(1, SUITS)
    parts = ([led.suit], [TRUMP], [suit for suit in SUITS if suit != led.suit])
    hand = in_order(
        card
        for number, suits in zip(numbers, parts, strict=True)
        for card in ground.some(number, suits, lambda card: card != led)
    )
    reason = _("%(card)s is not of %(suit)s: you have to trump.")
    if numbers[0]:
        reason = _("%(card)s is not of %(suit)s, and you can follow.")

    def wrong(card: Card) -> str:
        return reason % {"card": card_label(card), "suit": SUIT_NAMES[led.suit]}

    question = _("%(name)s has led. Tap all cards that you may play.") % {"name": NAMES[0]}
    return tap(question, hand, legal(hand, [led]), why, wrong=wrong, table=[(NAMES[0], led)])


def _won(question: str, trick: Sequence[Card], why: str, powerless: Collection[Card] = NONE) -> Task:
    names = NAMES[: len(trick)]
    best = trick[winner(trick, powerless)]

    def wrong(name: str) -> str:
        card = trick[names.index(name)]
        if card in powerless:
            text = _("%(name)s has led the Leere that lies open.")
        elif card.suit == best.suit:
            text = _("%(name)s has played %(card)s, and a higher one lies there.")
        elif best.suit == TRUMP:
            text = _("%(name)s has played %(card)s, and a trump lies there.")
        else:
            text = _("%(name)s has not followed suit, and %(card)s is no trump.")
        return text % {"name": name, "card": card_label(card)}

    right = [names[trick.index(best)]]
    return tap(question, names, right, why, wrong=wrong, table=list(zip(names, trick, strict=True)))


# Counting


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
    slips = {sum(values): _("These are the values together; for each group there is something to take off.")}
    return Task(question=_("What does this pile count?"), hand=hand, number=points, answer=answer, slips=slips)
