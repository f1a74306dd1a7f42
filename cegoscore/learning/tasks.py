"""Tasks on the cards, and on the games: ranks, tricks, piles; what is kept and put away, said, won and paid."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.house_rules.bidding import word_name
from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.house_rules.statements import said
from cegoscore.clubs.wording import game_label
from cegoscore.learning.task import NAMES, Ground, Task, tap
from cegoscore.scoring.auction.auction import begin, options_of, say
from cegoscore.scoring.auction.state import FORT, GUT, NO_SPECIAL, SELBST, Auction
from cegoscore.scoring.cards import GROUPS, CardKind, Counting
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.derivation import normal_steps
from cegoscore.scoring.rules.auction_rules import AuctionRules
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


SPECIALS = (Contract.SOLO, Contract.PICCOLO, Contract.BETTEL, Contract.ULTI, Contract.RAEUBER)
"""Games of the lesson on those that stand beside the ladder."""
WRONG_WORDS = 4
EXERCISES = 5


def ladder_of(ground: Ground) -> list[Contract]:
    """Normal games from Cego upwards."""
    return [game for game in NORMAL if game in ground.rules.contracts and game is not Contract.SOLO]


def specials_of(ground: Ground) -> list[Contract]:
    """Games beside the ladder that are played."""
    return [game for game in SPECIALS if game in ground.rules.contracts]


def _yes_or_no(question: str, why: str, *, right: bool) -> Task:
    return tap(question, [_("Yes"), _("No")], [_("Yes") if right else _("No")], why)


# Lesson 5


def cego(ground: Ground) -> Iterator[Task]:
    """Number of cards, whose are those put away, and whether it is won."""
    blind, hand = ground.rules.pack.blind, ground.rules.pack.hand
    yield Task(
        question=_("You play Cego and have taken up the blind. How many cards do you hold now?"),
        number=hand + 1,
        answer=_("%(kept)s kept and %(blind)s of the blind: %(all)s. One is put away, %(hand)s are played.")
        % {"kept": hand + 1 - blind, "blind": blind, "all": hand + 1, "hand": hand},
    )
    whose = [_("For the declarer"), _("For the others"), _("For nobody")]
    yield tap(_("For whom do the cards count that were put away?"), whose, whose[:1], ground.text("games.aim"))
    least = ground.rules.half + 1
    points = least - 3 + ground.lots.below(6)
    question = _("You took tricks and count %(points)s card points in the end. Have you won?") % {"points": points}
    why = _("The pack holds %(total)s; %(least)s win.") % {"total": ground.rules.total, "least": least}
    yield _yes_or_no(question, why, right=points >= least)


# Lesson 6


def ladder(ground: Ground) -> Iterator[Task]:
    """Games by what is kept in them, what may be laid open, and which of two is higher."""
    names = {game: game_label(ground.rules, game) for game in ladder_of(ground)}
    order = " – ".join(names.values())
    for game in ground.lots.shuffled(names)[:3]:
        others = [other for other in ground.lots.shuffled(names) if other != game][:2]
        options = ground.lots.shuffled(names[option] for option in (game, *others))
        aims = {option: said(f"games.{option}", ground.rules) for option in (game, *others)}
        why = {names[wrong]: f"{names[wrong]}: {aims[wrong]}" for wrong in others} | {names[game]: ""}
        question = _("Which game is this? %(aim)s") % {"aim": aims[game]}
        yield tap(question, options, [names[game]], why.__getitem__)
    empty = ground.some(2, fits=lambda card: card.is_empty)
    cards = ground.lots.shuffled([*empty, *ground.some(4, fits=lambda card: not card.is_empty)])
    yield tap(_("Tap all cards that may be laid open as a Leere."), cards, empty, ground.text("cards.empties"))
    for _pair in range(2):
        pair = ground.lots.shuffled(names)[:2]
        high = max(pair, key=[*names].index)
        yield tap(_("Which game is higher?"), [names[game] for game in pair], [names[high]], order)


# Lesson 7


def specials(ground: Ground) -> Iterator[Task]:
    """One question on each game beside the ladder, with the sentence on its aim."""
    questions = {
        Contract.SOLO: (_("You play %(game)s. Do you take up the blind?"), False),
        Contract.PICCOLO: (_("You play %(game)s and have taken two tricks. Made?"), False),
        Contract.BETTEL: (_("You play %(game)s and have taken no trick. Made?"), True),
        Contract.ULTI: (_("You play %(game)s and win the last trick but one with trump 1. Made?"), False),
        Contract.RAEUBER: (_("You have the most card points in a %(game)s. Have you won?"), False),
    }
    for game in specials_of(ground):
        question, right = questions[game]
        aim = said(f"games.{game}", ground.rules)
        yield _yes_or_no(question % {"game": game_label(ground.rules, game)}, aim, right=right)


# Lesson 8


def bidding(ground: Ground) -> Iterator[Task]:
    """Three auctions with what the next one may say: at the beginning, after everybody's “fort”, and over a game."""
    if auction := ground.auction:
        yield _may_say(ground, auction, lambda _options: True)
        yield _may_say(ground, auction, lambda options: FORT not in options)
        yield _may_say(ground, auction, lambda options: GUT in options)


