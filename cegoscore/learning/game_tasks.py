"""Tasks on the games: what is kept and put away, which is higher, who has won, what may be said, what it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cegoscore.clubs.house_rules.bidding import word_name
from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.house_rules.statements import said
from cegoscore.clubs.wording import game_label
from cegoscore.learning.task import NAMES, Ground, Task, tap
from cegoscore.scoring.auction.auction import begin, options_of, say
from cegoscore.scoring.auction.state import FORT, GUT, NO_SPECIAL, SELBST, Auction
from cegoscore.scoring.cards import CardKind
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.derivation import normal_steps
from cegoscore.scoring.rules.auction_rules import AuctionRules
from cegoscore.scoring.tricks import Card, in_order

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
        why = {names[wrong]: f"{names[wrong]}: {said(f'games.{wrong}')}" for wrong in others} | {names[game]: ""}
        question = _("Which game is this? %(aim)s") % {"aim": said(f"games.{game}")}
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
        yield _yes_or_no(question % {"game": game_label(ground.rules, game)}, said(f"games.{game}"), right=right)


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
