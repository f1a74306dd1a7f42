"""Tasks on the bidding: what may be said now with these cards, and why not the other words."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.house_rules.bidding import word_name
from cegoscore.clubs.house_rules.statements import said
from cegoscore.learning.task import NAMES, Ground, Task, tap
from cegoscore.scoring.auction.auction import begin, options_of, say
from cegoscore.scoring.auction.state import (
    FORT,
    GEGENSOLO,
    GUT,
    NO_SPECIAL,
    SELBST,
    SOLO_ITSELF,
    Auction,
    AuctionStage,
)
from cegoscore.scoring.cards import CardKind
from cegoscore.scoring.contracts import LAST_TRICK, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import WHO_SITS_EARLIER, Point
from cegoscore.scoring.rules.auction_rules import Effect, Style
from cegoscore.scoring.rules.play_rules import SUITS
from cegoscore.scoring.tricks import PACK, TRUMP, Card, in_order

WRONG_WORDS = 4
HIGHEST = PACK[:3]
"""The three highest trumps."""
ONE = next(card for card in PACK if card.kind is CardKind.TRUMP_1)


def bidding(ground: Ground) -> Iterator[Task]:
    """Four auctions with what the next one may say: first words, all “fort”, over a game, and over a Solo."""
    if auction := ground.auction:
        start, nobody = begin(auction), ground.rules.players
        yield _may_say(ground, start, lambda _options: True, nobody)
        yield _may_say(ground, start, lambda options: FORT not in options, nobody)
        yield _may_say(ground, start, lambda options: GUT in options, nobody)
        if auction.first.get(Contract.SOLO) is Effect.SECOND_PHASE:
            soloist = ground.lots.below(ground.rules.players)
            yield _may_say(ground, start, lambda options: GEGENSOLO in options, soloist)


def _may_say(ground: Ground, start: Auction, ends: Callable[[Collection[str]], bool], soloist: int) -> Task:
    """An auction that goes on until the words for the next one end it; who can passes, but the seat that bids Solo."""
    spoken: list[tuple[str, str]] = []
    state = start
    while not ends(options := options_of(state)):
        bid = [Contract.SOLO] if state.stage is AuctionStage.FIRST and state.turn == soloist else []
        known = (word for word in (*bid, FORT, NO_SPECIAL) if word in options)
        word = next(known, "") or ground.lots.one_of(options)
        spoken, after = [*spoken, (NAMES[state.turn], word_name(word, ground.rules))], say(state, state.turn, word)
        spoken, state = ([], start) if after.outcome else (spoken, after)
    return _turn(ground, state, ", ".join(_in_rounds(spoken, start.rules.players)), _drawn(ground))


def _in_rounds(spoken: Sequence[tuple[str, str]], players: int) -> Iterator[str]:
    """Words with who said them; once for all where whole rounds said the same."""
    for word, same in groupby(spoken, itemgetter(1)):
        names = [name for name, _word in same]
        rounds = len(names) // players
        if rounds:
            text = ngettext("everybody %(word)s", "%(n)s times round %(word)s", rounds)
            yield text % {"word": word, "n": rounds}
        yield from (f"{name} {word}" for name in names[rounds * players :])


def _drawn(ground: Ground) -> Sequence[Card]:
    """A hand with two empty cards of a suit and one of another; by lot with trump 1, and with the three highest."""
    suit, other = ground.lots.shuffled(SUITS)[:2]
    cards = [card for number, of in ((2, suit), (1, other)) for card in ground.some(number, [of], _is_empty)]
    cards += [ONE] * ground.lots.below(2)
    cards += HIGHEST if ground.lots.below(2) else ()
    more = ground.some(ground.rules.pack.hand - len(cards), fits=lambda card: card not in cards)
    return in_order([*cards, *more])


def _is_empty(card: Card) -> bool:
    return card.is_empty


def _turn(ground: Ground, state: Auction, spoken: str, hand: Sequence[Card]) -> Task:
    rules, possible = ground.rules, options_of(state)
    words = (*state.rules.first, FORT, *state.rules.ladder, SELBST, GUT)
    wrong = ground.lots.shuffled(dict.fromkeys(word for word in words if word not in possible))[:WRONG_WORDS]
    names = {word: word_name(word, rules) for word in ground.lots.shuffled([*possible, *wrong])}
    right = [names[word] for word in possible if has_cards_for(word, state, hand, rules)]
    reasons = {names[word]: _no_cards(word, state, rules) for word in possible}
    reasons |= {names[word]: refusal(word, state, rules) for word in wrong}
    before = _("So far: %(spoken)s.") % {"spoken": spoken} if spoken else _("Nobody has spoken yet.")
    who = {"vorhand": NAMES[0], "name": NAMES[state.turn]}
    asks = _("Vorhand is %(vorhand)s. You are %(name)s. Tap all that you may say.") % who
    why = _("Now one may say with these cards: %(words)s.") % {"words": ", ".join(right)}
    return tap(f"{before} {asks}", [*names.values()], right, why, wrong=reasons.__getitem__, hand=hand)


# Cards that a game cannot do without


def _game_of(word: str, state: Auction) -> str:
    """The game that is played by whoever says a word."""
    return state.steps[state.level] if word == SELBST and state.level > SOLO_ITSELF else word


def has_cards_for(word: str, state: Auction, hand: Sequence[Card], rules: HouseRules) -> bool:
    """Tell whether the hand has the trumps that a game asks for: the referee sees no cards."""
    game = _game_of(word, state)
    if game == Contract.PASCHA:
        return set(HIGHEST) <= set(hand)
    if game == Contract.KLEINER_MANN:
        return ONE in hand
    if game in LAST_TRICK:
        return any(Card(TRUMP, str(number)) in hand for number in rules.targets[Contract(game)].trumps)
    return True


def _no_cards(word: str, state: Auction, rules: HouseRules) -> str:
    game = _game_of(word, state)
    if game not in (Contract.PASCHA, Contract.KLEINER_MANN, *LAST_TRICK):
        return ""
    text = _("%(game)s: %(aim)s You do not hold the cards for it.")
    return text % {"game": word_name(game, rules), "aim": said(f"games.{game}", rules)}


# Words that may not be said


def refusal(word: str, state: Auction, rules: HouseRules) -> str:
    """Reason why a word may not be said now; it gives no other word away."""
    params = {"game": word_name(word, rules)}
    if word == GUT:
        return _no_gut(state)
    if word == SELBST:
        return _no_selbst(state, rules)
    if word == FORT:
        return _("“Fort” is said in the first round, and that is over.")
    if word in state.rules.first:
        if state.stage is not AuctionStage.FIRST:
            return _("%(game)s is bid in the first round, and that is over.") % params
        if state.first_bid:
            return _("%(game)s is not higher than what was bid last.") % params
        return _("It is too late for %(game)s: somebody has spoken already.") % params
    return _too_early(state) % params or _no_step(word, state) % params


def _no_gut(state: Auction) -> str:
    match state.stage:
        case AuctionStage.FIRST:
            return _("“Gut” belongs to the second round of the bidding: it lets a game stand.")
        case AuctionStage.SPECIALS:
            return _("“Gut” lets a game stand, and there is none yet.")
        case AuctionStage.OPENING:
            return _("Vorhand has to open and cannot pass.")
        case AuctionStage.CHOICE:
            return _("All the others have passed: you play.")
    return _("Here nobody can pass: the next one has to outbid Vorhand.")


def _no_selbst(state: Auction, rules: HouseRules) -> str:
    match state.stage:
        case AuctionStage.FIRST | AuctionStage.SPECIALS | AuctionStage.OPENING:
            return _("“Selbst” takes a game over, and there is none yet.")
        case AuctionStage.CHOICE:
            return _("Nobody has outbid you: there is nothing to take over.")
        case AuctionStage.AGAIN:
            return _("It was your game that was taken over: now you go higher or pass.")
    if state.rules.style is Style.OVERCALL:
        return _("By these rules nobody takes an equal game over.")
    if state.rules.style is Style.ROUND and state.soloist is None:
        earlier = state.rules.reading(Point.EQUAL_BIDS) == WHO_SITS_EARLIER
        return (
            _("Only somebody who sits earlier takes an equal game over.") if earlier else said("say.style.round", rules)
        )
    if state.stage is AuctionStage.ANSWER:
        return _("By these rules a special game that outbids yours cannot be taken over.")
    return _("“Selbst” answers a bid that has just outbid yours, and there is none.")


def _too_early(state: Auction) -> str:
    """Reason why no game of the ladder may be said at this stage; empty where some may."""
    match state.stage:
        case AuctionStage.FIRST:
            return _("%(game)s belongs to the second round of the bidding.")
        case AuctionStage.SPECIALS:
            return _("%(game)s comes later: special games are asked for first.")
        case AuctionStage.CHOICE:
            return _("All the others have passed: there is nobody to outbid with %(game)s.")
    return ""


def _no_step(word: str, state: Auction) -> str:
    """Reason why a game of the ladder may not be said where others may."""
    step = state.rules.ladder.index(word)
    if state.stage is AuctionStage.OPENING:
        return _("Vorhand opens low; %(game)s is there to outbid somebody.")
    if state.level == SOLO_ITSELF:
        return _("Against a Solo the first bid is another one than %(game)s.")
    if step <= state.level:
        return _("%(game)s is not higher than what was bid last.")
    if state.soloist is not None and word in state.rules.never_over_solo:
        return _("%(game)s is not played over a Solo by these rules.")
    may_raise = state.turn != 0 if state.stage is AuctionStage.ROUND else state.stage is not AuctionStage.ANSWER
    if may_raise or state.rules.style is Style.OVERCALL:
        return _("%(game)s skips a game; one goes up by one.")
    return _("You were outbid and answer to that game only, not with %(game)s.")