def _may_say(ground: Ground, auction: AuctionRules, ends: Callable[[Collection[str]], bool]) -> Task:
    """An auction that goes on until the words for the next one end it; who can passes at first."""
    spoken: list[tuple[str, str]] = []
    state = begin(auction)
    while not ends(options := options_of(state)):
        word = next((word for word in (FORT, NO_SPECIAL) if word in options), "") or ground.lots.one_of(options)
        spoken, after = [*spoken, (NAMES[state.turn], word_name(word, ground.rules))], say(state, state.turn, word)
        spoken, state = ([], begin(auction)) if after.outcome else (spoken, after)
    hand: Sequence[Card] = ()
    while not _may_play_all(hand):
        hand = in_order(ground.some(ground.rules.pack.hand))
    return _turn(ground, state, ", ".join(_in_rounds(spoken, auction.players)), hand)


def _in_rounds(spoken: Sequence[tuple[str, str]], players: int) -> Iterator[str]:
    """Words with who said them; once for all where whole rounds said the same."""
    for word, same in groupby(spoken, itemgetter(1)):
        names = [name for name, _word in same]
        rounds = len(names) // players
        if rounds:
            text = ngettext("everybody %(word)s", "%(n)s times round %(word)s", rounds)
            yield text % {"word": word, "n": rounds}
        yield from (f"{name} {word}" for name in names[rounds * players :])


def _may_play_all(hand: Sequence[Card]) -> bool:
    """True for a hand with trump 1, with two empty cards of a suit and one of another: the referee sees no cards."""
    empty = Counter(card.suit for card in hand if card.is_empty)
    return len(empty) > 1 and max(empty.values()) > 1 and any(card.kind is CardKind.TRUMP_1 for card in hand)


def _turn(ground: Ground, state: Auction, spoken: str, hand: Sequence[Card]) -> Task:
    possible, words = options_of(state), (*state.rules.first, FORT, *state.rules.ladder, SELBST, GUT)
    wrong = ground.lots.shuffled(dict.fromkeys(word for word in words if word not in possible))[:WRONG_WORDS]
    options = [word_name(word, ground.rules) for word in ground.lots.shuffled([*possible, *wrong])]
    right = [word_name(word, ground.rules) for word in possible]
    before = _("So far: %(spoken)s.") % {"spoken": spoken} if spoken else _("Nobody has spoken yet.")
    who = {"vorhand": NAMES[0], "name": NAMES[state.turn]}
    asks = _("Vorhand is %(vorhand)s. You are %(name)s. Tap all that you may say.") % who
    why = _("Now one may say: %(words)s.") % {"words": ", ".join(right)}
    return tap(f"{before} {asks}", options, right, why, hand=hand)


# Amounts


def what_is_it_worth(ground: Ground) -> Iterator[Task]:
    """Hands of normal games by lot, each with what it pays."""
    games = [game for game in NORMAL if game in ground.rules.contracts and game not in ground.rules.rare]
    for _number in range(EXERCISES):
        game, points = ground.lots.one_of(games), ground.points_near_half()
        steps = normal_steps(ground.rules, game, points, over_solo=False)
        question = _("%(game)s with %(points)s card points. What does each of the others pay or get?")
        yield Task(
            question=question % {"game": game_label(ground.rules, game), "points": points},
            number=steps[-1].amount,
            answer=derivation_text(steps, ground.rules),
        )
